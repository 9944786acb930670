import type { CompiledQuery, Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { staleNames, type Stale } from '../memory.ts';
import type { Added } from '../own-events.ts';
import type { SessionStore, SettingStore, StoredEvent } from '../port/port.ts';
import type { UserRecord } from '../port/people-port.ts';
import type { Schema } from '../schema.ts';
import type { SessionFamily } from '../port/session-port.ts';
import { withEvents } from './events.ts';
import { USER_COLUMNS } from './people.ts';

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 * @param stale receives the names that each change makes stale
 * @param added called with the number of each event that is added
 */
export function sessionStore(db: Kysely<Schema>, engine: Engine, stale: Stale, added: Added): SessionStore {
  const sessions = db
    .selectFrom('session_families as family')
    .innerJoin('users', 'users.uuid', 'family.user')
    .innerJoin('organisations', 'organisations.uuid', 'users.organisation')
    .select(USER_COLUMNS)
    .select([
      'family.uuid as family_uuid',
      'family.used_at',
      'family.expires_at',
      'family.revoked_at',
      'family.opened_at',
      'family.address',
      'family.agent',
      'family.factor_due',
    ]);
  // Every call uses it, so it is compiled once.
  let byAccess: CompiledQuery<AccessRow> | null = null;
  const refreshTokens = db.selectFrom('refresh_tokens').selectAll();
  const revoked = async (
    of: Kysely<Schema>,
    column: 'uuid' | 'user',
    value: string,
    at: string,
    but?: string,
  ): Promise<string[]> => {
    const wanted = of
      .updateTable('session_families')
      .set({ revoked_at: at })
      .where(column, '=', value)
      .where('revoked_at', 'is', null);
    const families = await (but === undefined ? wanted : wanted.where('uuid', '!=', but)).returning('uuid').execute();
    return families.map(({ uuid }) => uuid);
  };
  const withEndEvents = async (at: string, work: (of: Kysely<Schema>) => Promise<string[]>): Promise<StoredEvent[]> => {
    const ended = await withEvents(db, engine, { kind: 'session_ended', at, added }, work);
    await stale(...ended.map(({ subject }) => staleNames.family(subject)));
    return ended.map(({ number, subject }) => ({ number, kind: 'session_ended', family: subject }));
  };
  const settle = async (column: 'used_at' | 'expires_at', after: string, at: string): Promise<void> => {
    await db
      .updateTable('session_families')
      .set({ [column]: at })
      .where(column, '>', after)
      .execute();
    await stale(staleNames.sessions);
  };
  return {
    async addFamily(family) {
      await db
        .insertInto('session_families')
        .values({ opened_at: null, address: null, agent: null, factor_due: 0, ...family, revoked_at: null })
        .execute();
    },
    family: async (uuid) =>
      (await db.selectFrom('session_families').selectAll().where('uuid', '=', uuid).executeTakeFirst()) ?? null,
    async addAccess(token) {
      await db.insertInto('access_tokens').values(token).execute();
    },
    async access(hash) {
      byAccess ??= sessions
        .innerJoin('access_tokens as token', 'token.family', 'family.uuid')
        .select('token.expires_at as token_expires_at')
        .where('token.hash', '=', hash)
        .compile();
      const [row] = (await db.executeQuery<AccessRow>({ ...byAccess, parameters: [hash] })).rows;
      if (!row) return null;
      const { token_expires_at, ...more } = row;
      const session = sessionIn(more);
      return { token: { hash, family: session.family.uuid, expires_at: token_expires_at }, ...session };
    },
    async hold(uuid) {
      const wanted = sessions.where('family.uuid', '=', uuid);
      const row = await (engine.hasRowLocks ? wanted.forShare('family') : wanted).executeTakeFirst();
      return row ? sessionIn(row) : null;
    },
    async addRefresh(token) {
      await db.insertInto('refresh_tokens').values(token).execute();
    },
    refreshToken: async (hash) => (await refreshTokens.where('hash', '=', hash).executeTakeFirst()) ?? null,
    async lockRefresh(hash) {
      const wanted = refreshTokens.where('hash', '=', hash);
      return (await (engine.hasRowLocks ? wanted.forUpdate() : wanted).executeTakeFirst()) ?? null;
    },
    async markUsed(hash, at) {
      await db.updateTable('refresh_tokens').set({ used_at: at }).where('hash', '=', hash).execute();
    },
    async touch(families, at) {
      const update = db.updateTable('session_families').set({ used_at: at }).where('used_at', '<', at);
      if (families.length === 0) return;
      if (!engine.hasRowLocks) await update.where('uuid', 'in', families).execute();
      // One after the other: two processes that each lock several rows could block each other forever.
      else for (const uuid of families) await update.where('uuid', '=', uuid).execute();
      await stale(...families.map(staleNames.family));
    },
    async setFactorDue(whose, isDue) {
      const update = db.updateTable('session_families').set({ factor_due: isDue ? 1 : 0 });
      await (
        'family' in whose ? update.where('uuid', '=', whose.family) : update.where('user', '=', whose.user)
      ).execute();
      await stale(staleNames.sessions);
    },
    revoke: (family, at) => withEndEvents(at, (of) => revoked(of, 'uuid', family, at)),
    revokeAllOf: (user, at, but) => withEndEvents(at, (of) => revoked(of, 'user', user, at, but)),
    ofUser: (user) =>
      db
        .selectFrom('session_families')
        .selectAll()
        .where('user', '=', user)
        .where('revoked_at', 'is', null)
        .orderBy('used_at', 'desc')
        .orderBy('uuid')
        .execute(),
    // All are revoked before the lock of events is taken: a transaction that changes something holds a session, and may
    // wait for that lock.
    revokeAll: (at) =>
      withEndEvents(at, async (of) => {
        const alive = of.selectFrom('session_families').select('user').distinct().where('revoked_at', 'is', null);
        const ended: string[] = [];
        // In one order, so that two calls at once do not block each other forever.
        for (const { user } of await alive.orderBy('user').execute())
          ended.push(...(await revoked(of, 'user', user, at)));
        return ended;
      }),
    async newestUse() {
      const newest = db.selectFrom('session_families').select(({ fn }) => fn.max('used_at').as('moment'));
      return (await newest.executeTakeFirst())?.moment ?? null;
    },
    settleUse: (after, at) => settle('used_at', after, at),
    settleEnd: (after, at) => settle('expires_at', after, at),
    async purge(when) {
      await db
        .deleteFrom('access_tokens')
        .where((is) => is.or([is('expires_at', '<', when.access), is('expires_at', '>', when.accessAhead)]))
        .execute();
      await db.deleteFrom('refresh_tokens').where('used_at', '<', when.refreshUse).execute();
      await db
        .deleteFrom('session_families')
        .where((is) => is.or([is('expires_at', '<', when.familyEnd), is('used_at', '<', when.familyUse)]))
        .execute();
      await stale(staleNames.sessions);
    },
  };
}

type SessionRow = UserRecord & { family_uuid: string } & Omit<SessionFamily, 'uuid' | 'user'>;

type AccessRow = SessionRow & { token_expires_at: string };

/** Splits a row into its family and its user. */
function sessionIn(row: SessionRow): { family: SessionFamily; user: UserRecord } {
  const { family_uuid, used_at, expires_at, revoked_at, opened_at, address, agent, factor_due, ...user } = row;
  const times = { used_at, expires_at, revoked_at, opened_at };
  return { family: { uuid: family_uuid, user: user.uuid, ...times, address, agent, factor_due }, user };
}

/** @param db the database or a transaction of it */
export function settingStore(db: Kysely<Schema>): SettingStore {
  return {
    get: async (name) =>
      (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value ?? null,
    async set(name, value) {
      await db
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
