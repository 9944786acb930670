import type { UnsavedText } from '#machines/journal.setup.ts';
import type { Services } from './screen-route.ts';

/** The identity of a user whom the host gives none (`s3.session.user-id`). */
export const NOBODY_TOLD = 'null';

/** A document's address: of a base template, or of a WIP made of it. */
export type Address = { template: string; wip: string | null };

/** What was typed, what it was made of, and the rows that the document's script made. */
type Draft = Pick<UnsavedText, 'edits' | 'was' | 'rows'>;

/** Unsaved text, see `createDrafts`. */
export type Drafts = {
  keep(address: Address, draft: Draft): void;
  of(address: Address): Draft;
  /** Nothing of anybody is kept any more. */
  forgetAll(): void;
};

const NOTHING: Draft = { edits: [], was: [], rows: null };

/**
 * Keeps unsaved text, by user and document, for as long as the page lives: when a session ends the editor goes, and this gives the text
 * back after the next sign-in (ADR 11). In memory only; what lies on the disk is the matter of `journals.ts`. Nothing is kept for
 * a user whom the host does not tell apart from others, and nothing outlives logging out.
 */
export function createDrafts({ auth, unsaved }: Pick<Services, 'auth' | 'unsaved'>): Drafts {
  const byDocument = new Map<string, Draft>();
  const forgetAll = (): void => {
    byDocument.clear();
    unsaved.clear();
  };
  let last: string | null = null;
  const keyOf = ({ template, wip }: Address): string | null => {
    last = auth?.getSnapshot().context.user?.user_id ?? last;
    return last === null || last === NOBODY_TOLD ? null : JSON.stringify([last, wip === null ? template : null, wip]);
  };
  auth?.on('navigation.requested', forgetAll);
  return {
    keep: (address, { edits, was, rows }) => {
      const key = keyOf(address);
      if (key === null) return;
      if (edits.length === 0 && rows === null) {
        byDocument.delete(key);
        unsaved.delete(key);
      } else {
        byDocument.set(key, { edits, was, rows });
        unsaved.add(key);
      }
    },
    of: (address) => byDocument.get(keyOf(address) ?? '') ?? NOTHING,
    forgetAll,
  };
}
