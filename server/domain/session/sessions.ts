import { randomUUID } from 'node:crypto';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { Publish, StoredEvent } from '#server/storage/stores/events.ts';
import type { UserRecord } from '#server/storage/stores/people.ts';
import type { SessionFamily } from '#server/storage/stores/sessions.ts';
import { actorOf, type Actor } from '../access.ts';
import { auditEntry } from '../audit/audit.ts';
import { used } from './second-factor.ts';
import type { InstallationSecret } from '../credentials/secret.ts';
import { derivedToken, hashToken, newToken } from './tokens.ts';

/** Times in milliseconds; docs/server.md ("Sessions") names them. */
const ACCESS_LIFE = 10 * 60_000;
const IDLE_LIFE = 8 * 60 * 60_000;
const GRACE = 10_000;
/**
 * Milliseconds for which an exchanged refresh token is known: until then its reuse ends the session, later it opens
 * nothing.
 */
const REUSE_KEPT = 24 * 60 * 60_000;
/** Life of an address from which a file is read. */
const FILE_LIFE = 60_000;
/** Maximum difference between the clocks of several processes. */
const SKEW = 60_000;

/** The session of a request: its user, and its chain of tokens. */
export type Session = { family: string; actor: Actor; isFactorDue: boolean };

/** A session that was opened. */
export type Opened = Omit<Session, 'family'> & { tokens: TokenPair };

/** A pair of tokens for the browser; lives in seconds. */
export type TokenPair = { access: string; accessLife: number; refresh: string; refreshLife: number; family: string };

/** A user as a sign-in read it, and the hash that its password matched. */
export type Verified = Pick<UserRecord, 'uuid' | 'password_hash'>;

/** Sessions: an opaque access token of 10 minutes, and a refresh token that is exchanged at each use. */
export type Sessions = ReturnType<typeof createSessions>;

/** True if a session is valid by itself; its user may still be disabled. */
export function isAlive(family: SessionFamily, now: Date): boolean {
  const before = (milliseconds: number): string => new Date(now.getTime() - milliseconds).toISOString();
  return family.revoked_at === null && family.expires_at > before(0) && family.used_at > before(IDLE_LIFE);
}

/** The stored form of a file's token, which opens no session. */
const fileHash = (token: string, file: string): string => `file ${hashToken(`${token}\n${file}`)}`;

/** True if a one-time password is no longer valid. */
export const isOver = ({ password_until }: Pick<UserRecord, 'password_until'>, now: Date): boolean =>
  password_until !== null && password_until <= now.toISOString();

/** The parts of `createSessions`. */
export type SessionParts = {
  storage: Storage;
  /** The installation's secret. */
  secret: Pick<InstallationSecret, 'current'>;
  now: () => Date;
  /** The longest life of a session, however much it is used, in milliseconds. */
  absoluteLife: number;
  /** True if a person must have a second factor. */
  isRequired: (person: Pick<Actor, 'permission'>) => boolean;
  /** Publishes the end of each family that ends before its time, so that its streams end with it. */
  publish: Publish;
};

/** @param parts storage, secret, clock and the absolute limit */
export function createSessions({ storage, secret, now, absoluteLife, isRequired, publish }: SessionParts) {
  const later = (milliseconds: number): string => new Date(now().getTime() + milliseconds).toISOString();

  const pairOf = (family: Pick<SessionFamily, 'uuid' | 'expires_at'>, access: string, refresh: string): TokenPair => ({
    family: family.uuid,
    access,
    accessLife: ACCESS_LIFE / 1000,
    refresh,
    refreshLife: Math.floor(Math.min(IDLE_LIFE, Date.parse(family.expires_at) - now().getTime()) / 1000),
  });

  const actorIn = (family: SessionFamily, user: UserRecord | null): Actor | null =>
    isAlive(family, now()) && user?.disabled_at === null && !isOver(user, now()) ? actorOf(user) : null;
  const userOf = async (family: SessionFamily, { users }: Stores): Promise<Actor | null> =>
    actorIn(family, await users.byUuid(family.user));
  const isOpen = async (uuid: string): Promise<boolean> => {
    const family = await storage.sessions.family(uuid);
    return family !== null && (await userOf(family, storage)) !== null;
  };

  /**
   * @param key the secret
   * @returns a new pair, the pair of a moment ago, the end of the session for a token that another person may have, or
   * null
   */
  const exchange = async (
    presented: string,
    key: string,
    stores: Stores,
  ): Promise<TokenPair | { ended: StoredEvent[] } | null> => {
    const token = await stores.sessions.lockRefresh(hashToken(presented));
    const family = token && (await stores.sessions.family(token.family));
    if (!token || !family || !(await userOf(family, stores))) return null;
    const access = derivedToken(key, presented, 'access');
    const refresh = derivedToken(key, presented, 'refresh');
    if (token.used_at !== null) {
      const successor = await stores.sessions.lockRefresh(hashToken(refresh));
      // Before or after now: the clock may have been set back since.
      const isRecent = token.used_at > later(-GRACE) && token.used_at < later(GRACE);
      if (isRecent && successor?.used_at === null) return pairOf(family, access, refresh);
      const ended = await stores.sessions.revoke(family.uuid, later(0));
      const more = { subject: family.user, detail: 'a refresh token came back after its exchange' };
      await stores.audit.add(auditEntry(now(), null, 'session_revoked', more));
      return { ended };
    }
    await stores.sessions.markUsed(token.hash, later(0));
    await stores.sessions.addRefresh({ hash: hashToken(refresh), family: family.uuid, used_at: null });
    await stores.sessions.addAccess({ hash: hashToken(access), family: family.uuid, expires_at: later(ACCESS_LIFE) });
    await stores.sessions.touch([family.uuid], later(0));
    return pairOf(family, access, refresh);
  };

  return {
    /**
     * Opens a session for a user whose password was correct.
     * @param renewed a new hash of the same password to store, or null
     * @param place address and browser of the sign-in, for the audit log and for the user; and its code, which is used up
     * by this. `provider`: an identity provider has verified the user, and decides on a second factor; `life`: the longest
     * life of such a session, in milliseconds
     * @returns null when the user's hash has changed, they are disabled or removed, or the code is used: then the
     * verification is no longer valid
     */
    async open(
      { uuid, password_hash }: Verified,
      renewed: string | null,
      {
        address,
        agent,
        code,
        provider,
      }: { address: string; agent: string | null; code: string | null; provider?: { life: number } },
    ): Promise<Opened | null> {
      const life = Math.min(absoluteLife, provider?.life ?? absoluteLife);
      const times = { opened_at: later(0), used_at: later(0), expires_at: later(life) };
      const family = { uuid: randomUUID(), user: uuid, ...times, address, agent };
      const access = newToken();
      const refresh = newToken();
      return storage.transaction(async ({ users, secondFactors, sessions, audit }) => {
        // A check of a password takes time: a change that ended the user's sessions meanwhile would not find this one.
        const user = await users.lock(uuid);
        if (user?.password_hash !== password_hash || user.disabled_at !== null || isOver(user, now())) return null;
        const factor = provider ? null : await secondFactors.of(uuid);
        if (factor) {
          const kept = used(factor, code ?? '', now());
          if (!kept) return null;
          await secondFactors.set(kept);
        }
        if (renewed !== null) await users.setPasswordHash(uuid, renewed);
        // The provider decides on a second factor of its own users.
        const isFactorDue = !factor && !provider && isRequired(user);
        await sessions.addFamily({ ...family, factor_due: isFactorDue ? 1 : 0 });
        await sessions.addRefresh({ hash: hashToken(refresh), family: family.uuid, used_at: null });
        await sessions.addAccess({ hash: hashToken(access), family: family.uuid, expires_at: later(ACCESS_LIFE) });
        await users.noteSignIn(uuid, later(0));
        const more = provider ? { address, detail: 'by the identity provider' } : { address };
        await audit.add(auditEntry(now(), user, 'signed_in', more));
        return { actor: actorOf(user), isFactorDue, tokens: pairOf(family, access, refresh) };
      });
    },

    /** The session of an access token, or null when there is none. */
    async authenticate(access: string): Promise<Session | null> {
      const known = await storage.sessions.access(hashToken(access));
      if (!known || known.token.expires_at <= later(0)) return null;
      const actor = actorIn(known.family, known.user);
      const isFactorDue = known.family.factor_due === 1;
      return actor && { family: known.family.uuid, actor, isFactorDue: isFactorDue && isRequired(actor) };
    },

    /**
     * A token for the address of one file: good once, for a minute and for one session, at every process.
     * @param file the file, by everything that was asked for
     */
    async fileToken(family: string, file: string): Promise<string> {
      const token = newToken();
      await storage.sessions.addAccess({ hash: fileHash(token, file), family, expires_at: later(FILE_LIFE) });
      return token;
    },
    /** Uses such a token up. @returns false if it is not good */
    useFileToken: (family: string, file: string, token: string): Promise<boolean> =>
      storage.sessions.takeAccess(fileHash(token, file), family, later(0)),

    /** The family of a refresh token, in any state; null when it is unknown. */
    familyOf: async (refresh: string): Promise<string | null> =>
      (await storage.sessions.refreshToken(hashToken(refresh)))?.family ?? null,

    /**
     * Exchanges a refresh token. A token that was exchanged before ends its whole family, except within a short grace.
     */
    async refresh(presented: string): Promise<TokenPair | null> {
      // A rotation after this ends the session too: then there is nothing to exchange.
      const key = await secret.current();
      const result = await storage.transaction((stores) => exchange(presented, key, stores));
      if (result && 'ended' in result) {
        publish(result.ended);
        return null;
      }
      return result;
    },

    async end(family: string): Promise<void> {
      publish(await storage.transaction(({ sessions }) => sessions.revoke(family, later(0))));
    },

    /** The same on request of the user. @param address for the audit log */
    async signOut(uuid: string, address: string): Promise<void> {
      const events = await storage.transaction(async (stores) => {
        const family = await stores.sessions.family(uuid);
        const ended = await stores.sessions.revoke(uuid, later(0));
        if (family?.revoked_at !== null) return ended;
        const user = await stores.users.byUuid(family.user);
        await stores.audit.add(auditEntry(now(), user, 'signed_out', { address }));
        return ended;
      });
      publish(events);
    },

    /** True while a session has not ended. */
    isOpen,
    /** Notes that the families are in use, and returns those that have ended. */
    async keepAlive(families: readonly string[]): Promise<string[]> {
      const over: string[] = [];
      for (const uuid of families) if (!(await isOpen(uuid))) over.push(uuid);
      await storage.sessions.touch(
        families.filter((uuid) => !over.includes(uuid)),
        later(0),
      );
      return over;
    },

    /**
     * Shortens sessions that would end later than one that is opened or used now: they were made while a clock was ahead,
     * or while the absolute limit was longer. Called by a process that has run for a while, since a machine without a
     * clock of its own starts in the past and is corrected a moment later.
     */
    async settle(): Promise<void> {
      await storage.sessions.settleUse(later(SKEW), later(0));
      await storage.sessions.settleEnd(later(absoluteLife + SKEW), later(absoluteLife));
    },

    /** Removes what has ended. */
    purge: (): Promise<void> =>
      storage.sessions.purge({
        access: later(0),
        // A token that was made while the clock was ahead would live too long. Its browser gets another by the refresh
        // token.
        accessAhead: later(ACCESS_LIFE + SKEW),
        refreshUse: later(-REUSE_KEPT),
        familyEnd: later(0),
        familyUse: later(-IDLE_LIFE),
      }),
  };
}
