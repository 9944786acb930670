import type { UserRecord } from './people-port.ts';

/** An entry of a list: the fields that are shown there. */
export type ListedWip = {
  uuid: string;
  template: string;
  name: string;
  description: string;
  /** Of the template that it was made from. */
  base_name: string;
  file_name: string;
  /** ISO text. */
  updated_at: string;
  /** The uuid of the user who saved it last. */
  updated_by: string;
};
/** The same for one that may be deleted. */
export type ListedOrDeletedWip = ListedWip & {
  /** ISO text; null for one that is not deleted. */
  deleted_at: string | null;
  /** The uuid of the user who deleted it; null also if no user did. */
  deleted_by: string | null;
};
export type ListedArchive = {
  uuid: string;
  wip: string;
  name: string;
  file_name: string;
  format: string;
  submitted_on: string;
  /** The uuid of the user who submitted it. */
  author: string;
  /** When its content was removed; null before. */
  dropped_at: string | null;
};
export type ListedUser = Omit<UserRecord, 'password_hash' | 'organisation' | 'command_left' | 'command_right'>;

/** End of a page: the sort key of its last entry, and the value that separates it from others with the same key. */
export type Place = { key: string | number; tie: string | number };

/** The orders of lists with names. */
export type NameSort = 'newest' | 'name';

/** Query of a list. */
export type Wanted<Sort> = {
  /** Text whose words must all be found, in any order and without regard to case or accents; empty for all entries. */
  q: string;
  sort: Sort;
  /** The page begins after this entry, which may be deleted by now; null for the first page. */
  after: Place | null;
  /** The most entries; null for all of them. */
  limit: number | null;
};

/** A part of a list. `end` is the place of its last entry; null when nothing follows. */
export type Part<Entry> = { entries: Entry[]; end: Place | null };

/** One list of the host. `count` is separate from `page`: it changes by adding and deleting alone. */
export type Pages<Whose, Entry, Sort> = {
  page(whose: Whose, wanted: Wanted<Sort>): Promise<Part<Entry>>;
  /** Number of entries that match. @param q as in `Wanted` */
  count(whose: Whose, q: string): Promise<number>;
};

/** Lists in pages. By default each begins as the whole list of its store does. */
export type PageStore = {
  /** Of one template and organisation; without the deleted ones. */
  wips: Pages<{ template: string; organisation: string }, ListedWip, NameSort>;
  /** The same with the deleted ones that have archives. */
  wipsAndDeleted: Pages<{ template: string; organisation: string }, ListedOrDeletedWip, NameSort>;
  archives: Pages<{ wip: string }, ListedArchive, NameSort>;
  /** Of one organisation, or of all if it is null. The newest are those who signed in last. */
  users: Pages<{ organisation: string | null }, ListedUser, NameSort>;
};
