import type { Moment } from './moment.ts';

/** A screen without a user. `board`: the one that it shows; null when that was removed. */
export type DisplayRecord = {
  uuid: string;
  organisation: string;
  name: string;
  board: string | null;
  paired_at: Moment;
  /** The name of the user who paired it; null when they were removed. */
  paired_by: string | null;
  last_seen: Moment;
  /** The last known network address; null until it is known. */
  address: string | null;
};

/**
 * A screen that waits for its code to be entered. `code` and `claim` as SHA-256; `network`: that of its request, hashed
 * (`domain/boards/displays.ts`).
 */
export type Pairing = {
  code: string;
  claim: string;
  network: string;
  expires_at: Moment;
  /** The display of the paired screen; null while it waits. */
  display: string | null;
};

/** A display that was in use. `address`: of its request; null if that is not known. */
export type SeenDisplay = Pick<DisplayRecord, 'uuid' | 'address'>;

/** A display to add. `token` as SHA-256; `author`: the uuid of the user who paired it. */
export type NewDisplay = Omit<DisplayRecord, 'paired_by' | 'board' | 'address'> & {
  board: string;
  token: string;
  author: string;
};
