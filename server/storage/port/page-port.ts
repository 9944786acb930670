import type { UserRecord } from './people-port.ts';

/** An entry of a list: as much as is shown of it there. */
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
/** The same of one that may be deleted. */
export type ListedOrDeletedWip = ListedWip & {
  /** ISO text; null for one that is there. */
  deleted_at: string | null;
  /** The uuid of the user who deleted it; null also where nobody did by name. */
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
  /** When its content was taken away; null while it is there. */
  dropped_at: string | null;
};
export type ListedUser = Omit<UserRecord, 'password_hash' | 'organisation' | 'command_left' | 'command_right'>;

/** Where a page ended: what its last entry is sorted by, and what tells it from others that are sorted by the same. */
export type Place = { key: string | number; tie: string | number };

/** The orders of lists with names. */
export type NameSort = 'newest' | 'name';

/** What is wanted of a list. */
export type Wanted<Sort> = {
  /** Text whose words must all be found, in any order and without regard to case or accents; empty for all entries. */
  q: string;
  sort: Sort;
  /** The page begins after this entry, which may be gone by now; null for the first page. */
  after: Place | null;
  /** The most entries; null for all of them. */
  limit: number | null;
};

/** A part of a list. `end` is the place of its last entry; null when nothing follows. */
export type Part<Entry> = { entries: Entry[]; end: Place | null };

/** One list of the host. `count` is apart from `page`: it changes by adding and deleting alone. */
export type Pages<Whose, Entry, Sort> = {
  page(whose: Whose, wanted: Wanted<Sort>): Promise<Part<Entry>>;
  /** How many entries there are that match. @param q as in `Wanted` */
  count(whose: Whose, q: string): Promise<number>;
};

/** Lists in pages. Each begins as the whole list of its store does, where nothing else is wanted. */
export type PageStore = {
  /** Of one template and organisation; without the deleted ones. */
  wips: Pages<{ template: string; organisation: string }, ListedWip, NameSort>;
  /** The same with the deleted ones that have archives. */
  wipsAndDeleted: Pages<{ template: string; organisation: string }, ListedOrDeletedWip, NameSort>;
  archives: Pages<{ wip: string }, ListedArchive, NameSort>;
  /** Of one organisation, or of all where it is null. The newest are those who signed in last. */
  users: Pages<{ organisation: string | null }, ListedUser, NameSort>;
};
