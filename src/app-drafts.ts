import type { AuthRef } from '#machines/auth.machine.ts';
import type { RegionValue } from '#machines/editor-edits.ts';

/** The identity of a person when the host gives none (section 3). */
const NOBODY_TOLD = 'null';

/** A document's address: of a base template, or of a WIP made of it. */
export type Address = { template: string; wip: string | null };

/** What was typed and not saved, see `createDrafts`. */
export type Drafts = {
  keep(address: Address, edits: RegionValue[]): void;
  of(address: Address): RegionValue[];
};

/**
 * What was typed and not saved, by person and document, for as long as the page lives: a session that ends under a person takes the editor away, and this
 * gives the text back after the next sign-in (quality.md, "typed text kept"). Memory only: nothing of a document is written to a shared machine's disk.
 * Nothing is kept for a person whom the host does not tell apart from others, and nothing outlives logging out.
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
