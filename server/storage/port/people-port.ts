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
  /** Until when a one-time password lets in, which has to be changed before anything else; null for one that the person chose. */
  password_until: Moment | null;
  /** The last sign-in; null before the first. */
  signed_in_at: Moment | null;
  disabled_at: Moment | null;
  organisation: string;
  organization_id: number;
  organization_name: string;
  /** The templates of Command Docs in their organisation; null where it has chosen none. */
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

/** What an administrator may change of a user. */
export type UserChange = Partial<Pick<UserRecord, 'name' | 'email' | 'permission' | 'organisation'>>;

/** A role: it opens one template file to its holders. */
export type RoleRecord = { uuid: string; name: string; file_name: string };

/** A pane of Command Docs. */
export type CommandPane = 'left' | 'right';

/** Organisations. */
export type OrganisationStore = {
  byNumber(organizationId: number): Promise<Organisation | null>;
  list(): Promise<Organisation[]>;
  /** Holds the names of organisations and users against others that would give one, until the end of the transaction. */
  lockNames(): Promise<void>;
  add(organisation: Organisation): Promise<void>;
  /** The highest number that one ever had, the removed ones too; 0 without any. */
  lastNumber(): Promise<number>;
  rename(uuid: string, name: string): Promise<void>;
  /** Sets its template of one pane of Command Docs. */
  setCommand(uuid: string, pane: CommandPane, template: string): Promise<void>;
  /** Takes a template out of every pair. */
  dropCommand(template: string): Promise<void>;
  /** Its pair as it stands now. */
  command(uuid: string): Promise<{ left: string | null; right: string | null }>;
  /** Things that are there under its name. */
  holdings(uuid: string): Promise<Holdings>;
  /** Nobody finds it any more. Its row stays, since archives name it, and its name is free. */
  remove(uuid: string, at: Moment): Promise<void>;
};

/** What an organisation has: the uuids of its works in progress and of its own templates, and how many archives. */
export type Holdings = { wips: string[]; templates: string[]; archives: number };

/** Users. */
export type UserStore = {
  byUuid(uuid: string): Promise<UserRecord | null>;
  /** The user, held against other writers until the transaction ends. */
  lock(uuid: string): Promise<UserRecord | null>;
  /** Names of users are compared without regard to case. */
  byUsername(username: string): Promise<UserRecord | null>;
  /** @param organisation its uuid, or null for everybody */
  list(organisation: string | null): Promise<UserRecord[]>;
  /** How many users of an organisation have at least this level, a password of their own, and are not disabled; held against others who count until the transaction ends. */
  countAtLeast(permission: number, organisation: string): Promise<number>;
  isEmpty(): Promise<boolean>;
  add(user: NewUser): Promise<void>;
  change(uuid: string, change: UserChange): Promise<void>;
  /** @param until as `password_until` has it; without it that stays, as for another hash of the same password */
  setPasswordHash(uuid: string, hash: string, until?: Moment | null): Promise<void>;
  noteSignIn(uuid: string, at: Moment): Promise<void>;
  setDisabled(uuid: string, at: Moment | null): Promise<void>;
  rename(uuid: string, username: string): Promise<void>;
  /** Nobody finds the user any more. The row stays, since documents and the audit log name it, without anything personal; the username is free. */
  remove(uuid: string, at: Moment): Promise<void>;
};

/** Roles and who holds them. */
export type RoleStore = {
  list(): Promise<RoleRecord[]>;
  byUuid(uuid: string): Promise<RoleRecord | null>;
  /** The roles that open a template file, and whether the user holds one of them. */
  forFile(fileName: string, user: string): Promise<{ exists: boolean; held: boolean }>;
  add(role: RoleRecord): Promise<void>;
  /** Does nothing when the user already holds it. */
  assign(role: string, user: string): Promise<void>;
  /** @returns whether the user held it */
  unassign(role: string, user: string): Promise<boolean>;
  /** Takes a user every role. */
  unassignAll(user: string): Promise<void>;
  /** Who holds which; also those who are disabled. */
  holders(): Promise<{ role: string; user: string }[]>;
  /** The same of some users. */
  heldBy(users: readonly string[]): Promise<{ role: string; user: string }[]>;
  /** Takes it from its holders first. */
  remove(role: string): Promise<void>;
};

/** A person's second factor: what their authenticator shares with this host, and what lets them in without it. */
export type SecondFactor = {
  user: string;
  /** The shared secret, as base32 text. */
  secret: string;
  /** The step of time whose code was used last: each is good once. */
  last_step: number;
  /** Wrong codes since the last right one. */
  failures: number;
  /** JSON of the recovery codes that are left, by their SHA-256. */
  recovery_codes: string;
  /** Since when it is asked for. */
  since: Moment;
};

/** Second factors. */
export type SecondFactorStore = {
  of(user: string): Promise<SecondFactor | null>;
  /** Those of some users who have one. */
  holders(users: readonly string[]): Promise<string[]>;
  /** In the place of the one before, if there is one. */
  set(factor: SecondFactor): Promise<void>;
  /** Counts a wrong code. */
  noteFailure(user: string): Promise<void>;
  /** Does nothing where there is none. @returns whether there was one */
  remove(user: string): Promise<boolean>;
};

/** A person of an identity provider: one of theirs is one user of ours. */
export type Identity = { issuer: string; subject: string; user: string };

/** People of identity providers. */
export type IdentityStore = {
  bySubject(issuer: string, subject: string): Promise<Identity | null>;
  of(user: string): Promise<Identity | null>;
  /** Those of some users who have one. */
  holders(users: readonly string[]): Promise<string[]>;
  /** In the place of what the user had before. */
  set(identity: Identity): Promise<void>;
  /** Does nothing where there is none. @returns whether there was one */
  remove(user: string): Promise<boolean>;
};
