import type { Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { Schema } from '../schema.ts';
import type { AttemptStore, NetworkStore, ProviderSignInStore } from '../port/session-port.ts';

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 */
export function attemptStore(db: Kysely<Schema>, engine: Engine): AttemptStore {
  return {
    async lock({ username, network }) {
      // Always in one order: otherwise two calls that each have one lock could wait for each other forever.
      await engine.lockName(db, `attempts of ${username}`);
      await engine.lockName(db, `attempts from ${network}`);
    },
    async settle({ username, network }, now) {
      await db
        .updateTable('attempts')
        .set({ at: now })
        .where('at', '>', now)
        .where((is) => is.or([is('username', '=', username), is('network', '=', network)]))
        .execute();
    },
    ofName: (username, after) =>
      db
        .selectFrom('attempts')
        .select(['network', 'is_beyond', 'at'])
        .where('username', '=', username)
        .where('at', '>', after)
        .orderBy('at')
        .execute(),
    async namesFrom(network, after) {
      const rows = await db
        .selectFrom('attempts')
        .select(({ fn }) => ['username', fn.max('at').as('at')])
        .where('network', '=', network)
        .where('is_beyond', '=', 0)
        .where('at', '>', after)
        .groupBy('username')
        .execute();
      return rows.toSorted((one, other) => (one.at < other.at ? -1 : 1));
    },
    async counts(usernames, after) {
      if (usernames.length === 0) return [];
      const rows = await db
        .selectFrom('attempts')
        .select(({ fn }) => ['username', 'network', fn.countAll().as('count')])
        .where('username', 'in', usernames)
        .where('is_beyond', '=', 0)
        .where('at', '>', after)
        .groupBy(['username', 'network'])
        .execute();
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },
    async add(attempt) {
      const { number } = await db.insertInto('attempts').values(attempt).returning('number').executeTakeFirstOrThrow();
      return number;
    },
    async remove(number) {
      await db.deleteFrom('attempts').where('number', '=', number).execute();
    },
    async clear(username, network) {
      const attempts = db.deleteFrom('attempts').where('username', '=', username);
      const gone = await (network === null ? attempts : attempts.where('network', '=', network))
        .returning('network')
        .execute();
      const refusals = db.deleteFrom('sign_in_refusals').where('username', '=', username);
      await (network === null ? refusals : refusals.where('network', '=', network)).execute();
      return { tries: gone.length, networks: new Set(gone.map((row) => row.network)).size };
    },
    async noteRefusal({ username, network }, at, after) {
      const noted = await db
        .selectFrom('sign_in_refusals')
        .select('at')
        .where('username', '=', username)
        .where('network', '=', network)
        .executeTakeFirst();
      // A moment in the future was noted while a clock was ahead.
      if (noted && noted.at > after && noted.at <= at) return false;
      await db
        .insertInto('sign_in_refusals')
        .values({ username, network, at })
        .onConflict((conflict) => conflict.columns(['username', 'network']).doUpdateSet({ at }))
        .execute();
      return true;
    },
    async purge(before, now) {
      for (const table of ['attempts', 'sign_in_refusals'] as const) {
        await db.updateTable(table).set({ at: now }).where('at', '>', now).execute();
        await db.deleteFrom(table).where('at', '<', before).execute();
      }
    },
  };
}

/** @param db the database or a transaction of it */
export function networkStore(db: Kysely<Schema>): NetworkStore {
  return {
    async isKnown(user, network) {
      const known = db.selectFrom('known_networks').select('user').where('user', '=', user);
      return (await known.where('network', '=', network).executeTakeFirst()) !== undefined;
    },
    async use(user, network, at, most) {
      await db
        .insertInto('known_networks')
        .values({ user, network, used_at: at })
        .onConflict((conflict) => conflict.columns(['user', 'network']).doUpdateSet({ used_at: at }))
        .execute();
      const kept = await db
        .selectFrom('known_networks')
        .select('network')
        .where('user', '=', user)
        .orderBy('used_at', 'desc')
        .execute();
      const over = kept.slice(most).map((row) => row.network);
      if (over.length === 0) return;
      await db.deleteFrom('known_networks').where('user', '=', user).where('network', 'in', over).execute();
    },
    async forget(user) {
      await db.deleteFrom('known_networks').where('user', '=', user).execute();
    },
    async purge(before) {
      await db.deleteFrom('known_networks').where('used_at', '<', before).execute();
    },
  };
}

/** @param db the database or a transaction of it */
export function providerSignInStore(db: Kysely<Schema>): ProviderSignInStore {
  return {
    async add(signIn) {
      await db.insertInto('provider_sign_ins').values(signIn).execute();
    },
    async isKnown(state, browser) {
      const wanted = db.selectFrom('provider_sign_ins').select('state').where('state', '=', state);
      return (await wanted.where('browser', '=', browser).executeTakeFirst()) !== undefined;
    },
    take: async (state, browser) =>
      (await db
        .deleteFrom('provider_sign_ins')
        .where('state', '=', state)
        .where('browser', '=', browser)
        .returningAll()
        .executeTakeFirst()) ?? null,
    async purge(before, after) {
      await db
        .deleteFrom('provider_sign_ins')
        .where((is) => is.or([is('expires_at', '<', before), is('expires_at', '>', after)]))
        .execute();
    },
  };
}
