import { type Found, foundWith, type KeptText, textOf, type UnsavedText } from '#machines/unsaved/unsaved-text.ts';
import type { Services } from '../screen-route.ts';

/** The identity of a user without an id from the host (`s3.session.user-id`). */
export const NO_NOTE = 'null';

/** A document's address: of a base template, or of a WIP made of it. */
export type Address = { template: string; wip: string | null };

/** Unsaved text, see `createDrafts`. */
export type Drafts = {
  /** Keeps the typed text, with earlier text that was found and is neither restored nor discarded. */
  keep(address: Address, text: UnsavedText, found: Found): void;
  forget(address: Address): void;
  of(address: Address): KeptText | null;
  /** Removes the text of all users. */
  forgetAll(): void;
};

export const NOTHING_TYPED: UnsavedText = { edits: [], was: [], rows: null, name: '', title: '' };

const isEmpty = ({ edits, rows }: UnsavedText): boolean => edits.length === 0 && rows === null;

/**
 * Keeps unsaved text, by user and document, until the page is closed: when a session ends the editor is removed, and the text is offered after the
 * next sign-in (ADR 11). In memory only; `journals.ts` handles the disk. Nothing is kept for a user whom the host does not identify, and nothing
 * outlives logging out.
 * @param now epoch milliseconds by the host's clock
 */
export function createDrafts({ auth, unsaved }: Pick<Services, 'auth' | 'unsaved'>, now: () => number): Drafts {
  const byDocument = new Map<string, KeptText>();
  const forgetAll = (): void => {
    byDocument.clear();
    unsaved.clear();
  };
  let last: string | null = null;
  const keyOf = ({ template, wip }: Address): string | null => {
    last = auth?.getSnapshot().context.user?.user_id ?? last;
    return last === null || last === NO_NOTE ? null : JSON.stringify([last, wip === null ? template : null, wip]);
  };
  const forget = (address: Address): void => {
    const key = keyOf(address) ?? '';
    byDocument.delete(key);
    unsaved.delete(key);
  };
  auth?.on('navigation.requested', forgetAll);
  return {
    keep: (address, text, found) => {
      const key = keyOf(address);
      if (key === null) return;
      const all = isEmpty(text) ? found : foundWith(found, textOf(text), now());
      if (all === null || all === 'unreadable') return forget(address);
      // The text typed last counts, also from another tab.
      byDocument.set(key, isEmpty(text) ? all : { ...all, at: now() });
      unsaved.add(key);
    },
    forget,
    of: (address) => byDocument.get(keyOf(address) ?? '') ?? null,
    forgetAll,
  };
}
