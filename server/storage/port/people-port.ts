import type { Moment } from './moment.ts';

/** An organisation. `organization_id` is the number that the contract shows. */
export type Organisation = { uuid: string; organization_id: number; name: string };

/** A user together with the organisation it belongs to. */
export type UserRecord = {
  uuid: string;
  username: string;
  name: string;
  email: string;
  permission: number;
  password_hash: string;
  /**
   * Time until which a one-time password is valid, which has to be changed before anything else; null for one that the
   * user chose.
   */
  password_until: Moment | null;
  /** The last sign-in; null before the first. */
  signed_in_at: Moment | null;
  disabled_at: Moment | null;
  organisation: string;
  organization_id: number;
  organization_name: string;
  /** The templates of Command Docs in their organisation; null if it has chosen none. */
  command_left: string | null;
  command_right: string | null;
};

/** A user to add. */
export type NewUser = Omit<
  UserRecord,
  'organization_id' | 'organization_name' | 'command_left' | 'command_right' | 'disabled_at' | 'signed_in_at'
> & {
  created_at: Moment;
};

/** Fields of a user that an administrator may change. */
export type UserChange = Partial<Pick<UserRecord, 'name' | 'email' | 'permission' | 'organisation'>>;

/** A role: it opens one template file to its holders. */
export type RoleRecord = { uuid: string; name: string; file_name: string };

/** A pane of Command Docs. */
export type CommandPane = 'left' | 'right';

/** Organisations. */
export type OrganisationStore = {
  byNumber(organizationId: number): Promise<Organisation | null>;
  list(): Promise<Organisation[]>;
  /** Locks the names of organisations and users against other changes until the end of the transaction. */
  lockNames(): Promise<void>;
  add(organisation: Organisation): Promise<void>;
  /** The highest number ever used, by removed ones too; 0 without any. */
  lastNumber(): Promise<number>;
  rename(uuid: string, name: string): Promise<void>;
  /** Sets its template of one pane of Command Docs. */
  setCommand(uuid: string, pane: CommandPane, template: string): Promise<void>;
  /** Removes a template from every pair. */
  dropCommand(template: string): Promise<void>;
  /** Its present pair. */
  command(uuid: string): Promise<{ left: string | null; right: string | null }>;
  /** Things that belong to it. */
  holdings(uuid: string): Promise<Holdings>;
  /** Hides it from all reads. Its row stays, since archives name it, and its name is free. */
  remove(uuid: string, at: Moment): Promise<void>;
};

/**
 * Things of an organisation: the uuids of its works in progress and of its own templates, and the number of archives.
 */
export type Holdings = { wips: string[]; templates: string[]; archives: number };

/** Users. */
export type UserStore = {
  byUuid(uuid: string): Promise<UserRecord | null>;
  /** The user, locked against other writers until the transaction ends. */
  lock(uuid: string): Promise<UserRecord | null>;
  /** Names of users are compared without regard to case. */
  byUsername(username: string): Promise<UserRecord | null>;
  /** @param organisation its uuid, or null for all */
  list(organisation: string | null): Promise<UserRecord[]>;
  /**
   * Number of users of an organisation who have at least this level, a password of their own, and are not disabled;
   * locked against other counts until the transaction ends.
   */
  countAtLeast(permission: number, organisation: string): Promise<number>;
  isEmpty(): Promise<boolean>;
  add(user: NewUser): Promise<void>;
  change(uuid: string, change: UserChange): Promise<void>;
  /** @param until for `password_until`; without it that is not changed, as for another hash of the same password */
  setPasswordHash(uuid: string, hash: string, until?: Moment | null): Promise<void>;
  noteSignIn(uuid: string, at: Moment): Promise<void>;
  setDisabled(uuid: string, at: Moment | null): Promise<void>;
  rename(uuid: string, username: string): Promise<void>;
  /**
   * Hides the user from all reads. The row stays, since documents and the audit log name it, without personal data; the
   * username is free.
   */
  remove(uuid: string, at: Moment): Promise<void>;
};

/** Roles and their holders. */
export type RoleStore = {
  list(): Promise<RoleRecord[]>;
  byUuid(uuid: string): Promise<RoleRecord | null>;
  /** The roles that open a template file, and whether the user holds one of them. */
  forFile(fileName: string, user: string): Promise<{ exists: boolean; held: boolean }>;
  add(role: RoleRecord): Promise<void>;
  /** Does nothing when the user already holds it. */
  assign(role: string, user: string): Promise<void>;
  /** @returns true if the user held it */
  unassign(role: string, user: string): Promise<boolean>;
  /** Removes all roles of a user. */
  unassignAll(user: string): Promise<void>;
  /** All roles with their holders, disabled users too. */
  holders(): Promise<{ role: string; user: string }[]>;
  /** The same of some users. */
  ofUsers(users: readonly string[]): Promise<{ role: string; user: string }[]>;
  /** Removes it from its holders first. */
  remove(role: string): Promise<void>;
};

/** A user's second factor: the secret that their authenticator shares with this host, and the codes that replace it. */
export type SecondFactor = {
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

/** Second factors. */
export type SecondFactorStore = {
  of(user: string): Promise<SecondFactor | null>;
  /** Those of some users who have one. */
  holders(users: readonly string[]): Promise<string[]>;
  /** Replaces the one before, if there is one. */
  set(factor: SecondFactor): Promise<void>;
  /** Counts a wrong code. */
  noteFailure(user: string): Promise<void>;
  /** Does nothing if there is none. @returns true if there was one */
  remove(user: string): Promise<boolean>;
};

/** An identity of an identity provider: each is one user here. */
export type Identity = { issuer: string; subject: string; user: string };

/** Identities of identity providers. */
export type IdentityStore = {
  bySubject(issuer: string, subject: string): Promise<Identity | null>;
  of(user: string): Promise<Identity | null>;
  /** Those of some users who have one. */
  holders(users: readonly string[]): Promise<string[]>;
  /** Replaces the one that the user had before. */
  set(identity: Identity): Promise<void>;
  /** Does nothing if there is none. @returns true if there was one */
  remove(user: string): Promise<boolean>;
};
