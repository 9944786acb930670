import type { Moment } from './moment.ts';

/** A screen without a user. `board`: what it shows; null when that was removed. */
export type DisplayRecord = {
  uuid: string;
  organisation: string;
  name: string;
  board: string | null;
  paired_at: Moment;
  /** The name of who paired it; null when that user was removed. */
  paired_by: string | null;
  last_seen: Moment;
  /** The network address where it was seen last; null until it is known. */
  address: string | null;
};

/** A screen that waits for its code to be entered. `code` and `claim` as SHA-256; `network`: where it asked, hidden (`domain/boards/displays.ts`). */
export type Pairing = {
  code: string;
  claim: string;
  network: string;
  expires_at: Moment;
  /** The display that it has become; null while it waits. */
  display: string | null;
};

/** A display that was in use. `address`: where it asked from; null where that is not known. */
export type SeenDisplay = Pick<DisplayRecord, 'uuid' | 'address'>;

/** A display that is added. `token` as SHA-256; `author`: the uuid of who paired it. */
export type NewDisplay = Omit<DisplayRecord, 'paired_by' | 'board' | 'address'> & {
  board: string;
  token: string;
  author: string;
};
