import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecret } from '#server/domain/credentials/secret.ts';
import { createThrottle, type Throttle } from '#server/domain/credentials/throttle.ts';
import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { given, runReady } from '../given.ts';
import { author, startStored } from '../documents/stored.ts';

/** The author of what is stored. */
const CHIEF = { uuid: author, username: 'Chief' };
const HOME = '203.0.113.7';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const byText = (one: string, other: string): number => (one < other ? -1 : 1);

describe.each(engines)('the throttle of sign-ins on $name', ({ start }) => {
  const engine = given(start);
  let place: Record<string, string> = {};
  let open: OpenDatabase;
  let throttle: Throttle;
  let clock = 0;
  const pass = (milliseconds: number): void => void (clock += milliseconds);
  beforeEach(async () => {
    clock = Date.now();
    place = await engine.place();
    ({ open } = await startStored(place));
    const { storage } = open;
    await storage.settings.set('secret', 'the installation’s');
    const now = (): Date => new Date(clock);
    throttle = createThrottle({ storage, secret: createSecret(storage), now, addressMax: 4 });
  });
  afterEach(() => open.close());

  /** A try that fails where it is judged. @returns the limit against it and the seconds to wait, or that it is judged as any other */
  const fail = async (address: string, username = 'chief') => {
    const { isAdmitted, limit, wait } = await throttle.admit(username, address);
    return limit === null ? 'judged' : { isAdmitted, limit, wait };
  };
  const failures = async (count: number, ...of: Parameters<typeof fail>) => {
    for (let failure = 0; failure < count; failure += 1) expect(await fail(...of)).toBe('judged');
  };
  const signIn = async (address: string): Promise<void> => {
    const admission = await throttle.admit(CHIEF.username, address);
    expect(admission.isAdmitted).toBe(true);
    await throttle.succeeded(admission, CHIEF.uuid);
  };
  /** As many failures of one name as there are networks, each from another. */
  const failFromEverywhere = async (networks: number, username?: string) => {
    for (let number = 0; number < networks; number += 1) {
      expect(await fail(`198.51.${number}.1`, username)).toBe('judged');
    }
  };
  const noted = async () => (await open.storage.audit.list(100)).map(({ action, detail }) => [action, detail]);

  it('stops five failures of a name from its network, in a burst too, and nobody in another', async () => {
    const burst = await Promise.all(Array.from({ length: 9 }, (_, host) => fail(`203.0.113.${host}`)));
    expect(burst.filter((one) => one === 'judged')).toHaveLength(5);
    expect(burst).toContainEqual({ isAdmitted: false, limit: 'pair', wait: 900 });
    expect(await fail('203.0.114.7')).toBe('judged');
    expect(await fail(HOME, 'somebody')).toBe('judged');
    pass(MINUTE);
    expect(await fail('::ffff:203.0.113.200', ' CHIEF ')).toEqual({ isAdmitted: false, limit: 'pair', wait: 840 });
    await failures(5, '2001:db8::1');
    expect(await fail('2001:DB8:0:0:ffff::2')).toMatchObject({ limit: 'pair' });
    expect(await fail('2001:db8:0:1::1')).toBe('judged');
    pass(15 * MINUTE);
    expect(await fail(HOME)).toBe('judged');
  });

  it.each(['chief', 'nobody'])('slows %s, who is guessed from thirty networks, and never shuts it', async (name) => {
    await failFromEverywhere(20, name);
    expect(await throttle.locked(['chief', 'nobody'])).toEqual(new Set([name]));
    for (let number = 20; number < 30; number += 1) {
      expect(await fail(`198.51.${number}.1`, name)).toEqual({ isAdmitted: false, limit: 'name', wait: 5 });
      pass(4 * SECOND);
      expect(await fail(`198.51.${number}.1`, name)).toEqual({ isAdmitted: false, limit: 'name', wait: 1 });
      pass(SECOND);
      expect(await fail(`198.51.${number}.1`, name)).toBe('judged');
    }
  });

  it('does not slow a person in a network that they used before, and shows nobody there that it does not', async () => {
    await signIn(HOME);
    await failFromEverywhere(20);
    for (let number = 0; number < 5; number += 1) {
      expect(await fail(HOME)).toEqual({ isAdmitted: true, limit: 'name', wait: 5 });
    }
    expect(await fail(HOME)).toEqual({ isAdmitted: false, limit: 'name', wait: 5 });
    pass(5 * SECOND);
    // Attempts made meanwhile count as little as they would for an unknown name.
    expect(await fail(HOME)).toBe('judged');
    pass(16 * MINUTE);
    await failFromEverywhere(20);
    await signIn(HOME);
  });

  it('forgets networks that were not used for 90 days, and all but the last twenty', async () => {
    await signIn(HOME);
    for (let number = 0; number < 20; number += 1) {
      pass(MINUTE);
      await signIn(`192.0.${number}.1`);
    }
    await failFromEverywhere(20);
    expect(await fail(HOME)).toMatchObject({ isAdmitted: false });
    expect(await fail('192.0.0.1')).toMatchObject({ isAdmitted: true });
    const rows = JSON.stringify(await open.db.selectFrom('known_networks').selectAll().execute());
    expect(rows).not.toMatch(/192\.0|203\.0/);
    pass(91 * DAY);
    await throttle.purge();
    await failFromEverywhere(20);
    expect(await fail('192.0.0.1')).toMatchObject({ isAdmitted: false });
  });

  it('counts the names of a network, not their tries, and lets those in who used it before', async () => {
    await signIn(HOME);
    for (let number = 0; number < 4; number += 1) await failures(2, HOME, `guess ${number}`);
    pass(MINUTE);
    expect(await fail(HOME, 'guess 4')).toEqual({ isAdmitted: false, limit: 'network', wait: 840 });
    expect(await fail(HOME, 'guess 3')).toBe('judged');
    expect(await fail(HOME)).toEqual({ isAdmitted: true, limit: 'network', wait: 840 });
    expect(await fail('203.0.112.1', 'guess 4')).toBe('judged');
    await signIn(HOME);
  });

  it('leaves the name of who signs in out of the count of its network, and its failures with it', async () => {
    await failures(4, HOME);
    await signIn(HOME);
    await failures(4, HOME);
    await signIn(HOME);
    for (let number = 0; number < 4; number += 1) await failures(1, HOME, `guess ${number}`);
    expect(await fail(HOME, 'guess 4')).toMatchObject({ limit: 'network' });
  });

  it('takes a try back that was not judged', async () => {
    await failures(4, HOME);
    const admission = await throttle.admit('chief', HOME);
    await throttle.takeBack(admission);
    expect(await fail(HOME)).toBe('judged');
    expect(await fail(HOME)).toMatchObject({ limit: 'pair' });
  });

  it('counts what a clock that was ahead noted as of now, once', async () => {
    pass(365 * DAY);
    await failures(5, HOME);
    await failFromEverywhere(15);
    pass(-365 * DAY);
    expect(await fail(HOME)).toEqual({ isAdmitted: false, limit: 'pair', wait: 900 });
    expect(await fail('192.0.2.1')).toEqual({ isAdmitted: false, limit: 'name', wait: 5 });
    pass(5 * SECOND);
    expect(await fail('192.0.2.1')).toBe('judged');
    pass(14 * MINUTE);
    expect(await fail(HOME)).toMatchObject({ limit: 'pair' });
    pass(MINUTE);
    expect(await fail(HOME)).toBe('judged');
    expect((await noted()).filter(([action]) => action === 'sign_in_refused')).toHaveLength(2);
  });

  it('keeps nothing that no longer counts, whatever the clock was', async () => {
    await failures(5, HOME);
    pass(365 * DAY);
    await failures(5, HOME);
    expect(await fail(HOME)).toMatchObject({ limit: 'pair' });
    pass(-365 * DAY);
    await throttle.purge();
    pass(15 * MINUTE + 1);
    await throttle.purge();
    const { db } = open;
    expect(await db.selectFrom('attempts').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('sign_in_refusals').selectAll().execute()).toEqual([]);
  });

  it('notes one refusal for each limit in a window, however many there are', async () => {
    const flood = async () => {
      for (let number = 0; number < 30; number += 1) {
        for (const address of [HOME, `192.0.${number}.1`]) await throttle.admit('chief', address);
        await throttle.admit(`guess ${number}`, '192.0.2.1');
      }
    };
    await flood();
    const once = [
      'sign_in_refused: this name failed too often from everywhere together',
      'sign_in_refused: this name failed too often from this network',
      'sign_in_refused: too many names failed from this network',
    ];
    const sorted = async () => (await noted()).map((line) => line.join(': ')).toSorted(byText);
    expect(await sorted()).toEqual(once);
    await flood();
    expect(await noted()).toHaveLength(3);
    pass(15 * MINUTE + 1);
    await flood();
    expect(await sorted()).toEqual(once.flatMap((line) => [line, line]));
    const refusals = await open.storage.audit.list(100);
    expect(refusals.find(({ detail }) => detail?.includes('this name failed too often from this'))).toMatchObject({
      subject: CHIEF.uuid,
      address: HOME,
    });
  });

  it('is unlocked by the command line, for one name in every network', async () => {
    const ready = (...args: string[]) => runReady(place, args);
    await failures(5, HOME);
    await failures(5, HOME, 'nobody');
    await failFromEverywhere(15);
    expect([await fail(HOME), await fail('192.0.2.1')]).toMatchObject([{ limit: 'pair' }, { limit: 'name' }]);
    await open.close();
    expect(await ready('user', 'unlock', 'CHIEF')).toMatchObject({
      code: 0,
      out: 'Chief may sign in: 20 failed tries from 16 networks are forgotten.\n',
    });
    expect(await ready('user', 'unlock', 'chief', '--json')).toMatchObject({
      code: 0,
      out: '{"ok":true,"username":"Chief","tries":0,"networks":0}\n',
    });
    expect(await ready('user', 'unlock', 'nobody')).toMatchObject({ code: 1, error: "There is no user 'nobody'.\n" });
    open = await openPlace(place);
    const now = (): Date => new Date(clock);
    throttle = createThrottle({ storage: open.storage, secret: createSecret(open.storage), now, addressMax: 4 });
    expect([await fail(HOME), await fail('192.0.2.1')]).toEqual(['judged', 'judged']);
    expect(await fail(HOME, 'nobody')).toMatchObject({ limit: 'pair' });
    expect(await noted()).toContainEqual(['user_unlocked', '20 tries from 16 networks']);
  });
});
