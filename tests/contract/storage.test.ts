import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccounts, type Accounts } from '#server/domain/accounts.ts';
import { createPasswords } from '#server/domain/passwords.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Storage } from '#server/storage/port.ts';
import { engines, openPlace } from '#tests/support/engines.ts';
import { given } from './given.ts';
import { abroad, at, author, family, organisation, REFUSED, startStored, wip } from './stored.ts';

/** Texts that an engine could mishandle: U+0000, what stands for it, quotes, other scripts, signs outside the first plane, and 300 kB. */
const texts = [
  'a\0b\0',
  '\uFDD0\uFDD00\uFDD1\0',
  `it's "quoted" \\ \\x00 %_ $1 ; --`,
  'Grüße, 消防, \u{1F692}, e\u0301\u202E',
  '\r\n\t ',
  '',
  '<p>Ω</p>'.repeat(40_000),
];

describe.each(engines)('the stores on $name', ({ name: engineName, start }) => {
  const engine = given(start);
  const stored = given(async () => startStored(await engine.place()), beforeEach);
  let storage: Storage;
  beforeEach(() => {
    ({ storage } = stored);
  });

  it('gives every text back as it came', async () => {
    for (const text of texts) {
      await storage.wips.change(wip, {
        name: text,
        values: text,
        rows: text,
        template_version: stored.version,
        author,
        at: at(1),
      });
      expect(await storage.wips.full(wip)).toMatchObject({ name: text, values: text, rows: text });
      await storage.settings.set(`setting ${text.slice(0, 20)}`, text);
      expect(await storage.settings.get(`setting ${text.slice(0, 20)}`)).toBe(text);
    }
    expect(await storage.settings.get('setting')).toBeNull();
  });

  it('knows organisations by number, also by one that nobody could have', async () => {
    expect(await storage.organisations.byNumber(7)).toEqual(organisation);
    for (const number of [0, -1, 2 ** 31, 2 ** 53 - 1, 1e21, 1.5]) {
      expect(await storage.organisations.byNumber(number)).toBeNull();
    }
    expect((await storage.organisations.list()).map((one) => one.name)).toEqual(['Abroad', 'Harbor']);
    await expect(storage.organisations.add({ ...organisation, uuid: randomUUID() })).rejects.toThrow(REFUSED);
  });

  it('finds users without regard to case, sorts names by code points, and counts administrators', async () => {
    for (const [at_, name] of ['eve', 'Zoë', 'ångström', 'Adam', '_x', 'Ⅳ'].entries()) {
      await stored.addUser(randomUUID(), name, at_ % 4, at_ === 0 ? abroad.uuid : organisation.uuid);
    }
    expect(await storage.users.byUsername(' ZOË ')).toMatchObject({ username: 'Zoë', organization_id: 7 });
    expect(await storage.users.byUsername('ÅNGSTRÖM')).toMatchObject({ username: 'ångström' });
    expect(await storage.users.byUsername('z%')).toBeNull();
    await expect(stored.addUser(randomUUID(), 'ADAM', 1)).rejects.toThrow(REFUSED);
    const names = async (whose: string | null) => (await storage.users.list(whose)).map((user) => user.username);
    expect(await names(null)).toEqual(['eve', '_x', 'Adam', 'Chief', 'Ⅳ', 'Zoë', 'ångström']);
    expect(await names(abroad.uuid)).toEqual(['eve']);
    expect(await storage.users.countAtLeast(3, organisation.uuid)).toBe(2);
    await storage.users.setDisabled(author, at(1));
    expect(await storage.users.countAtLeast(3, organisation.uuid)).toBe(1);
    await storage.users.change(author, { name: 'New', permission: 1, organisation: abroad.uuid });
    await storage.users.setPasswordHash(author, 'y');
    expect(await storage.users.byUuid(author)).toEqual({
      uuid: author,
      username: 'Chief',
      name: 'New',
      email: '',
      permission: 1,
      password_hash: 'y',
      disabled_at: at(1),
      organisation: abroad.uuid,
      organization_id: 3,
      organization_name: 'Abroad',
    });
    expect(await storage.users.isEmpty()).toBe(false);
  });

  it('keeps sessions, and tells of each that is revoked, once', async () => {
    const [one, two] = [family(), family()];
    for (const each of [one, two]) await storage.sessions.addFamily(each);
    await storage.sessions.addAccess({ hash: 'a', family: one.uuid, expires_at: at(10) });
    await storage.sessions.addRefresh({ hash: 'r', family: one.uuid, used_at: null });
    expect(await storage.sessions.access('a')).toEqual({
      token: { hash: 'a', family: one.uuid, expires_at: at(10) },
      family: { ...one, revoked_at: null },
      user: await storage.users.byUuid(author),
    });
    expect(await storage.sessions.access('b')).toBeNull();
    await storage.sessions.markUsed('r', at(1));
    await storage.transaction(async ({ sessions }) => {
      expect(await sessions.lockRefresh('r')).toEqual({ hash: 'r', family: one.uuid, used_at: at(1) });
    });
    await storage.sessions.touch([one.uuid, two.uuid], at(3));
    await storage.sessions.touch([], at(4));
    expect((await storage.sessions.family(two.uuid))?.used_at).toBe(at(3));
    const before = await storage.events.last();
    await storage.sessions.revoke(one.uuid, at(5));
    await storage.sessions.revoke(one.uuid, at(6));
    expect(await storage.sessions.revokeAllOf(author, at(7))).toMatchObject([{ family: two.uuid }]);
    expect((await storage.sessions.family(one.uuid))?.revoked_at).toBe(at(5));
    const told = (await storage.events.since(before)).map((event) => event.kind === 'session_ended' && event.family);
    expect(told).toEqual([one.uuid, two.uuid]);
    await storage.sessions.purge({ access: at(11), accessAhead: at(99), familyEnd: at(0), familyUse: at(0) });
    expect([await storage.sessions.access('a'), await storage.sessions.refreshToken('r')]).toMatchObject([null, {}]);
    await storage.sessions.purge({ access: at(11), accessAhead: at(99), familyEnd: at(61), familyUse: at(0) });
    expect([await storage.sessions.family(one.uuid), await storage.sessions.refreshToken('r')]).toEqual([null, null]);
  });

  it('does all of a transaction or nothing, and tells of nothing that was not done', async () => {
    const before = await storage.events.last();
    const gone = randomUUID();
    const failing = storage.transaction(async (stores) => {
      await stores.archives.add(await stored.archiveOf(gone, at(1)));
      await stores.wips.remove(wip, at(1), author);
      throw new Error('on the way');
    });
    await expect(failing).rejects.toThrow('on the way');
    expect(await storage.archives.head(gone)).toBeNull();
    expect((await storage.wips.head(wip))?.deleted_at).toBeNull();
    expect(await storage.events.since(before)).toEqual([]);
    // Nor where the database itself refuses the last step.
    const refused = storage.transaction(async (stores) => {
      await stores.archives.add(await stored.archiveOf(gone, at(1)));
      await stores.organisations.add({ ...organisation, uuid: randomUUID() });
    });
    await expect(refused).rejects.toThrow(REFUSED);
    expect(await storage.archives.head(gone)).toBeNull();
  });

  it('lets none of many that write at the same time undo another', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        storage.transaction(async ({ wips }) => {
          const head = await wips.lock(wip);
          const full = await wips.full(wip);
          const written = { values: `${full?.values}.`, rows: null, template_version: stored.version };
          await wips.change(wip, { name: `${head?.name}+`, ...written, author, at: at(1) });
        }),
      ),
    );
    expect(await storage.wips.full(wip)).toMatchObject({
      name: `One${'+'.repeat(20)}`,
      values: `{}${'.'.repeat(20)}`,
    });
  });

  /** What would happen at the same time, if nothing held it back, has happened after it: reads by way of another connection. */
  async function others(read: (beside: Storage) => Promise<void>): Promise<void> {
    const beside = await openPlace(stored.place);
    for (let round = 0; round < 50; round += 1) await read(beside.storage);
    await beside.close();
  }

  it('lets no event become visible before one with a lower number', async () => {
    const [one, two] = [family(), family()];
    for (const each of [one, two]) await storage.sessions.addFamily(each);
    const seen: number[] = [];
    let later: Promise<unknown> = Promise.resolve();
    await storage.transaction(async ({ sessions }) => {
      await sessions.revoke(one.uuid, at(1));
      later = storage.sessions.revoke(two.uuid, at(1));
      await others(async ({ events }) => void seen.push((await events.since(0)).length));
    });
    await later;
    expect(seen).toEqual(seen.map(() => 0));
    const events = await storage.events.since(0);
    expect(events.map((event) => event.kind === 'session_ended' && event.family)).toEqual([one.uuid, two.uuid]);
  });

  it('gives a name once, though two commands ask for it at the same time', async () => {
    const beside = await openPlace(stored.place);
    const passwords = createPasswords();
    // Two connections of one process to SQLite wait for one another for ever: there the same one has to do.
    const both = [stored.open, engineName === 'SQLite' ? stored.open : beside].map((one) =>
      createAccounts(one.storage, passwords, () => new Date(at(0))),
    );
    const outcomes = async (work: (accounts: Accounts) => Promise<unknown>): Promise<string[]> =>
      (await Promise.allSettled(both.map(work))).map((end) =>
        end.status === 'fulfilled' ? 'done' : end.reason instanceof Refusal ? end.reason.message : String(end.reason),
      );
    const user = { username: 'Twin', name: 'Twin', email: '', organisation: '7', permission: 2, password: null };
    const done = await outcomes((accounts) => accounts.addOrganisation('Twins'));
    expect(done.toSorted()).toEqual(["There is an organization 'Twins' already.", 'done']);
    const added = await outcomes((accounts) => accounts.add(user));
    expect(added.toSorted()).toEqual(["There is a user 'Twin' already.", 'done']);
    await beside.close();
  });

  it('leaves an administrator, though each of two takes the other’s rights at the same time', async () => {
    const other = randomUUID();
    await stored.addUser(other, 'Second', 3);
    const demote = (uuid: string, between: () => Promise<void>): Promise<void> =>
      storage.transaction(async ({ users }) => {
        const count = await users.countAtLeast(3, organisation.uuid);
        await between();
        if (count > 1) await users.change(uuid, { permission: 2 });
      });
    let second: Promise<void> = Promise.resolve();
    await demote(author, async () => {
      second = demote(other, async () => undefined);
      await others(async ({ users }) => void (await users.isEmpty()));
    });
    await second;
    expect(await storage.users.countAtLeast(3, organisation.uuid)).toBe(1);
  });
});
