import type { Kysely, Selectable, Updateable } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { staleNames, type Cache, type ReadOnly } from '../memory.ts';
import { searchKey, usernameKey } from '../names.ts';
import type { Moment, Row, Schema } from '../schema.ts';
import { countOf, firstOf } from './queries.ts';

const ORGANISATION = ['uuid', 'organization_id', 'name'] as const;

export type Organisation = Row<'organisations', typeof ORGANISATION>;

/** A pane of Command Docs. */
export type CommandPane = 'left' | 'right';

/** Things of an organisation. */
export type Holdings = { wips: string[]; templates: string[]; archives: number };

/** Organisations. */
export function organisationStore(db: ReadOnly, engine: Engine, { write }: Cache) {
  // A session is read together with its user's organisation.
  const names = [staleNames.sessions];
  const set = async (uuid: string, change: Updateable<Schema['organisations']>): Promise<void> => {
    await write(names, (to) => to.updateTable('organisations').set(change).where('uuid', '=', uuid).execute());
  };
  const organisations = db.selectFrom('organisations').select(ORGANISATION).where('removed_at', 'is', null);
  return {
    /** Locks the names of organisations and users against other changes until the end of the transaction. */
    lockNames: () => engine.lockName(db, 'names'),
    async byNumber(organizationId: number): Promise<Organisation | null> {
      // A call may have any number; no organisation has an unsafe integer, and not every engine accepts one.
      if (!Number.isSafeInteger(organizationId)) return null;
      return firstOf(organisations.where('organization_id', '=', organizationId));
    },
    list: (): Promise<Organisation[]> => organisations.orderBy('organization_id').execute(),
    async add(organisation: Organisation) {
      await write([], (to) => to.insertInto('organisations').values(organisation).execute());
    },
    /** The highest number ever used, by removed ones too; 0 without any. */
    async lastNumber() {
      const row = await db
        .selectFrom('organisations')
        .select(({ fn }) => fn.max('organization_id').as('last'))
        .executeTakeFirst();
      return row?.last ?? 0;
    },
    rename: (uuid: string, name: string): Promise<void> => set(uuid, { name }),
    /** Sets its template of one pane of Command Docs. */
    setCommand: (uuid: string, pane: CommandPane, template: string): Promise<void> =>
      set(uuid, pane === 'left' ? { command_left: template } : { command_right: template }),
    /** Removes a template from every pair. */
    async dropCommand(template: string) {
      await write(names, async (to) => {
        for (const pane of ['command_left', 'command_right'] as const)
          await to
            .updateTable('organisations')
            .set({ [pane]: null })
            .where(pane, '=', template)
            .execute();
      });
    },
    /** Its present pair. */
    async command(uuid: string) {
      const row = await db
        .selectFrom('organisations')
        .select(['command_left as left', 'command_right as right'])
        .where('uuid', '=', uuid)
        .executeTakeFirst();
      return row ?? { left: null, right: null };
    },
    /** The uuids of its works in progress and of its own templates, and the number of archives. */
    async holdings(uuid: string): Promise<Holdings> {
      const wips = db.selectFrom('wips').select('uuid').where('organisation', '=', uuid);
      const templates = db.selectFrom('templates').select('uuid').where('organisation', '=', uuid);
      return {
        wips: (await wips.where('deleted_at', 'is', null).execute()).map((row) => row.uuid),
        templates: (await templates.where('removed_at', 'is', null).execute()).map((row) => row.uuid),
        archives: await countOf(db.selectFrom('archives').where('organisation', '=', uuid)),
      };
    },
    /** Hides it from all reads. Its row stays, since archives name it, and its name is free. */
    async remove(uuid: string, at: Moment) {
      const change = { name: `removed ${uuid}`, removed_at: at };
      await write(names, async (to) => {
        await to.deleteFrom('boards').where('organisation', '=', uuid).execute();
        await to.updateTable('organisations').set(change).where('uuid', '=', uuid).execute();
      });
    },
  };
}

/** Columns of a user in a list, with those of the organisation. */
export const LISTED_USER = [
  'users.uuid',
  'users.username',
  'users.name',
  'users.email',
  'users.permission',
  'users.password_until',
  'users.signed_in_at',
  'users.disabled_at',
  'organisations.organization_id',
  'organisations.name as organization_name',
] as const;

/** Columns of a `UserRecord`. */
export const USER = [
  ...LISTED_USER,
  'users.password_hash',
  'users.organisation',
  'organisations.command_left',
  'organisations.command_right',
] as const;

export type ListedUser = Row<'users' | 'organisations', typeof LISTED_USER>;

/** A user together with the organisation it belongs to. */
export type UserRecord = Row<'users' | 'organisations', typeof USER>;

/** The keys by which users are found: see `names.ts`. */
const keysOf = ({ username, name, email }: Pick<UserRecord, 'username' | 'name' | 'email'>) => ({
  username_key: usernameKey(username),
  username_sought: searchKey(username),
  name_key: searchKey(name),
  email_key: searchKey(email),
});

/** A user to add. */
export type NewUser = Omit<
  Schema['users'],
  keyof ReturnType<typeof keysOf> | 'signed_in_at' | 'disabled_at' | 'removed_at'
>;

/** Fields of a user that an administrator may change. */
export type UserChange = Partial<Pick<UserRecord, 'name' | 'email' | 'permission' | 'organisation'>>;

/** Users. */
export function userStore(db: ReadOnly, engine: Engine, { write }: Cache) {
  const namesFor = (uuid: string): string[] => [staleNames.user(uuid)];
  const set = async (uuid: string, change: Updateable<Schema['users']>): Promise<void> => {
    await write(namesFor(uuid), (to) => to.updateTable('users').set(change).where('uuid', '=', uuid).execute());
  };
  const users = db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.uuid', 'users.organisation')
    .select(USER)
    .where('users.removed_at', 'is', null);
  return {
    byUuid: (uuid: string): Promise<UserRecord | null> => firstOf(users.where('users.uuid', '=', uuid)),
    /** The user, locked against other writers until the transaction ends. */
    async lock(uuid: string): Promise<UserRecord | null> {
      const wanted = users.where('users.uuid', '=', uuid);
      // Does not lock out transactions that only add rows which refer to the user.
      return firstOf(engine.hasRowLocks ? wanted.forNoKeyUpdate('users') : wanted);
    },
    /** Names of users are compared without regard to case. */
    byUsername: (username: string): Promise<UserRecord | null> =>
      firstOf(users.where('users.username_key', '=', usernameKey(username))),
    /** @param organisation its uuid, or null for all */
    list: (organisation: string | null): Promise<UserRecord[]> =>
      (organisation === null ? users : users.where('users.organisation', '=', organisation))
        .orderBy('organisations.organization_id')
        .orderBy('users.username_key')
        .execute(),
    /**
     * Number of users of an organisation who have at least this level, a password of their own, and are not disabled;
     * locked against other counts until the transaction ends.
     */
    async countAtLeast(permission: number, organisation: string) {
      await engine.lockName(db, `administrators ${organisation}`);
      const atLeast = db
        .selectFrom('users')
        .where('organisation', '=', organisation)
        .where('permission', '>=', permission);
      // A user with a one-time password may never sign in.
      return countOf(atLeast.where('disabled_at', 'is', null).where('password_until', 'is', null));
    },
    isEmpty: async () => (await db.selectFrom('users').select('uuid').limit(1).executeTakeFirst()) === undefined,
    async add(user: NewUser) {
      const values = { ...user, ...keysOf(user), signed_in_at: null, disabled_at: null };
      await write([], (to) => to.insertInto('users').values(values).execute());
    },
    async change(uuid: string, change: UserChange) {
      const { name, email } = change;
      const keys = {
        ...(name !== undefined && { name_key: searchKey(name) }),
        ...(email !== undefined && { email_key: searchKey(email) }),
      };
      await write(namesFor(uuid), (to) =>
        to
          .updateTable('users')
          .set({ ...change, ...keys })
          .where('uuid', '=', uuid)
          // A user who was removed meanwhile gets no name back.
          .where('removed_at', 'is', null)
          .execute(),
      );
    },
    /** @param until for `password_until`; without it that is not changed, as for another hash of the same password */
    setPasswordHash: (uuid: string, hash: string, until?: Moment | null): Promise<void> =>
      set(uuid, { password_hash: hash, ...(until !== undefined && { password_until: until }) }),
    noteSignIn: (uuid: string, at: Moment): Promise<void> => set(uuid, { signed_in_at: at }),
    setDisabled: (uuid: string, at: Moment | null): Promise<void> => set(uuid, { disabled_at: at }),
    rename: (uuid: string, username: string): Promise<void> =>
      set(uuid, { username, username_key: usernameKey(username), username_sought: searchKey(username) }),
    /**
     * Hides the user from all reads. The row stays, since documents and the audit log name it, without personal data;
     * the username is free.
     */
    async remove(uuid: string, at: Moment) {
      const nobody = { username: '', name: '', email: '' };
      const keys = { ...keysOf(nobody), username_key: `removed ${uuid}` };
      const gone = { permission: 0, password_hash: '', password_until: null, disabled_at: at, removed_at: at };
      await write(namesFor(uuid), async (to) => {
        await to.deleteFrom('second_factors').where('user', '=', uuid).execute();
        await to.deleteFrom('identities').where('user', '=', uuid).execute();
        await to
          .updateTable('users')
          .set({ ...nobody, ...keys, ...gone })
          .where('uuid', '=', uuid)
          .execute();
      });
    },
  };
}

/** A role: it opens one template file to its holders. */
export type RoleRecord = Selectable<Schema['roles']>;

/** Roles and their holders. */
export function roleStore(db: ReadOnly, { settled, write }: Cache) {
  const names = [staleNames.roles];
  return {
    list: (): Promise<RoleRecord[]> =>
      settled('roles', names, () => db.selectFrom('roles').selectAll().orderBy('name').orderBy('uuid').execute()),
    byUuid: (uuid: string): Promise<RoleRecord | null> =>
      firstOf(db.selectFrom('roles').selectAll().where('uuid', '=', uuid)),
    /** The roles that open a template file, and whether the user holds one of them. */
    forFile: (fileName: string, user: string) =>
      settled(`roles for ${user} ${fileName}`, names, async () => {
        const rows = await db
          .selectFrom('roles')
          .leftJoin('role_holders', (join) =>
            join.onRef('role_holders.role', '=', 'roles.uuid').on('role_holders.user', '=', user),
          )
          .select('role_holders.user as holder')
          .where('roles.file_name', '=', fileName)
          .execute();
        return { exists: rows.length > 0, held: rows.some((row) => row.holder !== null) };
      }),
    async add(role: RoleRecord) {
      await write(names, (to) => to.insertInto('roles').values(role).execute());
    },
    /** Does nothing when the user already holds it. */
    async assign(role: string, user: string) {
      await write(names, (to) =>
        to
          .insertInto('role_holders')
          .values({ role, user })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
    },
    /** @returns true if the user held it */
    async unassign(role: string, user: string) {
      const { numDeletedRows } = await write(names, (to) =>
        to.deleteFrom('role_holders').where('role', '=', role).where('user', '=', user).executeTakeFirstOrThrow(),
      );
      return numDeletedRows > 0;
    },
    /** Removes all roles of a user. */
    async unassignAll(user: string) {
      await write(names, (to) => to.deleteFrom('role_holders').where('user', '=', user).execute());
    },
    /** All roles with their holders, disabled users too. */
    holders: () => db.selectFrom('role_holders').select(['role', 'user']).execute(),
    /** The same of some users. */
    async ofUsers(users: readonly string[]) {
      if (users.length === 0) return [];
      return db.selectFrom('role_holders').select(['role', 'user']).where('user', 'in', users).execute();
    },
    /** Removes it from its holders first. */
    async remove(role: string) {
      await write(names, async (to) => {
        await to.deleteFrom('role_holders').where('role', '=', role).execute();
        await to.deleteFrom('roles').where('uuid', '=', role).execute();
      });
    },
  };
}

/** A table with at most one row for each user. */
type OfUser = 'second_factors' | 'identities';

async function holdersOf(db: Kysely<Schema>, table: OfUser, users: readonly string[]): Promise<string[]> {
  if (users.length === 0) return [];
  const rows = await db.selectFrom(table).select('user').where('user', 'in', users).execute();
  return rows.map(({ user }) => user);
}

async function removeOf(db: Kysely<Schema>, table: OfUser, user: string): Promise<boolean> {
  const gone = await db.deleteFrom(table).where('user', '=', user).returning('user').execute();
  return gone.length > 0;
}

/** A user's second factor. */
export type SecondFactor = Selectable<Schema['second_factors']>;

/** Second factors. */
export function secondFactorStore(db: Kysely<Schema>) {
  return {
    of: (user: string): Promise<SecondFactor | null> =>
      firstOf(db.selectFrom('second_factors').selectAll().where('user', '=', user)),
    /** Those of some users who have one. */
    holders: (users: readonly string[]): Promise<string[]> => holdersOf(db, 'second_factors', users),
    /** Replaces the one before, if there is one. */
    async set(factor: SecondFactor) {
      await db
        .insertInto('second_factors')
        .values(factor)
        .onConflict((conflict) => conflict.column('user').doUpdateSet(factor))
        .execute();
    },
    /** Counts a wrong code. */
    async noteFailure(user: string) {
      await db
        .updateTable('second_factors')
        .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
        .where('user', '=', user)
        .execute();
    },
    /** Does nothing if there is none. @returns true if there was one */
    remove: (user: string): Promise<boolean> => removeOf(db, 'second_factors', user),
  };
}

/** An identity of an identity provider: each is one user here. */
export type Identity = Selectable<Schema['identities']>;

/** Identities of identity providers. */
export function identityStore(db: Kysely<Schema>) {
  return {
    bySubject: (issuer: string, subject: string): Promise<Identity | null> =>
      firstOf(db.selectFrom('identities').selectAll().where('issuer', '=', issuer).where('subject', '=', subject)),
    of: (user: string): Promise<Identity | null> =>
      firstOf(db.selectFrom('identities').selectAll().where('user', '=', user)),
    /** Those of some users who have one. */
    holders: (users: readonly string[]): Promise<string[]> => holdersOf(db, 'identities', users),
    /** Replaces the one that the user had before. */
    async set(identity: Identity) {
      const { issuer, subject } = identity;
      await db
        .insertInto('identities')
        .values(identity)
        .onConflict((conflict) => conflict.column('user').doUpdateSet({ issuer, subject }))
        .execute();
    },
    /** Does nothing if there is none. @returns true if there was one */
    remove: (user: string): Promise<boolean> => removeOf(db, 'identities', user),
  };
}
