import type { Generated, Selection } from 'kysely';
import type { AuditAction } from '#common/calls/audit.ts';

/** A moment: ISO 8601 text in UTC with milliseconds, which sorts as time does. */
export type Moment = string;

/**
 * `marked` if each save marked the text whose white space counts (docs/adr/0018-line-breaks.md), `guessed` if it was
 * made before saves did.
 */
export type LineBreaks = 'marked' | 'guessed';

/** Search key and sort key of a name: see `names.ts`. */
type NameKeys = { name_key: string; name_order: string };

/** A row with these columns, which are written as a query selects them. */
export type Row<Tables extends keyof Schema, Columns extends readonly string[]> = Selection<
  Schema,
  Tables,
  Columns[number]
>;

/**
 * The tables as the queries see them; `migrations.ts` makes them. The types of the records are made of these columns,
 * and so have the names of the contract's fields where it has them.
 */
export type Schema = {
  migrations: { number: number; name: string; applied_at: Moment };
  /** Named values of the installation, such as its secret. */
  settings: { name: string; value: string };
  organisations: {
    uuid: string;
    /** The number that the contract shows. */
    organization_id: number;
    name: string;
    /** Time since which the row is only there for references, under another name. */
    removed_at: Generated<Moment | null>;
    /** The templates of Command Docs; null if it has chosen none. */
    command_left: Generated<string | null>;
    command_right: Generated<string | null>;
  };
  users: {
    uuid: string;
    username: string;
    name: string;
    email: string;
    permission: number;
    password_hash: string;
    /**
     * Time until which a one-time password is valid, which has to be changed before anything else; null for one that
     * the user chose.
     */
    password_until: Moment | null;
    organisation: string;
    created_at: Moment;
    /** `username` in its form for comparisons: see `usernameKey`. */
    username_key: string;
    /** The last sign-in; null before the first. */
    signed_in_at: Moment | null;
    disabled_at: Moment | null;
    /** Time since which the row is only there for references, without personal data. */
    removed_at: Generated<Moment | null>;
    /** Search keys: see `names.ts`. */
    name_key: string;
    email_key: string;
    username_sought: string;
  };
  /** A user's second factor: the secret that their authenticator shares with this host, and the codes that replace it. */
  second_factors: {
    user: string;
    /** The shared secret, as base32 text. */
    secret: string;
    /** The time step of the code that was used last: each is valid once. */
    last_step: number;
    /** Wrong codes since the last right one. */
    failures: number;
    /** JSON of the recovery codes that are left, by their SHA-256. */
    recovery_codes: string;
    /** Time since which it is required. */
    since: Moment;
  };
  /** An identity of an identity provider: each is one user here. */
  identities: { issuer: string; subject: string; user: string };
  /** A role opens one template file to its holders. */
  roles: { uuid: string; name: string; file_name: string };
  role_holders: { role: string; user: string };
  /**
   * The HTML of a template at one time, by its SHA-256 in hex: it never changes. Every document is made from one of
   * these, with values and rows. `plan` has their places, as JSON of a `DocumentPlan`.
   */
  template_versions: { hash: string; content: string; plan: string };
  templates: {
    uuid: string;
    name: string;
    description: string;
    file_name: string;
    /** Null when it belongs to all of them. */
    organisation: string | null;
    position: number;
    created_at: Moment;
    /** Counts its replacements. */
    version: number;
    /** The HTML from which new documents are made. */
    template_version: string;
    /** The HTML that it had before; null while it had no other one. */
    version_before: Generated<string | null>;
    /** Time of its last new HTML; null until its first is replaced. */
    changed_at: Generated<Moment | null>;
    /** The uuid of the user who set it; null for the command line, and if it is not known. */
    changed_by: Generated<string | null>;
    /** Time since which no new documents are made from it; existing ones stay. */
    removed_at: Generated<Moment | null>;
    /** Days after which the content of its archives is removed; null for the installation's own number. */
    kept_days: Generated<number | null>;
  };
  /** A work in progress. A deleted one leaves its row, so that its archives stay readable, but not its content. */
  wips: {
    uuid: string;
    template: string;
    organisation: string;
    name: string;
    description: string;
    /** Grows with each change. */
    revision: number;
    /** JSON of the values by region id. */
    values: string;
    /** JSON of the added rows; null while there were none. */
    rows: string | null;
    line_breaks: LineBreaks;
    /** The HTML from which it is made, which may be older than its template's. */
    template_version: string;
    created_at: Moment;
    created_by: string;
    updated_at: Moment;
    /** The uuid of the user who saved it last. */
    updated_by: string;
    deleted_at: Moment | null;
    /**
     * The uuid of the user who deleted it; null for one that is not deleted, and also if no user did, as for those that
     * were deleted with their organisation.
     */
    deleted_by: Generated<string | null>;
  } & NameKeys;
  /**
   * A submission as it is stored for good: it never changes, except that its content may be removed. `checksum` is that
   * of the whole record, which includes `previous`, the checksum of the submission before it: a chain that a command
   * proves.
   */
  archives: {
    number: Generated<number>;
    uuid: string;
    wip: string;
    template: string;
    organisation: string;
    name: string;
    file_name: string;
    format: string;
    submitted_on: Moment;
    /** The uuid of the user. */
    submitted_by: string;
    line_breaks: LineBreaks;
    /** As `made_of`, as long as that version is stored for it. */
    template_version: string | null;
    /** The hash of the template version from which the HTML was made; null in those from before it was noted. */
    made_of: string | null;
    /** The SHA-256 of its HTML, under which the HTML is stored once for all archives that have it. */
    content_hash: string;
    previous: string | null;
    checksum: string;
    /** Its place in the chain of its organisation alone, and its link there (`chain.ts`). */
    link_number: number;
    link: string;
    /** Of archives from before format 15: the hash of the values that their checksum covered, and that checksum. */
    earlier_hash: string | null;
    earlier_checksum: string | null;
    /** Time since which only its record is stored, without its HTML; null before. */
    dropped_at: Moment | null;
    /** Its place among the submissions of its WIP, from 1. */
    place: number;
    /** How many entries differ from the submission before it; null for the first, and when nothing is known. */
    changed: Generated<number | null>;
    /** 1 once its values are in the index, 2 if its document cannot be read. */
    is_indexed: Generated<number>;
  } & NameKeys;
  /**
   * The index of values: one row for each value of an entry (`Entry` in `common/document/regions/compare.ts`) and the
   * submissions of its WIP that contain it, by their places: from `first` on, before `until`, which is null while the newest
   * one contains it.
   */
  region_values: {
    wip: string;
    region: string;
    label: string;
    value: string;
    is_row: number;
    /** Its place in the document, for the order of a list. */
    position: number;
    first: number;
    until: number | null;
  };
  /** The words of those values, and in the region '' those of the WIP's name, in the same way. */
  region_words: { wip: string; region: string; word: string; first: number; until: number | null };
  /**
   * Holds: nothing of what they cover is removed before they are released. The records of one WIP, of a template in one
   * organisation, or from `since` until before `until`. A released one stays. Users are null for the command line.
   */
  holds: {
    uuid: string;
    organisation: string;
    wip: string | null;
    template: string | null;
    since: Moment | null;
    until: Moment | null;
    reason: string;
    set_by: string | null;
    set_on: Moment;
    released_by: string | null;
    released_on: Moment | null;
    release_reason: string | null;
  };
  /** Texts that archives are made of, packed, by their hash. */
  archive_contents: { hash: string; packed: Uint8Array };
  /** A chain of refresh tokens that began with one sign-in. */
  session_families: {
    uuid: string;
    user: string;
    used_at: Moment;
    expires_at: Moment;
    revoked_at: Moment | null;
    /** Time, network address and browser of its sign-in; null in those from before these were noted. */
    opened_at: Moment | null;
    address: string | null;
    agent: string | null;
    /** 1 if a second factor was required at the sign-in, and there was none: it has to be set up before anything else. */
    factor_due: number;
  };
  /** An access token by its SHA-256; or, with `file ` before it, the address from which a session gets one file once. */
  access_tokens: { hash: string; family: string; expires_at: Moment };
  /** A refresh token by its SHA-256; `used_at` is set once it has been exchanged. */
  refresh_tokens: { hash: string; family: string; used_at: Moment | null };
  /** Events for every process: see `StoredEvent`. */
  events: {
    number: Generated<number>;
    at: Moment;
    kind: 'submission' | 'session_ended' | 'board_changed' | 'display_changed';
    subject: string;
  };
  /** Tries to sign in that failed, or are being checked now: of a username in a network, both hashed. */
  attempts: {
    number: Generated<number>;
    username: string;
    network: string;
    /** 1 if it was checked although a limit was reached: it counts for its name in its network alone. */
    is_beyond: number;
    at: Moment;
  };
  /** Time of the last note that tries are refused: of a name from a network, of a name, or from a network. */
  sign_in_refusals: { username: string; network: string; at: Moment };
  /** A sign-in that is on its way to an identity provider and back. */
  provider_sign_ins: {
    /** The text that comes back with the answer, by its SHA-256. */
    state: string;
    /** The mark of the browser that began it, by its SHA-256. */
    browser: string;
    /** The values that the answer must contain, and with which it is exchanged (PKCE). */
    nonce: string;
    verifier: string;
    expires_at: Moment;
  };
  /** Networks from which a user signed in, hashed. */
  known_networks: { user: string; network: string; used_at: Moment };
  boards: {
    uuid: string;
    organisation: string;
    name: string;
    name_order: string;
    /** The documents or boards on it, as JSON (`boardShown` in `common/calls/boards.ts`). */
    shown: string;
    updated_at: Moment;
    updated_by: string;
  };
  /** A screen without a user. */
  displays: {
    uuid: string;
    organisation: string;
    name: string;
    name_order: string;
    /** The board that it shows; null when that was removed. */
    board: string | null;
    /** Its SHA-256. */
    token: string;
    paired_at: Moment;
    paired_by: string;
    last_seen: Moment;
    /** The last known network address; null until it is known. */
    address: string | null;
    /** Its row stays, so that a restore does not bring it back. */
    ended_at: Moment | null;
  };
  /**
   * An archive that a display showed in a pane, since when and until when. `until` is null until something ends it: the
   * display may have been cut off meanwhile (`domain/boards/received.ts`). `name`: that of the display then.
   */
  received: { archive: string; display: string; name: string; pane: string; since: Moment; until: Moment | null };
  /**
   * A screen that waits for its code to be entered. `code` and `claim` as SHA-256; `network`: that of its request,
   * hashed (`domain/boards/displays.ts`).
   */
  pairings: {
    code: string;
    claim: string;
    network: string;
    expires_at: Moment;
    /** The display of the paired screen; null while it waits. */
    display: string | null;
  };
  /** Stored bytes by user and day (UTC). */
  usage: { day: string; user: string; organisation: string; bytes: number };
  /** Work that takes longer than a call may (ADR 74): a user has one of each kind, the last. */
  jobs: {
    uuid: string;
    kind: string;
    user: string;
    /** How many things there are to do, and how many are done. */
    total: number;
    done: number;
    state: 'running' | 'done' | 'failed';
    /** Why it failed, in words. */
    message: string | null;
    /** Its result, encrypted with a key that is not stored here. */
    sealed: string | null;
    /** The last sign of life of a running one, the end of another. */
    at: Moment;
  };
  /** One line of the audit log: uuids, no names and no contents. */
  audit: {
    number: Generated<number>;
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
    /** A chain as that of archives, and for each organisation one of its own; entries of none have theirs too. */
    previous: string | null;
    checksum: string;
    link_number: number;
    link: string;
  };
  /**
   * The public keys by which checkpoints are checked, in the order in which they came: as base64, with the name that signatures have. `note`:
   * who vouches for it, as a signed note. The private one of the newest is in a file (`domain/records/signing-key.ts`).
   */
  record_keys: { number: Generated<number>; public: string; name: string; since: Moment; note: string };
  /**
   * Signed notes of how far the records and the audit log went. `organisation`: null for those of the installation; `records` and `audit`: the
   * counts; `stamp`: the answer of the time stamp authority as it came; `failure`: why there is none yet.
   */
  checkpoints: {
    number: Generated<number>;
    at: Moment;
    organisation: string | null;
    records: number;
    audit: number;
    note: string;
    stamp: Uint8Array | null;
    failure: string | null;
  };
};

/**
 * The key by which each table is exported, parents before children; null for what stays behind. Sessions do, and the secret that signs them:
 * users sign in again. Displays continue: their tokens are not signed. Tries to sign in and known networks stay behind with the secret, by which
 * they are hashed. The index of values is made again from the archives.
 */
export const exportedBy = {
  migrations: null,
  settings: ['name'],
  organisations: ['uuid'],
  users: ['uuid'],
  second_factors: ['user'],
  identities: ['issuer', 'subject'],
  roles: ['uuid'],
  role_holders: ['role', 'user'],
  template_versions: ['hash'],
  templates: ['uuid'],
  wips: ['uuid'],
  archive_contents: ['hash'],
  archives: ['number'],
  holds: ['uuid'],
  boards: ['uuid'],
  displays: ['uuid'],
  received: ['display', 'pane', 'since'],
  audit: ['number'],
  record_keys: ['number'],
  checkpoints: ['number'],
  region_values: null,
  region_words: null,
  session_families: null,
  access_tokens: null,
  refresh_tokens: null,
  events: null,
  attempts: null,
  sign_in_refusals: null,
  known_networks: null,
  provider_sign_ins: null,
  pairings: null,
  usage: null,
  jobs: null,
} as const satisfies Record<keyof Schema, readonly string[] | null>;
