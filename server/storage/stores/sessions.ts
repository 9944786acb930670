import type { CompiledQuery, Kysely, Selectable } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { staleNames, type Cache, type ReadOnly } from '../memory.ts';
import type { Added } from '../own-events.ts';
import type { Moment, Row, Schema } from '../schema.ts';
import { USER } from './people.ts';
import { firstOf } from './queries.ts';
import { withEvents } from './with-events.ts';

/** A chain of refresh tokens that began with one sign-in. */
export type SessionFamily = Selectable<Schema['session_families']>;
type AccessToken = Selectable<Schema['access_tokens']>;
type RefreshToken = Selectable<Schema['refresh_tokens']>;

/** Columns of a family together with its user. */
const SESSION = [
  ...USER,
  'session_families.uuid as family_uuid',
  'session_families.used_at',
  'session_families.expires_at',
  'session_families.revoked_at',
  'session_families.opened_at',
  'session_families.address',
  'session_families.agent',
  'session_families.factor_due',
] as const;
type SessionRow = Row<'session_families' | 'users' | 'organisations', typeof SESSION>;
type AccessRow = SessionRow & { token_expires_at: Moment };

/** Splits a row into its family and its user. */
function sessionIn(row: SessionRow) {
  const { family_uuid, used_at, expires_at, revoked_at, opened_at, address, agent, factor_due, ...user } = row;
  const more = { used_at, expires_at, revoked_at, opened_at, address, agent, factor_due };
  const family: SessionFamily = { uuid: family_uuid, user: user.uuid, ...more };
  return { family, user };
}

/** Sessions and their tokens, by hash only. */
export function sessionStore(db: ReadOnly, engine: Engine, { exact, write }: Cache, added: Added) {
  const ofAll = [staleNames.sessions];
  const sessions = db
    .selectFrom('session_families')
    .innerJoin('users', 'users.uuid', 'session_families.user')
    .innerJoin('organisations', 'organisations.uuid', 'users.organisation')
    .select(SESSION);
  // Every call uses it, so it is compiled once.
  let byAccess: CompiledQuery<AccessRow> | null = null;
  const refreshTokens = db.selectFrom('refresh_tokens').selectAll();
  const revoked = async (
    of: Kysely<Schema>,
    column: 'uuid' | 'user',
    value: string,
    at: Moment,
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
  const withEndEvents = async (at: Moment, work: (of: Kysely<Schema>) => Promise<string[]>) => {
    const ended = await write(
      (events: readonly { subject: string }[]) => events.map(({ subject }) => staleNames.family(subject)),
      (to) => withEvents(to, engine, { kind: 'session_ended', at, added }, work),
    );
    return ended.map(({ number, subject }) => ({ number, kind: 'session_ended' as const, family: subject }));
  };
  const settle = async (column: 'used_at' | 'expires_at', after: Moment, at: Moment): Promise<void> => {
    await write(ofAll, (to) =>
      to
        .updateTable('session_families')
        .set({ [column]: at })
        .where(column, '>', after)
        .execute(),
    );
  };
  return {
    async addFamily(family: Pick<SessionFamily, 'uuid' | 'user' | 'used_at' | 'expires_at'> & Partial<SessionFamily>) {
      await write([], (to) =>
        to
          .insertInto('session_families')
          .values({ opened_at: null, address: null, agent: null, factor_due: 0, ...family, revoked_at: null })
          .execute(),
      );
    },
    family: (uuid: string): Promise<SessionFamily | null> =>
      firstOf(db.selectFrom('session_families').selectAll().where('uuid', '=', uuid)),
    async addAccess(token: AccessToken) {
      // That a token is unknown is not cached.
      await write([], (to) => to.insertInto('access_tokens').values(token).execute());
    },
    /** The token, its family and the user, or null when it is unknown. */
    access: (hash: string) =>
      exact(
        `session ${hash}`,
        (session) => session && [...ofAll, staleNames.family(session.family.uuid), staleNames.user(session.user.uuid)],
        async () => {
          byAccess ??= sessions
            .innerJoin('access_tokens as token', 'token.family', 'session_families.uuid')
            .select('token.expires_at as token_expires_at')
            .where('token.hash', '=', hash)
            .compile();
          const [row] = (await db.executeQuery<AccessRow>({ ...byAccess, parameters: [hash] })).rows;
          if (!row) return null;
          const { token_expires_at, ...more } = row;
          const session = sessionIn(more);
          return { token: { hash, family: session.family.uuid, expires_at: token_expires_at }, ...session };
        },
      ),
    /** Removes a token that ends after a moment. @returns false if there was none: of two calls at once one gets true */
    async takeAccess(hash: string, family: string, at: Moment): Promise<boolean> {
      const taken = await write([], (to) =>
        to
          .deleteFrom('access_tokens')
          .where('hash', '=', hash)
          .where('family', '=', family)
          .where('expires_at', '>', at)
          .executeTakeFirst(),
      );
      return taken.numDeletedRows > 0n;
    },
    /**
     * A family and its user, locked against changes that would end it until the transaction ends; null when it is
     * unknown.
     */
    async hold(uuid: string) {
      const wanted = sessions.where('session_families.uuid', '=', uuid);
      const row = await (engine.hasRowLocks ? wanted.forShare('session_families') : wanted).executeTakeFirst();
      return row ? sessionIn(row) : null;
    },
    async addRefresh(token: RefreshToken) {
      await write([], (to) => to.insertInto('refresh_tokens').values(token).execute());
    },
    refreshToken: (hash: string): Promise<RefreshToken | null> => firstOf(refreshTokens.where('hash', '=', hash)),
    /** The token, locked against other writers until the transaction ends. */
    async lockRefresh(hash: string): Promise<RefreshToken | null> {
      const wanted = refreshTokens.where('hash', '=', hash);
      return firstOf(engine.hasRowLocks ? wanted.forUpdate() : wanted);
    },
    async markUsed(hash: string, at: Moment) {
      await write([], (to) => to.updateTable('refresh_tokens').set({ used_at: at }).where('hash', '=', hash).execute());
    },
    /** Notes activity, unless a later one is noted. */
    async touch(families: readonly string[], at: Moment) {
      if (families.length === 0) return;
      await write(families.map(staleNames.family), async (to) => {
        const update = to.updateTable('session_families').set({ used_at: at }).where('used_at', '<', at);
        if (!engine.hasRowLocks) await update.where('uuid', 'in', families).execute();
        // One after the other: two processes that each lock several rows could block each other forever.
        else for (const uuid of families) await update.where('uuid', '=', uuid).execute();
      });
    },
    /** Notes if a second factor has to be set up before anything else: in one session, or in all of a user. */
    async setFactorDue(whose: { family: string } | { user: string }, isDue: boolean) {
      await write(ofAll, (to) => {
        const update = to.updateTable('session_families').set({ factor_due: isDue ? 1 : 0 });
        return (
          'family' in whose ? update.where('uuid', '=', whose.family) : update.where('user', '=', whose.user)
        ).execute();
      });
    },
    /** Also adds an event for every process, if it was alive. @returns that event, to be published */
    revoke: (family: string, at: Moment) => withEndEvents(at, (of) => revoked(of, 'uuid', family, at)),
    /** The same for all of a user, with an event for each that was alive. @param but one family that continues */
    revokeAllOf: (user: string, at: Moment, but?: string) =>
      withEndEvents(at, (of) => revoked(of, 'user', user, at, but)),
    /** Those of a user that were not revoked, used last first; also those that have ended by themselves. */
    ofUser: (user: string): Promise<SessionFamily[]> =>
      db
        .selectFrom('session_families')
        .selectAll()
        .where('user', '=', user)
        .where('revoked_at', 'is', null)
        .orderBy('used_at', 'desc')
        .orderBy('uuid')
        .execute(),
    /** Revokes those of all users. */
    // All are revoked before the lock of events is taken: a transaction that changes something holds a session, and may
    // wait for that lock.
    revokeAll: (at: Moment) =>
      withEndEvents(at, async (of) => {
        const alive = of.selectFrom('session_families').select('user').distinct().where('revoked_at', 'is', null);
        const ended: string[] = [];
        // In one order, so that two calls at once do not block each other forever.
        for (const { user } of await alive.orderBy('user').execute())
          ended.push(...(await revoked(of, 'user', user, at)));
        return ended;
      }),
    /** The last use of any; null when there is none. */
    async newestUse() {
      const newest = db.selectFrom('session_families').select(({ fn }) => fn.max('used_at').as('moment'));
      return (await newest.executeTakeFirst())?.moment ?? null;
    },
    /** Sets the last use of families that were used after a moment. */
    settleUse: (after: Moment, at: Moment) => settle('used_at', after, at),
    /** Sets the end of families that end after a moment. */
    settleEnd: (after: Moment, at: Moment) => settle('expires_at', after, at),
    /**
     * Removes access tokens that end before one moment or after another, refresh tokens that were exchanged before a
     * moment, and families whose end or last use is before one.
     */
    async purge(when: {
      access: Moment;
      accessAhead: Moment;
      refreshUse: Moment;
      familyEnd: Moment;
      familyUse: Moment;
    }) {
      await write(ofAll, async (to) => {
        await to
          .deleteFrom('access_tokens')
          .where((is) => is.or([is('expires_at', '<', when.access), is('expires_at', '>', when.accessAhead)]))
          .execute();
        await to.deleteFrom('refresh_tokens').where('used_at', '<', when.refreshUse).execute();
        await to
          .deleteFrom('session_families')
          .where((is) => is.or([is('expires_at', '<', when.familyEnd), is('used_at', '<', when.familyUse)]))
          .execute();
      });
    },
  };
}

/** Named values of the installation, such as its secret. */
export function settingStore(db: Kysely<Schema>) {
  return {
    get: async (name: string) =>
      (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value ?? null,
    async set(name: string, value: string) {
      await db
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
