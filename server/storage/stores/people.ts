import type { Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { staleNames, type Stale } from '../memory.ts';
import type { IdentityStore, OrganisationStore, RoleStore, SecondFactorStore, UserStore } from '../port/people-port.ts';
import { searchKey } from '../names.ts';
import { usernameKey, type Schema } from '../schema.ts';

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 * @param stale receives the names that each change makes stale
 */
export function organisationStore(db: Kysely<Schema>, engine: Engine, stale: Stale): OrganisationStore {
  const organisations = db
    .selectFrom('organisations')
    .select(['uuid', 'organization_id', 'name'])
    .where('removed_at', 'is', null);
  return {
    lockNames: () => engine.lockName(db, 'names'),
    async byNumber(organizationId) {
      // A call may have any number; no organisation has an unsafe integer, and not every engine accepts one.
      if (!Number.isSafeInteger(organizationId)) return null;
      return (await organisations.where('organization_id', '=', organizationId).executeTakeFirst()) ?? null;
    },
    list: () => organisations.orderBy('organization_id').execute(),
    async add(organisation) {
      await db.insertInto('organisations').values(organisation).execute();
    },
    async lastNumber() {
      const row = await db
        .selectFrom('organisations')
        .select(({ fn }) => fn.max('organization_id').as('last'))
        .executeTakeFirst();
      return row?.last ?? 0;
    },
    async rename(uuid, name) {
      await db.updateTable('organisations').set({ name }).where('uuid', '=', uuid).execute();
      // A session is read together with the name of its user's organisation.
      await stale(staleNames.sessions);
    },
    async setCommand(uuid, pane, template) {
      const change = pane === 'left' ? { command_left: template } : { command_right: template };
      await db.updateTable('organisations').set(change).where('uuid', '=', uuid).execute();
      await stale(staleNames.sessions);
    },
    async dropCommand(template) {
      for (const pane of ['command_left', 'command_right'] as const)
        await db
          .updateTable('organisations')
          .set({ [pane]: null })
          .where(pane, '=', template)
          .execute();
      await stale(staleNames.sessions);
    },
    async command(uuid) {
      const row = await db
        .selectFrom('organisations')
        .select(['command_left as left', 'command_right as right'])
        .where('uuid', '=', uuid)
        .executeTakeFirst();
      return row ?? { left: null, right: null };
    },
    async holdings(uuid) {
      const wips = db.selectFrom('wips').select('uuid').where('organisation', '=', uuid);
      const templates = db.selectFrom('templates').select('uuid').where('organisation', '=', uuid);
      const archives = await db
        .selectFrom('archives')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('organisation', '=', uuid)
        .executeTakeFirstOrThrow();
      return {
        wips: (await wips.where('deleted_at', 'is', null).execute()).map((row) => row.uuid),
        templates: (await templates.where('removed_at', 'is', null).execute()).map((row) => row.uuid),
        archives: Number(archives.count),
      };
    },
    async remove(uuid, at) {
      await db.deleteFrom('boards').where('organisation', '=', uuid).execute();
      await db
        .updateTable('organisations')
        .set({ name: `removed ${uuid}`, removed_at: at })
        .where('uuid', '=', uuid)
        .execute();
      await stale(staleNames.sessions);
    },
  };
}

/** A `UserRecord`, of users with their organisations. */
export const USER_COLUMNS = [
  'users.uuid',
  'users.username',
  'users.name',
  'users.email',
  'users.permission',
  'users.password_hash',
  'users.password_until',
  'users.signed_in_at',
  'users.disabled_at',
  'users.organisation',
  'organisations.organization_id',
  'organisations.name as organization_name',
  'organisations.command_left',
  'organisations.command_right',
] as const;

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 * @param stale receives the names that each change makes stale
 */
export function userStore(db: Kysely<Schema>, engine: Engine, stale: Stale): UserStore {
  const users = db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.uuid', 'users.organisation')
    .select(USER_COLUMNS)
    .where('users.removed_at', 'is', null);
  return {
    byUuid: async (uuid) => (await users.where('users.uuid', '=', uuid).executeTakeFirst()) ?? null,
    async lock(uuid) {
      const wanted = users.where('users.uuid', '=', uuid);
      // Does not lock out transactions that only add rows which refer to the user.
      return (await (engine.hasRowLocks ? wanted.forNoKeyUpdate('users') : wanted).executeTakeFirst()) ?? null;
    },
    byUsername: async (username) =>
      (await users.where('users.username_key', '=', usernameKey(username)).executeTakeFirst()) ?? null,
    list: (organisation) =>
      (organisation === null ? users : users.where('users.organisation', '=', organisation))
        .orderBy('organisations.organization_id')
        .orderBy('users.username_key')
        .execute(),
    async countAtLeast(permission, organisation) {
      await engine.lockName(db, `administrators ${organisation}`);
      const row = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('organisation', '=', organisation)
        .where('permission', '>=', permission)
        .where('disabled_at', 'is', null)
        // A user with a one-time password may never sign in.
        .where('password_until', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    isEmpty: async () => (await db.selectFrom('users').select('uuid').limit(1).executeTakeFirst()) === undefined,
    async add(user) {
      await db
        .insertInto('users')
        .values({
          ...user,
          username_key: usernameKey(user.username),
          name_key: searchKey(user.name),
          email_key: searchKey(user.email),
          username_sought: searchKey(user.username),
          signed_in_at: null,
          disabled_at: null,
        })
        .execute();
    },
    async change(uuid, change) {
      const { name, email } = change;
      const keys = {
        ...(name !== undefined && { name_key: searchKey(name) }),
        ...(email !== undefined && { email_key: searchKey(email) }),
      };
      await db
        .updateTable('users')
        .set({ ...change, ...keys })
        .where('uuid', '=', uuid)
        // A user who was removed meanwhile gets no name back.
        .where('removed_at', 'is', null)
        .execute();
      await stale(staleNames.user(uuid));
    },
    async setPasswordHash(uuid, hash, until) {
      const change = { password_hash: hash, ...(until !== undefined && { password_until: until }) };
      await db.updateTable('users').set(change).where('uuid', '=', uuid).execute();
      await stale(staleNames.user(uuid));
    },
    async noteSignIn(uuid, at) {
      await db.updateTable('users').set({ signed_in_at: at }).where('uuid', '=', uuid).execute();
      await stale(staleNames.user(uuid));
    },
    async setDisabled(uuid, at) {
      await db.updateTable('users').set({ disabled_at: at }).where('uuid', '=', uuid).execute();
      await stale(staleNames.user(uuid));
    },
    async rename(uuid, username) {
      const names = { username, username_key: usernameKey(username), username_sought: searchKey(username) };
      await db.updateTable('users').set(names).where('uuid', '=', uuid).execute();
      await stale(staleNames.user(uuid));
    },
    async remove(uuid, at) {
      const nobody = {
        username: '',
        username_key: `removed ${uuid}`,
        name: '',
        email: '',
        name_key: '',
        email_key: '',
        username_sought: '',
      };
      await db.deleteFrom('second_factors').where('user', '=', uuid).execute();
      await db.deleteFrom('identities').where('user', '=', uuid).execute();
      const gone = { permission: 0, password_hash: '', password_until: null, disabled_at: at, removed_at: at };
      await db
        .updateTable('users')
        .set({ ...nobody, ...gone })
        .where('uuid', '=', uuid)
        .execute();
      await stale(staleNames.user(uuid));
    },
  };
}

/**
 * @param db the database or a transaction of it
 * @param stale receives the names that each change makes stale
 */
export function roleStore(db: Kysely<Schema>, stale: Stale): RoleStore {
  return {
    list: () => db.selectFrom('roles').selectAll().orderBy('name').orderBy('uuid').execute(),
    byUuid: async (uuid) =>
      (await db.selectFrom('roles').selectAll().where('uuid', '=', uuid).executeTakeFirst()) ?? null,
    async forFile(fileName, user) {
      const rows = await db
        .selectFrom('roles')
        .leftJoin('role_holders', (join) =>
          join.onRef('role_holders.role', '=', 'roles.uuid').on('role_holders.user', '=', user),
        )
        .select('role_holders.user as holder')
        .where('roles.file_name', '=', fileName)
        .execute();
      return { exists: rows.length > 0, held: rows.some((row) => row.holder !== null) };
    },
    async add(role) {
      await db.insertInto('roles').values(role).execute();
      await stale(staleNames.roles);
    },
    async assign(role, user) {
      await db
        .insertInto('role_holders')
        .values({ role, user })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await stale(staleNames.roles);
    },
    async unassign(role, user) {
      const { numDeletedRows } = await db
        .deleteFrom('role_holders')
        .where('role', '=', role)
        .where('user', '=', user)
        .executeTakeFirstOrThrow();
      await stale(staleNames.roles);
      return numDeletedRows > 0;
    },
    async unassignAll(user) {
      await db.deleteFrom('role_holders').where('user', '=', user).execute();
      await stale(staleNames.roles);
    },
    holders: () => db.selectFrom('role_holders').select(['role', 'user']).execute(),
    async ofUsers(users) {
      if (users.length === 0) return [];
      return db.selectFrom('role_holders').select(['role', 'user']).where('user', 'in', users).execute();
    },
    async remove(role) {
      await db.deleteFrom('role_holders').where('role', '=', role).execute();
      await db.deleteFrom('roles').where('uuid', '=', role).execute();
      await stale(staleNames.roles);
    },
  };
}

/** @param db the database or a transaction of it */
export function secondFactorStore(db: Kysely<Schema>): SecondFactorStore {
  return {
    of: async (user) =>
      (await db.selectFrom('second_factors').selectAll().where('user', '=', user).executeTakeFirst()) ?? null,
    async holders(users) {
      if (users.length === 0) return [];
      const rows = await db.selectFrom('second_factors').select('user').where('user', 'in', users).execute();
      return rows.map(({ user }) => user);
    },
    async set(factor) {
      await db
        .insertInto('second_factors')
        .values(factor)
        .onConflict((conflict) => conflict.column('user').doUpdateSet(factor))
        .execute();
    },
    async noteFailure(user) {
      await db
        .updateTable('second_factors')
        .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
        .where('user', '=', user)
        .execute();
    },
    async remove(user) {
      const gone = await db.deleteFrom('second_factors').where('user', '=', user).returning('user').execute();
      return gone.length > 0;
    },
  };
}

/** @param db the database or a transaction of it */
export function identityStore(db: Kysely<Schema>): IdentityStore {
  return {
    bySubject: async (issuer, subject) =>
      (await db
        .selectFrom('identities')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()) ?? null,
    of: async (user) =>
      (await db.selectFrom('identities').selectAll().where('user', '=', user).executeTakeFirst()) ?? null,
    async holders(users) {
      if (users.length === 0) return [];
      const rows = await db.selectFrom('identities').select('user').where('user', 'in', users).execute();
      return rows.map(({ user }) => user);
    },
    async set(identity) {
      const { issuer, subject } = identity;
      await db
        .insertInto('identities')
        .values(identity)
        .onConflict((conflict) => conflict.column('user').doUpdateSet({ issuer, subject }))
        .execute();
    },
    async remove(user) {
      const gone = await db.deleteFrom('identities').where('user', '=', user).returning('user').execute();
      return gone.length > 0;
    },
  };
}
