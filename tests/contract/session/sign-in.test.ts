import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccounts, type Accounts } from '#server/domain/people/accounts.ts';
import { createTurns } from '#server/domain/line.ts';
import { createPasswords, type Passwords } from '#server/domain/credentials/passwords.ts';
import { createSessions } from '#server/domain/session/sessions.ts';
import type { Refusal } from '#server/domain/refusal.ts';
import { signIn } from '#server/domain/session/sign-in.ts';
import { createThrottle } from '#server/domain/credentials/throttle.ts';
import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { given } from '../given.ts';

const NAME = 'chief';
const OLD = 'password';
const NEW = 'a-new-one-for-the-chief';
/** OLD with other figures than today's: `argon2 somesalt -id -t 2 -m 16 -p 1` of the reference implementation. */
const OUTDATED = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
const DAY = 86_400_000;
const REFUSED = { kind: 'unauthenticated', message: 'Invalid username or password. Please try again.' };
const now = (): Date => new Date();

/** Changes that end a person's sessions, and would end none that is opened after them. */
const changes: [what: string, change: (accounts: Accounts) => Promise<unknown>][] = [
  ['the password changes', (accounts) => accounts.setPassword(NAME, NEW)],
  ['the user is disabled', (accounts) => accounts.disable(NAME, true)],
];

describe.each(engines)('a sign-in on $name', ({ start }) => {
  const engine = given(start);
  const passwords = createPasswords();
  let place: Record<string, string> = {};
  let open: OpenDatabase;
  let storage: Storage;
  let accounts: Accounts;
  let uuid = '';
  let hashOfOld = '';
  beforeAll(async () => {
    hashOfOld = await passwords.hash(OLD);
  });
  beforeEach(async () => {
    place = await engine.place();
    open = await openPlace(place);
    ({ storage } = open);
    accounts = createAccounts(storage, passwords, now);
    await accounts.addOrganisation('Harbor');
    const person = { username: NAME, name: NAME, email: '', organisation: 'Harbor', permission: 3 };
    ({ uuid } = await accounts.add({ ...person, password: NEW }));
    await storage.users.setPasswordHash(uuid, hashOfOld);
  });
  afterEach(() => open.close());

  const sessions = () =>
    createSessions({
      storage,
      secret: { current: async () => 'secret' },
      now,
      isRequired: () => false,
      absoluteLife: DAY,
      publish: () => undefined,
    });
  const throttle = () => createThrottle({ storage, secret: { current: async () => 'secret' }, now, addressMax: 100 });
  /** Waiting times of the answers, in milliseconds, one after the other. */
  const waited: number[] = [];
  const pause = async (milliseconds: number): Promise<void> => void waited.push(milliseconds);
  const inTurn = createTurns({});
  const waiting = new AbortController().signal;
  const attempt = (password: string, checked: Partial<Passwords> = {}, address = '127.0.0.1') =>
    signIn(
      {
        storage,
        passwords: { ...passwords, ...checked },
        sessions: sessions(),
        throttle: throttle(),
        inTurn,
        now,
        pause,
      },
      { username: NAME, password },
      { address, agent: null, waiting, note: () => undefined },
    );
  /** Checks a password, and does something once before its sign-in goes on. */
  const then = (work: () => Promise<unknown>): Pick<Passwords, 'verify'> => {
    let done: Promise<unknown> | null = null;
    return {
      async verify(password, stored) {
        const matches = await passwords.verify(password, stored);
        await (done ??= work());
        return matches;
      },
    };
  };
  const hash = async () => (await storage.users.byUuid(uuid))?.password_hash ?? '';
  const noted = async () => (await storage.audit.list(100)).map(({ action }) => action);
  const expectRefused = async (attempted: Promise<unknown>): Promise<void> => {
    await expect(attempted).rejects.toMatchObject(REFUSED);
    expect(await noted()).toContain('sign_in_failed');
    expect(await noted()).not.toContain('signed_in');
  };

  it('answers at one moment where a name waits, whether a password was checked or not, and there alone', async () => {
    const HOME = '203.0.113.7';
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const slow: Pick<Passwords, 'verify'> = {
      async verify(...checked) {
        clock += 300;
        return passwords.verify(...checked);
      },
    };
    /** Returns the outcome, the time of the answer in milliseconds after the attempt, and the number of waits. */
    const answered = async (password: string, address: string) => {
      const began = clock;
      waited.length = 0;
      const outcome = await attempt(password, slow, address).then(
        () => 'in',
        ({ kind, retryAfter }: Refusal) => [kind, retryAfter],
      );
      return { outcome, after: waited.reduce((sum, one) => sum + one, clock - began), waits: waited.length };
    };
    // The person is known at home, and another one guesses everywhere else.
    expect(await answered(OLD, HOME)).toEqual({ outcome: 'in', after: 300, waits: 0 });
    for (let network = 0; network < 20; network += 1) await throttle().admit(NAME, `198.51.${network}.1`);
    const held = { outcome: ['throttled', expect.any(Number) as number], after: 1_000, waits: 1 };
    expect(await answered('wrong', HOME)).toEqual(held);
    expect(await answered('wrong', '192.0.2.1')).toEqual(held);
    expect(await answered(OLD, '192.0.2.1')).toEqual(held);
    expect(await answered(OLD, HOME)).toEqual({ outcome: 'in', after: 300, waits: 0 });
    // A name that waits in its network is never checked there, and an attacker may know that.
    for (let failure = 0; failure < 5; failure += 1) await throttle().admit('another', HOME);
    const own = signIn(
      { storage, passwords, sessions: sessions(), throttle: throttle(), inTurn, now, pause },
      { username: 'another', password: 'wrong' },
      { address: HOME, agent: null, waiting, note: () => undefined },
    );
    waited.length = 0;
    await expect(own).rejects.toMatchObject({ kind: 'throttled' });
    expect(waited).toEqual([]);
  });

  it('lets in all who know the password at the same moment, and stops a burst of guesses after the fifth', async () => {
    const several = (count: number, password: string, address: string) =>
      Promise.all(
        Array.from({ length: count }, () =>
          attempt(password, {}, address).then(
            () => 'in',
            ({ kind }: Refusal) => kind,
          ),
        ),
      );
    expect(await several(8, OLD, '203.0.113.7')).toEqual(Array.from({ length: 8 }, () => 'in'));
    const guesses = await several(8, 'wrong', '203.0.114.7');
    expect(guesses.filter((one) => one === 'unauthenticated')).toHaveLength(5);
    expect(guesses.filter((one) => one === 'throttled')).toHaveLength(3);
  });

  it('opens a session, and leaves a hash of today as it is', async () => {
    const { actor, tokens } = await attempt(OLD);
    expect(actor).toMatchObject({ uuid, username: NAME, permission: 3 });
    expect((await sessions().authenticate(tokens.access))?.actor).toEqual(actor);
    expect(await hash()).toBe(hashOfOld);
  });

  it('opens no session beyond the absolute limit, however long the life by an identity provider', async () => {
    const by = { address: '127.0.0.1', agent: null, code: null, provider: { life: 2 * DAY } };
    await sessions().open({ uuid, password_hash: hashOfOld }, null, by);
    const { expires_at } = await open.db.selectFrom('session_families').select('expires_at').executeTakeFirstOrThrow();
    expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + DAY);
  });

  it.each(changes)('opens none when %s between the check and the session', async (_what, change) => {
    await expectRefused(
      attempt(
        OLD,
        then(() => change(accounts)),
      ),
    );
  });

  it.each(changes)('opens none when %s at the same time, and waits for the end of that', async (_what, change) => {
    const end = Promise.withResolvers<undefined>();
    const isDone = Promise.withResolvers<undefined>();
    // Everything is written and nothing committed when the sign-in goes on.
    const slow: Storage = {
      ...storage,
      transaction: (work) =>
        storage.transaction(async (stores) => {
          const result = await work(stores);
          isDone.resolve(undefined);
          await end.promise;
          return result;
        }),
    };
    let changing: Promise<unknown> = Promise.resolve();
    let isSettled = false;
    const settle = (): void => void (isSettled = true);
    const attempted = attempt(
      OLD,
      then(() => {
        changing = change(createAccounts(slow, passwords, now));
        return isDone.promise;
      }),
    );
    attempted.then(settle, settle);
    await isDone.promise;
    await vi.waitFor(async () => expect(isSettled || (await isWaiting(place))).toBe(true), { timeout: 10_000 });
    end.resolve(undefined);
    await changing;
    await expectRefused(attempted);
  });

  it('renews an outdated hash, and lets in by the new one', async () => {
    await storage.users.setPasswordHash(uuid, OUTDATED);
    const { tokens } = await attempt(OLD);
    expect(await sessions().authenticate(tokens.access)).not.toBeNull();
    const renewed = await hash();
    expect(renewed).not.toBe(OUTDATED);
    expect(passwords.isOutdated(renewed)).toBe(false);
    expect((await attempt(OLD)).actor.uuid).toBe(uuid);
    expect(await hash()).toBe(renewed);
  });

  it('does not renew the hash of a password that changes meanwhile', async () => {
    await storage.users.setPasswordHash(uuid, OUTDATED);
    const renewal: Pick<Passwords, 'hash'> = {
      async hash(password) {
        const renewed = await passwords.hash(password);
        await accounts.setPassword(NAME, NEW);
        return renewed;
      },
    };
    await expectRefused(attempt(OLD, renewal));
    expect((await attempt(NEW)).actor.uuid).toBe(uuid);
  });

  it('lets in who signs in twice at once while the hash is outdated', async () => {
    await storage.users.setPasswordHash(uuid, OUTDATED);
    // From two networks, which do not wait for one another. Both have checked the outdated hash before either goes on.
    const both = Promise.withResolvers<undefined>();
    let checks = 0;
    const meet = (): Pick<Passwords, 'verify'> =>
      then(() => {
        checks += 1;
        if (checks === 2) both.resolve(undefined);
        return both.promise;
      });
    const opened = await Promise.all([attempt(OLD, meet()), attempt(OLD, meet(), '192.0.2.1')]);
    for (const { tokens } of opened) expect(await sessions().authenticate(tokens.access)).not.toBeNull();
    expect(passwords.isOutdated(await hash())).toBe(false);
  });
});

/** True if a transaction waits for another's rows. On the embedded database everything waits for a transaction that has begun. */
async function isWaiting({ DATABASE_URL }: Record<string, string>): Promise<boolean> {
  if (DATABASE_URL === undefined) return true;
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int from pg_locks where not granted');
  await client.end();
  return (rows[0]?.count ?? 0) > 0;
}
