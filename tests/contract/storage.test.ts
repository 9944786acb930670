import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts, type Accounts } from '#server/domain/accounts.ts';
import { createPasswords } from '#server/domain/passwords.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { openForServer, type OpenDatabase } from '#server/storage/open.ts';
import type { Storage } from '#server/storage/port.ts';
import { engines, openPlace, settingsOf } from '#tests/support/engines.ts';
import { given } from './given.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
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

/** What each engine says of a row that breaks a rule. */
const REFUSED = /unique constraint|foreign key constraint/i;

describe.each(engines)('the stores on $name', ({ name: engineName, start }) => {
  const engine = given(start);
  let open: OpenDatabase;
  let storage: Storage;
  let place: Record<string, string> = {};
  const organisation = { uuid: randomUUID(), organization_id: 7, name: 'Harbor' };
  const abroad = { uuid: randomUUID(), organization_id: 3, name: 'Abroad' };
  const template = randomUUID();
  const author = randomUUID();
  const wip = randomUUID();
  beforeEach(async () => {
    place = await engine.place();
    open = await openPlace(place);
    ({ storage } = open);
    await storage.organisations.add(organisation);
    await storage.organisations.add(abroad);
    await addUser(author, 'Chief', 3);
    await addTemplate(template, { organisation: null });
    await addWip(wip, {});
  });
  afterEach(() => open.close());

  const addUser = (uuid: string, username: string, permission: number, whose = organisation.uuid) =>
    storage.users.add({
      uuid,
      username,
      name: username,
      email: '',
      organisation: whose,
      permission,
      password_hash: 'x',
      created_at: at(0),
    });
  const addTemplate = (uuid: string, more: { organisation: string | null; name?: string; position?: number }) =>
    storage.templates.add({
      uuid,
      name: 'Plan',
      description: '',
      file_name: 'plan.html',
      position: 0,
      created_at: at(0),
      content: '<p>',
      ...more,
    });
  const made = { created_at: at(0), updated_at: at(0), content: '<p>', line_breaks: 'marked' } as const;
  const addWip = (uuid: string, more: { name?: string; content?: string; updated_at?: string }) =>
    storage.wips.add({
      uuid,
      template,
      organisation: organisation.uuid,
      name: 'One',
      description: '',
      author,
      ...made,
      ...more,
    });
  const archiveOf = (uuid: string, submitted_on: string, content = '<p>') => ({
    uuid,
    wip,
    template,
    organisation: organisation.uuid,
    name: 'One',
    file_name: 'plan.html',
    format: 'html',
    submitted_on,
    content,
    line_breaks: 'marked' as const,
    author,
  });
  const family = (user = author) => ({ uuid: randomUUID(), user, used_at: at(0), expires_at: at(60) });

  it('gives every text back as it came', async () => {
    for (const text of texts) {
      await storage.wips.change(wip, { name: text, content: text, author, at: at(1) });
      expect(await storage.wips.full(wip)).toMatchObject({ name: text, content: text });
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
      await addUser(randomUUID(), name, at_ % 4, at_ === 0 ? abroad.uuid : organisation.uuid);
    }
    expect(await storage.users.byUsername(' ZOË ')).toMatchObject({ username: 'Zoë', organization_id: 7 });
    expect(await storage.users.byUsername('ÅNGSTRÖM')).toMatchObject({ username: 'ångström' });
    expect(await storage.users.byUsername('z%')).toBeNull();
    await expect(addUser(randomUUID(), 'ADAM', 1)).rejects.toThrow(REFUSED);
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

  it('opens files to the holders of roles', async () => {
    expect(await storage.roles.forFile('plan.html', author)).toEqual({ exists: false, held: false });
    const role = { uuid: randomUUID(), name: 'Planner', file_name: 'plan.html' };
    await storage.roles.add(role);
    expect(await storage.roles.forFile('plan.html', author)).toEqual({ exists: true, held: false });
    await storage.roles.assign(role.uuid, author);
    await storage.roles.assign(role.uuid, author);
    expect(await storage.roles.forFile('plan.html', author)).toEqual({ exists: true, held: true });
    expect([await storage.roles.list(), await storage.roles.byUuid(role.uuid)]).toEqual([[role], role]);
    await expect(storage.roles.assign(role.uuid, randomUUID())).rejects.toThrow(REFUSED);
  });

  it('lists templates in display order, those of the organisation and of all', async () => {
    const own = randomUUID();
    await addTemplate(own, { organisation: organisation.uuid, name: 'b', position: 2 });
    await addTemplate(randomUUID(), { organisation: organisation.uuid, name: 'Z', position: 2 });
    await addTemplate(randomUUID(), { organisation: abroad.uuid, name: 'Theirs', position: 1 });
    const names = async () => (await storage.templates.list(organisation.uuid)).map((one) => one.name);
    expect(await names()).toEqual(['Plan', 'Z', 'b']);
    await storage.templates.change(own, { name: 'c', description: 'd', content: '<b>' });
    await storage.templates.setRemoved(own, at(1));
    expect(await names()).toEqual(['Plan', 'Z']);
    expect(await storage.templates.full(own)).toEqual({
      uuid: own,
      name: 'c',
      description: 'd',
      file_name: 'plan.html',
      organisation: organisation.uuid,
      version: 2,
      removed_at: at(1),
      content: '<b>',
    });
    expect(await storage.templates.all()).toHaveLength(4);
    expect(await storage.templates.head(randomUUID())).toBeNull();
  });

  it('keeps WIPs: last changed first, each change a version, a deleted one without its content', async () => {
    const other = randomUUID();
    await addWip(other, { name: 'Two', updated_at: at(5) });
    const listed = async () => (await storage.wips.list(template, organisation.uuid)).map((one) => one.name);
    expect(await listed()).toEqual(['Two', 'One']);
    await storage.wips.change(wip, { name: 'Uno', content: '<i>', author, at: at(6) });
    expect(await listed()).toEqual(['Uno', 'Two']);
    expect(await storage.wips.list(template, abroad.uuid)).toEqual([]);
    await storage.wips.remove(wip, at(7));
    expect(await listed()).toEqual(['Two']);
    expect(await storage.wips.full(wip)).toMatchObject({
      version: 3,
      deleted_at: at(7),
      content: '',
      base_name: 'Plan',
    });
    await storage.transaction(async ({ wips }) => expect(await wips.lock(other)).toEqual(await wips.head(other)));
  });

  it('keeps archives: newest first, those of one moment too, and tells of each', async () => {
    const uuids = [randomUUID(), randomUUID(), randomUUID()];
    const before = await storage.events.last();
    expect(await storage.archives.lastMoment(template, organisation.uuid)).toBeNull();
    for (const [index, uuid] of uuids.entries()) await storage.archives.add(archiveOf(uuid, at(index === 0 ? 2 : 1)));
    const [first, second, third] = uuids;
    expect((await storage.archives.list(wip)).map((one) => one.uuid)).toEqual([first, third, second]);
    expect((await storage.archives.recent(template, organisation.uuid))?.uuid).toBe(first);
    expect(await storage.archives.recent(template, abroad.uuid)).toBeNull();
    expect(await storage.archives.lastMoment(template, organisation.uuid)).toBe(at(2));
    expect(await storage.archives.full(second ?? '')).toMatchObject({ content: '<p>', submitted_on: at(1) });
    const events = await storage.events.since(before);
    const heads = await Promise.all(uuids.map((uuid) => storage.archives.head(uuid)));
    expect(events.map((event) => event.kind === 'submission' && event.archive)).toEqual(heads);
    expect(await storage.events.last()).toBe(events.at(-1)?.number);
    await storage.events.purge(at(2));
    expect(await storage.events.since(before)).toHaveLength(1);
  });

  it('keeps sessions, and tells of each that is revoked, once', async () => {
    const [one, two] = [family(), family()];
    for (const each of [one, two]) await storage.sessions.addFamily(each);
    await storage.sessions.addAccess({ hash: 'a', family: one.uuid, expires_at: at(10) });
    await storage.sessions.addRefresh({ hash: 'r', family: one.uuid, used_at: null });
    expect(await storage.sessions.access('a')).toEqual({
      token: { hash: 'a', family: one.uuid, expires_at: at(10) },
      family: { ...one, revoked_at: null },
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
    await storage.sessions.purge({ access: at(11), familyEnd: at(0), familyUse: at(0) });
    expect([await storage.sessions.access('a'), await storage.sessions.refreshToken('r')]).toMatchObject([null, {}]);
    await storage.sessions.purge({ access: at(11), familyEnd: at(61), familyUse: at(0) });
    expect([await storage.sessions.family(one.uuid), await storage.sessions.refreshToken('r')]).toEqual([null, null]);
  });

  it('keeps an audit log that only grows', async () => {
    const entry = { at: at(0), action: 'signed_in' as const, actor: author, organisation: null, subject: null };
    for (const detail of ['one', 'two']) await storage.audit.add({ ...entry, address: null, detail });
    expect((await storage.audit.list(1)).map((line) => line.detail)).toEqual(['two']);
    for (const forbidden of ["update audit set detail = ''", 'delete from audit']) {
      await expect(sql.raw(forbidden).execute(open.db)).rejects.toThrow('the audit log only grows');
    }
    expect(await storage.audit.list(9)).toHaveLength(2);
  });

  it('does all of a transaction or nothing, and tells of nothing that was not done', async () => {
    const before = await storage.events.last();
    const gone = randomUUID();
    const failing = storage.transaction(async (stores) => {
      await stores.archives.add(archiveOf(gone, at(1)));
      await stores.wips.remove(wip, at(1));
      throw new Error('on the way');
    });
    await expect(failing).rejects.toThrow('on the way');
    expect(await storage.archives.head(gone)).toBeNull();
    expect((await storage.wips.head(wip))?.deleted_at).toBeNull();
    expect(await storage.events.since(before)).toEqual([]);
    // Nor where the database itself refuses the last step.
    const refused = storage.transaction(async (stores) => {
      await stores.archives.add(archiveOf(gone, at(1)));
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
          await wips.change(wip, { name: `${head?.name}+`, content: `${full?.content}.`, author, at: at(1) });
        }),
      ),
    );
    expect(await storage.wips.full(wip)).toMatchObject({
      name: `One${'+'.repeat(20)}`,
      content: `<p>${'.'.repeat(20)}`,
    });
  });

  it('gives submissions of one template moments that grow, and events in the order of commits, though many submit at once', async () => {
    let seen = await storage.events.last();
    const told: string[] = [];
    const look = async (): Promise<void> => {
      for (const event of await storage.events.since(seen)) {
        seen = event.number;
        if (event.kind === 'submission') told.push(event.archive.uuid);
      }
    };
    const submit = async (): Promise<void> => {
      await storage.transaction(async ({ archives }) => {
        const last = await archives.lastMoment(template, organisation.uuid);
        const moment = new Date(last === null ? 0 : Date.parse(last) + 1).toISOString();
        await archives.add(archiveOf(randomUUID(), moment));
      });
      // Whoever reads while others commit must not run past one that is not there yet.
      await look();
    };
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 8 }, submit));
    await look();
    const archives = (await storage.archives.list(wip)).toReversed();
    expect(new Set(archives.map((one) => one.submitted_on)).size).toBe(40);
    expect([...new Set(told)].toSorted()).toEqual(archives.map((one) => one.uuid).toSorted());
  });

  /** What would happen at the same time, if nothing held it back, has happened after it: reads by way of another connection. */
  async function others(read: (beside: Storage) => Promise<void>): Promise<void> {
    const beside = await openPlace(place);
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
    const beside = await openPlace(place);
    const passwords = createPasswords();
    // Two connections of one process to SQLite wait for one another for ever: there the same one has to do.
    const both = [open, engineName === 'SQLite' ? open : beside].map((one) =>
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
    await addUser(other, 'Second', 3);
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

  it('hears of what another connection does', async () => {
    await open.close();
    open = await openForServer(settingsOf(place), at(0), async () => undefined);
    ({ storage } = open);
    let heard = 0;
    const watch = storage.watch(() => (heard += 1));
    await expect.poll(() => watch.isListening(), { timeout: 10_000 }).toBe(true);
    const one = family();
    await storage.sessions.addFamily(one);
    const before = heard;
    const beside = await openPlace(place);
    await beside.storage.sessions.revoke(one.uuid, at(1));
    await beside.close();
    await expect.poll(() => heard, { timeout: 10_000 }).toBeGreaterThan(before);
    await watch.close();
  });
});
