import type { BoardChange, BoardRecord } from './board-port.ts';
import type { DisplayRecord, NewDisplay, Pairing, SeenDisplay } from './display-port.ts';
import type { Moment } from './moment.ts';
import type { PageStore } from './page-port.ts';
import type {
  IdentityStore,
  OrganisationStore,
  RoleStore,
  SecondFactorStore,
  UserRecord,
  UserStore,
} from './people-port.ts';
import type {
  AccessToken,
  AttemptStore,
  NetworkStore,
  ProviderSignInStore,
  RefreshToken,
  SessionFamily,
} from './session-port.ts';

/**
 * The HTML of a template at one time, by its SHA-256 in hex: it never changes. Every document is made from one of
 * these, with values and rows. `plan` has their places, as JSON of a `DocumentPlan`.
 */
export type TemplateVersion = { hash: string; content: string; plan: string };

/** Content of a document: JSON of the values by region id, and JSON of the added rows; null while there were none. */
export type WrittenText = { values: string; rows: string | null };

/**
 * A template without its HTML. `organisation` is null when it belongs to all of them. `version` counts its
 * replacements, `template_version` is the HTML from which new documents are made, `version_before` the one that it had
 * before; null while it had no other one.
 */
export type TemplateHead = {
  uuid: string;
  name: string;
  description: string;
  file_name: string;
  organisation: string | null;
  version: number;
  template_version: string;
  version_before: string | null;
  /** Time of its last new HTML. */
  changed_at: Moment;
  /** The uuid of the user who set it; null for the command line, and if it is not known. */
  changed_by: string | null;
  /** Time since which no new documents are made from it; existing ones stay. */
  removed_at: Moment | null;
};

/** A WIP without its values and rows. `revision` grows with each change. */
export type WipHead = {
  uuid: string;
  template: string;
  organisation: string;
  name: string;
  description: string;
  revision: number;
  updated_at: Moment;
  /** The uuid of the user who saved it last. */
  updated_by: string;
  /** The HTML from which it is made, which may be older than its template's. */
  template_version: string;
  deleted_at: Moment | null;
  /** Name of the template from which it was made. */
  base_name: string;
  file_name: string;
};

/**
 * `marked` if each save marked the text whose white space counts (docs/adr/0018-line-breaks.md), `guessed` if it was
 * made before saves did.
 */
export type LineBreaks = 'marked' | 'guessed';

/** A WIP with its values and rows, of one and the same revision. */
export type WipRecord = WipHead & WrittenText & { line_breaks: LineBreaks };

/** A template to add. */
export type NewTemplate = Pick<
  TemplateHead,
  'uuid' | 'name' | 'description' | 'file_name' | 'organisation' | 'template_version'
> & {
  changed_by?: string | null;
  position: number;
  created_at: Moment;
};

/** A WIP to add. */
export type NewWip = Pick<WipHead, 'uuid' | 'template' | 'organisation' | 'name' | 'description' | 'template_version'> &
  WrittenText & {
    line_breaks: LineBreaks;
    author: string;
    created_at: Moment;
    updated_at: Moment;
  };

/** Fields of a WIP that a save changes. */
export type WipChange = WrittenText & { name: string; template_version: string; author: string; at: Moment };

/** A submission without its HTML. It never changes, except that its content may be removed. */
export type ArchiveHead = {
  uuid: string;
  wip: string;
  template: string;
  organisation: string;
  name: string;
  file_name: string;
  format: string;
  submitted_on: Moment;
  /** The uuid of the user who submitted it. */
  author: string;
  /** Time since which only its record is stored, without its HTML; null before. */
  dropped_at: Moment | null;
};

/**
 * The HTML of a submission as it is stored: packed with brotli, so that later changes of rendering do not affect it.
 * Null if it was removed.
 */
export type PackedHtml = { packed: Uint8Array | null; line_breaks: LineBreaks };

/**
 * A submission as it is stored for good. `content_hash` is the SHA-256 of its HTML, under which the HTML is stored once
 * for all archives that have it; `checksum` that of the whole record, which includes `previous`, the checksum of the
 * submission before it: a chain that a command proves. `made_of` is the hash of the template version from which the
 * HTML was made, which is stored as long as `template_version` names it; null in those from before it was noted.
 */
export type ArchiveRecord = ArchiveHead & {
  line_breaks: LineBreaks;
  template_version: string | null;
  made_of: string | null;
  content_hash: string;
  previous: string | null;
  checksum: string;
  /** Of archives from before format 15: the hash of the values that their checksum covered, and that checksum. */
  earlier_hash: string | null;
  earlier_checksum: string | null;
};

/** An archive to add. `packed` is not stored again if it is stored already. */
export type NewArchive = Omit<ArchiveRecord, 'dropped_at'> & { packed: Uint8Array };

/** Selects archives: those of before a moment, of one WIP, or a single one. */
export type ArchivesWanted = { before: Moment } | { wip: string } | { archive: string };

/** A record with its content, as far as that is stored. */
export type ProvedRecord = ArchiveRecord & { number: number; packed: Uint8Array | null; earlier: Uint8Array | null };

/** Base templates. */
export type TemplateStore = {
  /** Those of the organisation and those of all, in display order, without the removed ones. Cached until a template changes. */
  list(organisation: string): Promise<TemplateHead[]>;
  /** All of every organisation, the removed ones too. */
  all(): Promise<TemplateHead[]>;
  head(uuid: string): Promise<TemplateHead | null>;
  add(template: NewTemplate): Promise<void>;
  /** Documents that were made from it keep their version. */
  change(
    uuid: string,
    change: Pick<TemplateHead, 'name' | 'description' | 'template_version'>,
    who: { by: string | null; at: Moment },
  ): Promise<void>;
  setRemoved(uuid: string, at: Moment | null): Promise<void>;
  /** Sets the positions of all of them, in this order. */
  setOrder(uuids: readonly string[]): Promise<void>;
  /** Locks the list of them against others who add or move some until the end of the transaction. */
  lock(): Promise<void>;
};

/** The HTML that documents are made of. */
export type TemplateVersionStore = {
  content(hash: string): Promise<string | null>;
  plan(hash: string): Promise<string | null>;
  /**
   * Does nothing if it is stored already. Within a transaction: rows that refer to it must follow in the same one.
   * @returns true if it is new
   */
  add(version: TemplateVersion): Promise<boolean>;
  /** Those that no template, WIP or archive uses now, and that no template can restore. */
  unused(): Promise<string[]>;
  /** Removes it if no template, WIP or archive uses it any more. */
  drop(hash: string): Promise<void>;
};

/** Works in progress. A deleted one leaves its head, so that its archives stay readable, but not its content. */
export type WipStore = {
  /** Of one template and organisation, last changed first; without the deleted ones. */
  list(template: string, organisation: string): Promise<WipHead[]>;
  head(uuid: string): Promise<WipHead | null>;
  /** The head, locked against other writers until the transaction ends. */
  lock(uuid: string): Promise<WipHead | null>;
  full(uuid: string): Promise<WipRecord | null>;
  /**
   * Those of a template and organisation that were changed since a moment, last changed first, up to a maximum;
   * `bytes`: of their values.
   */
  newest(
    whose: { template: string; organisation: string },
    since: Moment,
    most: number,
  ): Promise<(Pick<WipHead, 'uuid' | 'revision' | 'template_version'> & { bytes: number })[]>;
  /** The values of these, in no order; without those that are deleted. */
  valuesOf(uuids: readonly string[]): Promise<Pick<WipRecord, 'uuid' | 'template_version' | 'values'>[]>;
  /** Number of WIPs of one organisation, without the deleted ones. */
  count(organisation: string): Promise<number>;
  /** Bytes of its values and rows, and its organisation. */
  size(uuid: string): Promise<{ organisation: string; bytes: number } | null>;
  add(wip: NewWip): Promise<void>;
  change(uuid: string, change: WipChange): Promise<void>;
  /** @param by the uuid of the user who deletes it; null for the command line */
  remove(uuid: string, at: Moment, by: string | null): Promise<void>;
};

/** Submissions. */
export type ArchiveStore = {
  /** Newest first. */
  list(wip: string): Promise<ArchiveHead[]>;
  /** The newest of a template in one organisation. */
  recent(template: string, organisation: string): Promise<ArchiveHead | null>;
  head(uuid: string): Promise<ArchiveHead | null>;
  packed(uuid: string): Promise<(ArchiveHead & PackedHtml) | null>;
  /** The one before it of the same WIP, and the one that was the newest of the template in the organisation then. */
  before(archive: ArchiveHead): Promise<{ ofWip: ArchiveHead | null; ofTemplate: ArchiveHead | null }>;
  record(uuid: string): Promise<ArchiveRecord | null>;
  /**
   * The latest `submitted_on` of a template in one organisation, and the checksum of the last submission of all; locked
   * against other submitters until the transaction ends.
   */
  last(template: string, organisation: string): Promise<{ moment: Moment | null; checksum: string | null }>;
  /** The latest `submitted_on` of all; null when there is no archive. */
  newest(): Promise<Moment | null>;
  /** Also adds an event for every process. @returns that event, to be published, and how many bytes were added */
  add(archive: NewArchive): Promise<{ events: StoredEvent[]; bytes: number }>;
  /** The records after a number in the order in which they were submitted, some at once. */
  records(after: number): Promise<ProvedRecord[]>;
  /** A record, and the checksums of the one before it. */
  proof(
    uuid: string,
  ): Promise<{ record: ProvedRecord; before: { checksum: string | null; earlier: string | null } } | null>;
  /** Those that have their content, in the order in which they were submitted. */
  withContent(wanted: ArchivesWanted): Promise<ArchiveHead[]>;
  /** True if it is the newest of its template in its organisation, or of its WIP unless that was deleted. */
  isShown(uuid: string): Promise<boolean>;
  /**
   * Removes its content, within a transaction.
   * @returns bytes that were stored for it alone; null if it was removed already
   */
  dropContent(uuid: string, at: Moment): Promise<number | null>;
};

/** Sessions and their tokens, by hash only. */
export type SessionStore = {
  addFamily(
    family: Pick<SessionFamily, 'uuid' | 'user' | 'used_at' | 'expires_at'> & Partial<SessionFamily>,
  ): Promise<void>;
  family(uuid: string): Promise<SessionFamily | null>;
  addAccess(token: AccessToken): Promise<void>;
  /** The token, its family and the user, or null when it is unknown. */
  access(hash: string): Promise<{ token: AccessToken; family: SessionFamily; user: UserRecord } | null>;
  /**
   * A family and its user, locked against changes that would end it until the transaction ends; null when it is
   * unknown.
   */
  hold(family: string): Promise<{ family: SessionFamily; user: UserRecord } | null>;
  addRefresh(token: RefreshToken): Promise<void>;
  refreshToken(hash: string): Promise<RefreshToken | null>;
  /** The token, locked against other writers until the transaction ends. */
  lockRefresh(hash: string): Promise<RefreshToken | null>;
  markUsed(hash: string, at: Moment): Promise<void>;
  /** Notes activity, unless a later one is noted. */
  touch(families: readonly string[], at: Moment): Promise<void>;
  /** Also adds an event for every process, if it was alive. @returns that event, to be published */
  revoke(family: string, at: Moment): Promise<StoredEvent[]>;
  /** The same for all of a user, with an event for each that was alive. @param but one family that continues */
  revokeAllOf(user: string, at: Moment, but?: string): Promise<StoredEvent[]>;
  /** Those of a user that were not revoked, used last first; also those that have ended by themselves. */
  ofUser(user: string): Promise<SessionFamily[]>;
  /** The same for all users. */
  revokeAll(at: Moment): Promise<StoredEvent[]>;
  /** The last use of any; null when there is none. */
  newestUse(): Promise<Moment | null>;
  /** Notes if a second factor has to be set up before anything else: in one session, or in all of a user. */
  setFactorDue(whose: { family: string } | { user: string }, isDue: boolean): Promise<void>;
  /** Sets the last use of families that were used after a moment. */
  settleUse(after: Moment, at: Moment): Promise<void>;
  /** Sets the end of families that end after a moment. */
  settleEnd(after: Moment, at: Moment): Promise<void>;
  /**
   * Removes access tokens that end before one moment or after another, refresh tokens that were exchanged before a
   * moment, and families whose end or last use is before one.
   */
  purge(when: {
    access: Moment;
    accessAhead: Moment;
    refreshUse: Moment;
    familyEnd: Moment;
    familyUse: Moment;
  }): Promise<void>;
};

/** Named values of the installation, such as its secret. */
export type SettingStore = {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
};

/** Actions that the audit log records. */
export type AuditAction =
  | 'signed_in'
  | 'sign_in_failed'
  | 'sign_in_refused'
  | 'second_factor_set'
  | 'second_factor_removed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'signed_out'
  | 'session_revoked'
  | 'role_assigned'
  | 'user_updated'
  | 'document_submitted'
  | 'document_deleted'
  | 'user_added'
  | 'user_disabled'
  | 'user_enabled'
  | 'user_unlocked'
  | 'password_set'
  | 'password_changed'
  | 'sessions_ended'
  | 'organisation_added'
  | 'role_added'
  | 'template_imported'
  | 'template_replaced'
  | 'template_removed'
  | 'template_restored'
  | 'template_put_back'
  | 'template_moved'
  | 'command_chosen'
  | 'database_restored'
  | 'secret_rotated'
  | 'role_removed'
  | 'role_unassigned'
  | 'user_removed'
  | 'user_renamed'
  | 'user_moved'
  | 'organisation_renamed'
  | 'organisation_removed'
  | 'audit_purged'
  | 'content_removed'
  | 'board_added'
  | 'board_changed'
  | 'board_removed'
  | 'display_paired'
  | 'display_changed'
  | 'display_ended';

/** One line of the audit log: uuids, no names and no contents. */
export type AuditEntry = {
  at: Moment;
  action: AuditAction;
  /** The user who did it; null for the command line, and for a failed sign-in. */
  actor: string | null;
  /** The organisation that it concerns. */
  organisation: string | null;
  /** The uuid of the thing or user that was changed. */
  subject: string | null;
  /** Network address of a sign-in. */
  address: string | null;
  /** Such as the names of the fields that changed. */
  detail: string | null;
};

export type AuditWanted = {
  /** Only from this moment on. */
  since?: Moment;
  /** Only what was before this moment. */
  until?: Moment;
  /** Only entries by or about a user, by uuid. */
  about?: string;
  action?: AuditAction;
  /** Only entries that concern an organisation. */
  organisation?: string;
  /** Only entries before this number. */
  before?: number;
};

/**
 * The audit log: it only grows; the database refuses changes, except that the oldest part may be removed as a whole.
 */
export type AuditStore = {
  add(entry: AuditEntry): Promise<void>;
  /** The last ones, newest first. */
  list(most: number, wanted?: AuditWanted): Promise<(AuditEntry & { number: number })[]>;
  /** The latest moment in it, before another one if that is given; null when there is none. */
  newest(before?: Moment): Promise<Moment | null>;
  /** Removes entries of before a moment, within a transaction. @returns how many entries */
  purge(before: Moment): Promise<number>;
};

/** Stored bytes by user and day (UTC). */
export type UsageStore = {
  /** Adds to the sums. @returns the new sums: of the user, and of the organisation */
  add(
    day: string,
    more: { user: string; organisation: string; bytes: number },
  ): Promise<{ ofUser: number; ofOrganisation: number }>;
  /** Of one day, the most first. */
  list(day: string): Promise<{ user: string; organisation: string; bytes: number }[]>;
  /** Removes the days before one. */
  purge(before: string): Promise<void>;
};

/** Boards. Each change also adds an event for every process, and returns it, to be published. */
export type BoardStore = {
  /** Of one organisation, by name. */
  list(organisation: string): Promise<BoardRecord[]>;
  byUuid(uuid: string): Promise<BoardRecord | null>;
  /** Number of boards of an organisation, locked against others who add one until the end of the transaction. */
  count(organisation: string): Promise<number>;
  add(board: BoardChange & Pick<BoardRecord, 'uuid' | 'organisation'>): Promise<void>;
  change(uuid: string, change: BoardChange): Promise<StoredEvent[]>;
  remove(uuid: string, at: Moment): Promise<StoredEvent[]>;
};

/** Displays. Only `endAllOf` and a restore read ended ones. Each change also adds an event for every process. */
export type DisplayStore = {
  /** By name. @param organisation null for those of all */
  list(organisation: string | null): Promise<DisplayRecord[]>;
  byUuid(uuid: string): Promise<DisplayRecord | null>;
  /** @param token as SHA-256 */
  byToken(token: string): Promise<DisplayRecord | null>;
  add(display: NewDisplay): Promise<void>;
  change(uuid: string, change: { name: string; board: string | null }, at: Moment): Promise<StoredEvent[]>;
  /**
   * Notes that they are in use, and their addresses.
   * @param ahead notes later than this were made while a clock was ahead
   */
  touch(seen: readonly SeenDisplay[], at: Moment, ahead: Moment): Promise<void>;
  end(uuid: string, at: Moment): Promise<StoredEvent[]>;
  endAllOf(organisation: string, at: Moment): Promise<StoredEvent[]>;
};

/** Screens that wait to be paired. */
export type PairingStore = {
  /** Locks all of them against other processes until the transaction ends. */
  lock(): Promise<void>;
  /** Makes those that expire after a moment expire at it: a clock was ahead when they were made. */
  settle(latest: Moment): Promise<void>;
  /** Removes the oldest of those that wait, except for the last ones. @param network of one alone; null for all */
  giveWay(network: string | null, most: number): Promise<void>;
  add(pairing: Pairing): Promise<void>;
  byCode(code: string): Promise<Pairing | null>;
  byClaim(claim: string): Promise<Pairing | null>;
  /** @param display the display of the screen @param expires_at until when the screen can learn of it */
  become(code: string, display: string, expires_at: Moment): Promise<void>;
  /** @param claim as SHA-256 */
  remove(claim: string): Promise<void>;
  /** Removes those that have expired. */
  purge(now: Moment): Promise<void>;
};

/** An event that every process receives, in the order of commits. */
export type StoredEvent = { number: number } & (
  | { kind: 'submission'; archive: ArchiveHead }
  /** A session's family was revoked. */
  | { kind: 'session_ended'; family: string }
  /** A board was changed or removed. */
  | { kind: 'board_changed'; board: string }
  /** A display got another name or board, or was ended. */
  | { kind: 'display_changed'; display: string }
);

/**
 * Publishes the events that a write returned, after that is committed: this process handles them at once, without
 * reading them. Events that are not published so are read later.
 */
export type Publish = (events: readonly StoredEvent[]) => void;

/** Recent events. The other stores add to it, in the transaction of their change. */
export type EventStore = {
  /** The number of the last one; 0 when there is none. */
  last(): Promise<number>;
  /**
   * Those after a number, oldest first, up to some hundreds. None that is committed later has a lower number than one
   * of these.
   */
  since(number: number): Promise<StoredEvent[]>;
  purge(before: Moment): Promise<void>;
};

/**
 * All stores: what the rules need from a database, with one implementation per engine; the rules never use SQL. Field
 * names are the contract's if it has them. Stores of people are in `people-port.ts`, of boards in `board-port.ts`, of
 * displays in `display-port.ts`, of pages in `page-port.ts`, of attempts and networks in `session-port.ts`.
 */
export type Stores = {
  organisations: OrganisationStore;
  users: UserStore;
  secondFactors: SecondFactorStore;
  identities: IdentityStore;
  roles: RoleStore;
  templates: TemplateStore;
  templateVersions: TemplateVersionStore;
  wips: WipStore;
  archives: ArchiveStore;
  sessions: SessionStore;
  settings: SettingStore;
  audit: AuditStore;
  events: EventStore;
  attempts: AttemptStore;
  networks: NetworkStore;
  providerSignIns: ProviderSignInStore;
  pages: PageStore;
  boards: BoardStore;
  displays: DisplayStore;
  pairings: PairingStore;
  usage: UsageStore;
};

/** A subscription to changes that other processes make to the database. */
export type Watch = {
  /** True if it would receive a change now. */
  isListening(): boolean;
  close(): Promise<void>;
};

/**
 * An open database. Writes of an answered call are on the disk. Every call rejects with `StorageUnavailable` while the
 * database cannot be reached; a transaction that was rejected so may have been done.
 */
export type Storage = Stores & {
  /** Does all of the work or nothing. @param work must use only the stores that it is given; it may run again */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /**
   * Sends every process, this one included, a text that is not stored: a process that does not watch at this moment
   * never gets it.
   * @param text up to 7,000 bytes
   */
  announce(text: string): Promise<void>;
  /**
   * @param changed called when there may be new events, and after each time in which some could have been missed; with
   * the number of the last one if the database sends it, else null
   * @param announced called with each announcement of a process
   */
  watch(changed: (last: number | null) => void, announced: (text: string) => void): Watch;
  close(): Promise<void>;
};
