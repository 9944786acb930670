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
 * The HTML of a template at one time, by its SHA-256 in hex: it never changes. Every document is one of these and what was written into it. `plan` says
 * where, as JSON of a `DocumentPlan`.
 */
export type TemplateVersion = { hash: string; content: string; plan: string };

/** What was written into a document: JSON of the values by region id, and JSON of the added rows; null while there were none. */
export type WrittenText = { values: string; rows: string | null };

/**
 * A template without its HTML. `organisation` is null when it belongs to all of them. `version` counts its replacements, `template_version` is the
 * HTML that new documents are made of, `version_before` the one that it had before; null while it had no other one.
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
  /** Since when it has its HTML. */
  changed_at: Moment;
  /** The uuid of the user who gave it that; null for the command line, and where it is not known. */
  changed_by: string | null;
  /** Since when no new documents are made of it; the ones there are stay. */
  removed_at: Moment | null;
};

/** A WIP without what was written into it. `revision` grows with each change. */
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
  /** The HTML that it is made of, which may be older than its template's. */
  template_version: string;
  deleted_at: Moment | null;
  /** Of the template that it was made from. */
  base_name: string;
  file_name: string;
};

/** Whether each save marked the text whose white space counts (docs/adr/0018-line-breaks.md); 'guessed': it was made before saves did. */
export type LineBreaks = 'marked' | 'guessed';

/** A WIP with what was written into it, of one and the same revision. */
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

/** What a save changes of a WIP. */
export type WipChange = WrittenText & { name: string; template_version: string; author: string; at: Moment };

/** A submission without its HTML. Nothing of it changes but that its content may be taken away. */
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
  /** Since when there is only its record, without its HTML; null while that is there. */
  dropped_at: Moment | null;
};

/** The HTML of a submission as it is kept: packed with brotli, so that it does not depend on what renders documents later. Null where it is gone. */
export type PackedHtml = { packed: Uint8Array | null; line_breaks: LineBreaks };

/**
 * A submission as it is kept for good. `content_hash` is the SHA-256 of its HTML, under which that is kept once for all archives that have it; `checksum`
 * that of the whole record, in which `previous`, the checksum of the submission before it, stands: a chain that a command proves. `made_of` is the hash of
 * the template version that the HTML was made of, which is kept as long as `template_version` names it; null in those from before it was noted.
 */
export type ArchiveRecord = ArchiveHead & {
  line_breaks: LineBreaks;
  template_version: string | null;
  made_of: string | null;
  content_hash: string;
  previous: string | null;
  checksum: string;
  /** Of archives from before format 15: the hash of the values that their checksum was of, and that checksum. */
  earlier_hash: string | null;
  earlier_checksum: string | null;
};

/** An archive to add. Of what is kept already `packed` is not kept again. */
export type NewArchive = Omit<ArchiveRecord, 'dropped_at'> & { packed: Uint8Array };

/** Which archives are wanted: those of before a moment, of one WIP, or one by itself. */
export type ArchivesWanted = { before: Moment } | { wip: string } | { archive: string };

/** A record with what is there of its content. */
export type ProvedRecord = ArchiveRecord & { number: number; packed: Uint8Array | null; earlier: Uint8Array | null };

/** Base templates. */
export type TemplateStore = {
  /** Those of the organisation and those of all, in display order, without the removed ones. */
  list(organisation: string): Promise<TemplateHead[]>;
  /** All of every organisation, the removed ones too. */
  all(): Promise<TemplateHead[]>;
  head(uuid: string): Promise<TemplateHead | null>;
  add(template: NewTemplate): Promise<void>;
  /** Documents that were made of it keep the version that they are made of. */
  change(
    uuid: string,
    change: Pick<TemplateHead, 'name' | 'description' | 'template_version'>,
    who: { by: string | null; at: Moment },
  ): Promise<void>;
  setRemoved(uuid: string, at: Moment | null): Promise<void>;
  /** Gives all of them their places, in this order. */
  setOrder(uuids: readonly string[]): Promise<void>;
  /** Holds the list of them against others who add or move some until the end of the transaction. */
  lock(): Promise<void>;
};

/** The HTML that documents are made of. */
export type TemplateVersionStore = {
  content(hash: string): Promise<string | null>;
  plan(hash: string): Promise<string | null>;
  /** Does nothing when it is there. Within a transaction: what is to refer to it must follow in the same one. @returns whether it is new */
  add(version: TemplateVersion): Promise<boolean>;
  /** Those of which no template, WIP or archive is made just now, and which no template can be given back. */
  unused(): Promise<string[]>;
  /** Forgets it when no template, WIP or archive is made of it any more. */
  drop(hash: string): Promise<void>;
};

/** Works in progress. A deleted one leaves its head, so that its archives stay readable, but not its content. */
export type WipStore = {
  /** Of one template and organisation, last changed first; without the deleted ones. */
  list(template: string, organisation: string): Promise<WipHead[]>;
  head(uuid: string): Promise<WipHead | null>;
  /** The head, held against other writers until the transaction ends. */
  lock(uuid: string): Promise<WipHead | null>;
  full(uuid: string): Promise<WipRecord | null>;
  /** Those of a template and organisation that were changed last, since a moment, so many at most, last changed first; `bytes`: of their values. */
  newest(
    whose: { template: string; organisation: string },
    since: Moment,
    most: number,
  ): Promise<(Pick<WipHead, 'uuid' | 'revision' | 'template_version'> & { bytes: number })[]>;
  /** The values of these, in no order; of those that are there no more none. */
  valuesOf(uuids: readonly string[]): Promise<Pick<WipRecord, 'uuid' | 'template_version' | 'values'>[]>;
  /** How many of one organisation there are, without the deleted ones. */
  count(organisation: string): Promise<number>;
  /** Bytes of what is written into it, and whose it is. */
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
  /** The one before it of the same WIP, and whichever was the newest of the template in the organisation then. */
  before(archive: ArchiveHead): Promise<{ ofWip: ArchiveHead | null; ofTemplate: ArchiveHead | null }>;
  record(uuid: string): Promise<ArchiveRecord | null>;
  /**
   * The latest `submitted_on` of a template in one organisation, and the checksum of the last submission of all; held against other submitters until the
   * transaction ends.
   */
  last(template: string, organisation: string): Promise<{ moment: Moment | null; checksum: string | null }>;
  /** The latest `submitted_on` of all; null when there is no archive. */
  newest(): Promise<Moment | null>;
  /** Also adds the event that tells every process of it. @returns that event, for `Tell`, and how many bytes more are kept */
  add(archive: NewArchive): Promise<{ events: StoredEvent[]; bytes: number }>;
  /** The records after a number in the order in which they were submitted, some at once. */
  records(after: number): Promise<ProvedRecord[]>;
  /** A record, and the checksums of the one before it. */
  proof(
    uuid: string,
  ): Promise<{ record: ProvedRecord; before: { checksum: string | null; earlier: string | null } } | null>;
  /** Those that have their content, in the order in which they were submitted. */
  withContent(wanted: ArchivesWanted): Promise<ArchiveHead[]>;
  /** Tells whether it is the newest of its template in its organisation, or of its WIP unless that was deleted. */
  isShown(uuid: string): Promise<boolean>;
  /** Takes its content away, within a transaction. @returns how many bytes were kept for it alone; null where it was gone already */
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
  /** A family and its user, held against whoever would end it until the transaction ends; null when it is unknown. */
  hold(family: string): Promise<{ family: SessionFamily; user: UserRecord } | null>;
  addRefresh(token: RefreshToken): Promise<void>;
  refreshToken(hash: string): Promise<RefreshToken | null>;
  /** The token, held against other writers until the transaction ends. */
  lockRefresh(hash: string): Promise<RefreshToken | null>;
  markUsed(hash: string, at: Moment): Promise<void>;
  /** Notes activity, where none is noted that is later. */
  touch(families: readonly string[], at: Moment): Promise<void>;
  /** Also adds the event that tells every process of it, if it was alive. @returns that event, for `Tell` */
  revoke(family: string, at: Moment): Promise<StoredEvent[]>;
  /** The same for all of a user, with an event for each that was alive. @param but one family that goes on */
  revokeAllOf(user: string, at: Moment, but?: string): Promise<StoredEvent[]>;
  /** Those of a user that were not revoked, used last first; also those that have ended by themselves. */
  ofUser(user: string): Promise<SessionFamily[]>;
  /** The same for all of everybody. */
  revokeAll(at: Moment): Promise<StoredEvent[]>;
  /** The last use of any; null when there is none. */
  newestUse(): Promise<Moment | null>;
  /** Notes whether a second factor has to be set up before anything else: in one session, or in all of a person. */
  setFactorDue(whose: { family: string } | { user: string }, isDue: boolean): Promise<void>;
  /** Ends the sessions of a person in which one has to be set up first. */
  revokeDueOf(user: string, at: Moment): Promise<StoredEvent[]>;
  /** Families used after a moment are noted as used at another. */
  settleUse(after: Moment, at: Moment): Promise<void>;
  /** Families that end after a moment end at another. */
  settleEnd(after: Moment, at: Moment): Promise<void>;
  /**
   * Forgets access tokens that end before one moment or after another, refresh tokens that were exchanged before a moment, and families whose end or last use
   * lies before.
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

/** What the audit log knows of. */
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
  /** Whose organisation it concerns. */
  organisation: string | null;
  /** The uuid of what it was done to. */
  subject: string | null;
  /** Where a sign-in came from. */
  address: string | null;
  /** Such as the names of the fields that changed. */
  detail: string | null;
};

export type AuditWanted = {
  /** Only from this moment on. */
  since?: Moment;
  /** Only what was before this moment. */
  until?: Moment;
  /** Only what somebody did, or what was done to them, by uuid. */
  about?: string;
  action?: AuditAction;
  /** Only what concerns an organisation. */
  organisation?: string;
  /** Only what was noted before the entry of this number. */
  before?: number;
};

/** The audit log: it only grows; the database refuses changes, but for the oldest part, which may be taken away as a whole. */
export type AuditStore = {
  add(entry: AuditEntry): Promise<void>;
  /** The last ones, newest first. */
  list(most: number, wanted?: AuditWanted): Promise<(AuditEntry & { number: number })[]>;
  /** The latest moment that it holds, of those before another where one is given; null when there is none. */
  newest(before?: Moment): Promise<Moment | null>;
  /** Takes away what was noted before a moment, within a transaction. @returns how many entries */
  purge(before: Moment): Promise<number>;
};

/** Stored bytes by person and day (UTC). */
export type UsageStore = {
  /** Adds to what was stored. @returns what was by now: by the user, and for the organisation */
  add(
    day: string,
    more: { user: string; organisation: string; bytes: number },
  ): Promise<{ ofUser: number; ofOrganisation: number }>;
  /** Of one day, the most first. */
  list(day: string): Promise<{ user: string; organisation: string; bytes: number }[]>;
  /** Forgets the days before one. */
  purge(before: string): Promise<void>;
};

/** Boards. Each change also adds the event that tells every process of it, and gives it, for `Tell`. */
export type BoardStore = {
  /** Of one organisation, by name. */
  list(organisation: string): Promise<BoardRecord[]>;
  byUuid(uuid: string): Promise<BoardRecord | null>;
  /** How many an organisation has, held against others who add one until the end of the transaction. */
  count(organisation: string): Promise<number>;
  add(board: BoardChange & Pick<BoardRecord, 'uuid' | 'organisation'>): Promise<void>;
  change(uuid: string, change: BoardChange): Promise<StoredEvent[]>;
  remove(uuid: string, at: Moment): Promise<StoredEvent[]>;
};

/** Displays: those that were ended are known to `endAllOf` and to a restore alone. Each change also adds the event that tells every process of it. */
export type DisplayStore = {
  /** By name. @param organisation null for those of all */
  list(organisation: string | null): Promise<DisplayRecord[]>;
  byUuid(uuid: string): Promise<DisplayRecord | null>;
  /** @param token as SHA-256 */
  byToken(token: string): Promise<DisplayRecord | null>;
  add(display: NewDisplay): Promise<void>;
  change(uuid: string, change: { name: string; board: string | null }, at: Moment): Promise<StoredEvent[]>;
  /** Notes that they are in use, and from where. @param ahead what was noted after it was noted by a clock that was ahead */
  touch(seen: readonly SeenDisplay[], at: Moment, ahead: Moment): Promise<void>;
  end(uuid: string, at: Moment): Promise<StoredEvent[]>;
  endAllOf(organisation: string, at: Moment): Promise<StoredEvent[]>;
};

/** Screens that wait to be paired. */
export type PairingStore = {
  /** Holds all of them against other processes until the transaction ends. */
  lock(): Promise<void>;
  /** Lets those that expire after a moment expire at it: a clock was ahead when they were made. */
  settle(latest: Moment): Promise<void>;
  /** Forgets the oldest of those that wait, but for the last ones. @param network of one alone; null for all */
  giveWay(network: string | null, most: number): Promise<void>;
  add(pairing: Pairing): Promise<void>;
  byCode(code: string): Promise<Pairing | null>;
  byClaim(claim: string): Promise<Pairing | null>;
  /** @param display what it has become @param expires_at until when the screen can learn of it */
  become(code: string, display: string, expires_at: Moment): Promise<void>;
  /** @param claim as SHA-256 */
  remove(claim: string): Promise<void>;
  /** Forgets those that have expired. */
  purge(now: Moment): Promise<void>;
};

/** Something that every process hears of, in the order in which it was committed. */
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
 * Takes the events that a write gave back, once that is committed: this process hears of them at once, without reading them. Whoever does not call it
 * leaves them to be read.
 */
export type Tell = (events: readonly StoredEvent[]) => void;

/** What happened lately. The other stores add to it, in the transaction of what happened. */
export type EventStore = {
  /** The number of the last one; 0 when there is none. */
  last(): Promise<number>;
  /** Those after a number, oldest first, up to some hundreds. None that is committed later has a lower number than one of these. */
  since(number: number): Promise<StoredEvent[]>;
  purge(before: Moment): Promise<void>;
};

/**
 * Everything that is stored: what the rules need from a database, one implementation per engine behind it; the rules never see SQL. Field names are the
 * contract's where it has them. Stores of people stand in `people-port.ts`, of boards in `board-port.ts`, of displays in `display-port.ts`, of pages in `page-port.ts`, of attempts and networks in `session-port.ts`.
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

/** Hears of what other processes do to the database. */
export type Watch = {
  /** Whether it would hear of something just now. */
  isListening(): boolean;
  close(): Promise<void>;
};

/**
 * An open database. What a call has answered is on the disk. Every call rejects with `StorageUnavailable` while the database cannot be reached; a
 * transaction that was rejected so may have been done.
 */
export type Storage = Stores & {
  /** All of the work or nothing. @param work must use the stores that it is given, and no others; it may run again */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /**
   * Tells every process, this one too, something that is stored nowhere: whoever does not watch at this moment never learns of it.
   * @param text up to 7,000 bytes
   */
  announce(text: string): Promise<void>;
  /**
   * @param changed called when there may be new events, and after each time in which some could have been missed; with the number of the last one,
   * where the database tells it, else null
   * @param announced called with what a process announces
   */
  watch(changed: (last: number | null) => void, announced: (text: string) => void): Watch;
  close(): Promise<void>;
};
