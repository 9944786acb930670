import type { AuthRef } from '#machines/auth.machine.ts';
import type { RegionValue } from '#machines/editor-edits.ts';

/** The identity of a user whom the host gives none (`s3.session.user-id`). */
const NOBODY_TOLD = 'null';

/** A document's address: of a base template, or of a WIP made of it. */
export type Address = { template: string; wip: string | null };

/** Unsaved text, see `createDrafts`. */
export type Drafts = {
  keep(address: Address, edits: RegionValue[]): void;
  of(address: Address): RegionValue[];
};

/**
 * Keeps unsaved text, by user and document, for as long as the page lives: when a session ends the editor goes, and this gives the text
 * back after the next sign-in (ADR 11). In memory only: nothing of a document is written to a shared machine's disk. Nothing is kept for
 * a user whom the host does not tell apart from others, and nothing outlives logging out.
 */
export function createDrafts(auth: AuthRef | undefined): Drafts {
  const byDocument = new Map<string, RegionValue[]>();
  let last: string | null = null;
  const keyOf = ({ template, wip }: Address): string | null => {
    last = auth?.getSnapshot().context.user?.user_id ?? last;
    return last === null || last === NOBODY_TOLD ? null : JSON.stringify([last, wip === null ? template : null, wip]);
  };
  auth?.on('navigation.requested', () => byDocument.clear());
  return {
    keep: (address, edits) => {
      const key = keyOf(address);
      if (key === null) return;
      if (edits.length === 0) byDocument.delete(key);
      else byDocument.set(key, edits);
    },
    of: (address) => byDocument.get(keyOf(address) ?? '') ?? [],
  };
}
