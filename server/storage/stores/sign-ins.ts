import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { Moment, Schema } from '../schema.ts';
import { firstOf } from './queries.ts';

/** Username and network of a sign-in, both hashed (`domain/session/throttle.ts`); an empty text for all of them. */
export type SignInPair = Pick<Schema['attempts'], 'username' | 'network'>;

/** Tries to sign in. */
export function attemptStore(db: Kysely<Schema>, engine: Engine) {
  return {
    /** Locks the name and the network against other processes until the transaction ends. */
    async lock({ username, network }: SignInPair) {
      // Always in one order: otherwise two calls that each have one lock could wait for each other forever.
      await engine.lockName(db, `attempts of ${username}`);
      await engine.lockName(db, `attempts from ${network}`);
    },
    /**
     * Sets the time of those of the name or of the network that are after a moment to it: a clock was ahead when they
     * were noted.
     */
    async settle({ username, network }: SignInPair, now: Moment) {
      await db
        .updateTable('attempts')
        .set({ at: now })
        .where('at', '>', now)
        .where((is) => is.or([is('username', '=', username), is('network', '=', network)]))
        .execute();
    },
    /** Those of a name after a moment, oldest first. */
    ofName: (username: string, after: Moment) =>
      db
        .selectFrom('attempts')
        .select(['network', 'is_beyond', 'at'])
        .where('username', '=', username)
        .where('at', '>', after)
        .orderBy('at')
        .execute(),
    /** The names that were tried from a network after a moment, each with its last try; oldest first. Without those beyond a limit. */
    async namesFrom(network: string, after: Moment) {
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
    /** Number of tries of each of these names after a moment, by network. Without those beyond a limit. */
    async counts(usernames: readonly string[], after: Moment) {
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
    /** @returns its number */
    async add(attempt: Insertable<Schema['attempts']>) {
      const { number } = await db.insertInto('attempts').values(attempt).returning('number').executeTakeFirstOrThrow();
      return number;
    },
    async remove(number: number) {
      await db.deleteFrom('attempts').where('number', '=', number).execute();
    },
    /**
     * Removes those of a name.
     * @param network from one alone; null for all.
     * @returns how many there were, and from how many networks
     */
    async clear(username: string, network: string | null) {
      const attempts = db.deleteFrom('attempts').where('username', '=', username);
      const gone = await (network === null ? attempts : attempts.where('network', '=', network))
        .returning('network')
        .execute();
      const refusals = db.deleteFrom('sign_in_refusals').where('username', '=', username);
      await (network === null ? refusals : refusals.where('network', '=', network)).execute();
      return { tries: gone.length, networks: new Set(gone.map((row) => row.network)).size };
    },
    /** Notes that tries are refused. @returns true if that was not noted since `after` */
    async noteRefusal({ username, network }: SignInPair, at: Moment, after: Moment) {
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
    /** Removes those before a moment; those after `now` count as of now. */
    async purge(before: Moment, now: Moment) {
      for (const table of ['attempts', 'sign_in_refusals'] as const) {
        await db.updateTable(table).set({ at: now }).where('at', '>', now).execute();
        await db.deleteFrom(table).where('at', '<', before).execute();
      }
    },
  };
}

/** The networks from which users signed in, hashed (`domain/session/throttle.ts`). */
export function networkStore(db: Kysely<Schema>) {
  return {
    async isKnown(user: string, network: string) {
      const known = db.selectFrom('known_networks').select('user').where('user', '=', user);
      return (await known.where('network', '=', network).executeTakeFirst()) !== undefined;
    },
    /** Notes a sign-in. @param most maximum of networks of one user; those that were used last stay */
    async use(user: string, network: string, at: Moment, most: number) {
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
    /** Removes all of a user. */
    async forget(user: string) {
      await db.deleteFrom('known_networks').where('user', '=', user).execute();
    },
    /** Removes those that were not used since. */
    async purge(before: Moment) {
      await db.deleteFrom('known_networks').where('used_at', '<', before).execute();
    },
  };
}

/** A sign-in that is on its way to an identity provider and back. */
type ProviderSignIn = Selectable<Schema['provider_sign_ins']>;

/** Sign-ins that are on their way. */
export function providerSignInStore(db: Kysely<Schema>) {
  return {
    async add(signIn: ProviderSignIn) {
      await db.insertInto('provider_sign_ins').values(signIn).execute();
    },
    async isKnown(state: string, browser: string) {
      const wanted = db.selectFrom('provider_sign_ins').select('state').where('state', '=', state);
      return (await wanted.where('browser', '=', browser).executeTakeFirst()) !== undefined;
    },
    /** Returns and removes it: of two calls at once one gets it. */
    take: (state: string, browser: string): Promise<ProviderSignIn | null> =>
      firstOf(
        db.deleteFrom('provider_sign_ins').where('state', '=', state).where('browser', '=', browser).returningAll(),
      ),
    /** Removes those that end before a moment, or after another: a clock was ahead when they were noted. */
    async purge(before: Moment, after: Moment) {
      await db
        .deleteFrom('provider_sign_ins')
        .where((is) => is.or([is('expires_at', '<', before), is('expires_at', '>', after)]))
        .execute();
    },
  };
}
