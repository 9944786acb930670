import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccounts, type Accounts } from '#server/domain/people/accounts.ts';
import { createPasswords } from '#server/domain/credentials/passwords.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { proveArchives } from '#server/storage/lifecycle/archive-proof.ts';
import { contentHash, packText, unpackText } from '#server/storage/archive-record.ts';
import type { Storage } from '#server/storage/storage.ts';
import { addVersion, recordOf } from '#tests/support/documents.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { given } from '../given.ts';
import {
  abroad,
  at,
  author,
  family,
  organisation,
  REFUSED,
  startStored,
  wip,
  template,
  untouched,
} from '../documents/stored.ts';

/** Texts that an engine could mishandle: U+0000, its replacement, quotes, other scripts, signs outside the first plane, and 300 kB. */
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
      command_left: null,
      command_right: null,
      uuid: author,
      username: 'Chief',
      name: 'New',
      email: '',
      permission: 1,
      password_hash: 'y',
      password_until: null,
      signed_in_at: null,
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
    expect((await storage.sessions.access('a'))?.user).toEqual(await storage.users.byUuid(author));
    await storage.sessions.touch([one.uuid, two.uuid], at(3));
    await storage.sessions.touch([], at(4));
    expect((await storage.sessions.family(two.uuid))?.used_at).toBe(at(3));
    const before = await storage.events.last();
    await storage.sessions.revoke(one.uuid, at(5));
    await storage.sessions.revoke(one.uuid, at(6));
    expect(await storage.sessions.revokeAllOf(author, at(7))).toMatchObject([{ family: two.uuid }]);
    expect((await storage.sessions.family(one.uuid))?.revoked_at).toBe(at(5));
    const families = (await storage.events.since(before)).map(
      (event) => event.kind === 'session_ended' && event.family,
    );
    expect(families).toEqual([one.uuid, two.uuid]);
    // Of those that were exchanged only the older ones go, and none that still may be.
    for (const [hash, used] of [
      ['used', 1],
      ['just used', 2],
    ] as const) {
      await storage.sessions.addRefresh({ hash, family: one.uuid, used_at: null });
      await storage.sessions.markUsed(hash, at(used));
    }
    const when = { access: at(11), accessAhead: at(99), refreshUse: at(2), familyUse: at(0) };
    await storage.sessions.purge({ ...when, familyEnd: at(0) });
    expect(await storage.sessions.refreshToken('used')).toBeNull();
    expect(await storage.sessions.refreshToken('just used')).not.toBeNull();
    expect([await storage.sessions.access('a'), await storage.sessions.refreshToken('r')]).toMatchObject([null, {}]);
    await storage.sessions.purge({ ...when, familyEnd: at(61) });
    expect([await storage.sessions.family(one.uuid), await storage.sessions.refreshToken('r')]).toEqual([null, null]);
  });

  it('lets the oldest screens that wait give way', async () => {
    const { pairings } = storage;
    const waits = (number: number, network: string) =>
      pairings.add({ code: `c${number}`, claim: `s${number}`, network, expires_at: at(number), display: null });
    const left = async (): Promise<number[]> => {
      const all = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(async (one) => [one, await pairings.byClaim(`s${one}`)] as const),
      );
      return all.filter(([, pairing]) => pairing !== null).map(([number]) => number);
    };
    for (const number of [1, 3, 5]) await waits(number, 'one');
    for (const number of [2, 4, 6]) await waits(number, 'two');
    await pairings.giveWay('one', 3);
    expect(await left()).toEqual([1, 2, 3, 4, 5, 6]);
    await pairings.giveWay('one', 2);
    expect(await left()).toEqual([2, 3, 4, 5, 6]);
    await pairings.giveWay(null, 2);
    expect(await left()).toEqual([5, 6]);
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

  /** Reads by way of another connection: whatever would happen at the same time, if nothing held it back, has happened afterwards. */
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

  it('ends all sessions at the first try, though somebody who holds one has yet to tell of something', async () => {
    const [first = '', last = ''] = [randomUUID(), randomUUID()].toSorted();
    for (const user of [first, last]) await stored.addUser(user, user, 2);
    const [one, two, held] = [
      { ...family(), user: first },
      { ...family(), user: last },
      { ...family(), user: last },
    ];
    for (const each of [one, two, held]) await storage.sessions.addFamily(each);
    let tries = 0;
    let all: Promise<unknown> = Promise.resolve();
    await storage.transaction(async ({ sessions }) => {
      tries += 1;
      await sessions.hold(held.uuid);
      all = storage.transaction(async (stores) => {
        tries += 1;
        await stores.sessions.revokeAll(at(1));
      });
      await others(async ({ events }) => void (await events.last()));
      await sessions.revoke(held.uuid, at(1));
    });
    await all;
    expect(tries).toBe(2);
    expect((await storage.sessions.family(two.uuid))?.revoked_at).toBe(at(1));
  });

  it('adds an archive at the first try, though somebody else who has its document waits to do the same', async () => {
    const of = { wip, template, organisation: organisation.uuid, name: 'One', file_name: 'plan.html' };
    let tries = 0;
    let other: Promise<unknown> = Promise.resolve();
    await storage.transaction(async ({ wips, archives }) => {
      tries += 1;
      await wips.lock(wip);
      other = storage.transaction(async (stores) => {
        tries += 1;
        const { checksum } = await stores.archives.last(template, organisation.uuid);
        await others(async ({ events }) => void (await events.last()));
        const head = { uuid: randomUUID(), ...of, format: 'html', submitted_on: at(3) };
        await stores.archives.add(await recordOf(head, '<p>', author, checksum));
      });
      await others(async ({ events }) => void (await events.last()));
      await archives.last(template, organisation.uuid);
    });
    await other;
    expect(tries).toBe(2);
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

  it('lists templates in display order, those of the organisation and of all', async () => {
    const own = randomUUID();
    await stored.addTemplate(own, { organisation: organisation.uuid, name: 'b', position: 2 });
    await stored.addTemplate(randomUUID(), { organisation: organisation.uuid, name: 'Z', position: 2 });
    await stored.addTemplate(randomUUID(), { organisation: abroad.uuid, name: 'Theirs', position: 1 });
    const names = async () => (await storage.templates.list(organisation.uuid)).map((one) => one.name);
    expect(await names()).toEqual(['Plan', 'Z', 'b']);
    const other = await addVersion(storage, '<b>');
    const first = (await storage.templates.head(own))?.template_version;
    const change = { name: 'c', description: 'd', template_version: other };
    await storage.templates.change(own, change, { by: null, at: at(0) });
    await storage.templates.setRemoved(own, at(1));
    expect(await names()).toEqual(['Plan', 'Z']);
    expect(await storage.templates.head(own)).toEqual({
      uuid: own,
      name: 'c',
      description: 'd',
      file_name: 'plan.html',
      organisation: organisation.uuid,
      version: 2,
      template_version: other,
      version_before: first,
      changed_at: at(0),
      changed_by: null,
      removed_at: at(1),
      kept_days: null,
    });
    // The same HTML once more leaves the one before to be put back.
    await storage.templates.change(own, change, { by: null, at: at(2) });
    expect(await storage.templates.head(own)).toMatchObject({ version: 3, version_before: first });
    const third = await addVersion(storage, '<i>');
    await storage.templates.change(own, { ...change, template_version: third }, { by: null, at: at(3) });
    await storage.transaction((stores) => stores.templateVersions.drop(other));
    expect(await storage.templateVersions.unused()).not.toContain(other);
    expect(await storage.templateVersions.content(other)).toBe('<b>');
    await storage.templates.setRemoved(own, null);
    const rest = (await storage.templates.all()).map(({ uuid }) => uuid).filter((uuid) => uuid !== own);
    await storage.templates.setOrder([own, ...rest]);
    expect(await names()).toEqual(['c', 'Plan', 'Z']);
    expect(await storage.templates.all()).toHaveLength(4);
    expect(await storage.templates.head(randomUUID())).toBeNull();
  });

  it('keeps each template version once, until nothing is made of it', async () => {
    const second = await addVersion(storage, '<p class="editable" id="a">');
    expect(await addVersion(storage, '<p class="editable" id="a">')).toBe(second);
    expect(await storage.templateVersions.content(second)).toBe('<p class="editable" id="a">');
    expect(JSON.parse((await storage.templateVersions.plan(second)) ?? '')).toMatchObject({ regions: [['a', [{}]]] });
    const forget = (hash: string): Promise<void> => storage.transaction((stores) => stores.templateVersions.drop(hash));
    await forget(stored.version);
    expect(await storage.templateVersions.content(stored.version)).toBe('<p>');
    const save = { name: 'One', ...untouched, template_version: second, author, at: at(1) };
    await storage.wips.change(wip, save);
    await forget(second);
    expect(await storage.templateVersions.content(second)).not.toBeNull();
    await storage.archives.add({ ...(await stored.archiveOf(randomUUID(), at(2))), template_version: second });
    await storage.wips.remove(wip, at(3), author);
    await forget(second);
    expect(await storage.templateVersions.content(second)).not.toBeNull();
    const third = await addVersion(storage, '<i>');
    await forget(third);
    expect([await storage.templateVersions.content(third), await storage.templateVersions.plan(third)]).toEqual([
      null,
      null,
    ]);
    await expect(storage.wips.change(wip, { ...save, template_version: third })).rejects.toThrow(REFUSED);
  });

  it('keeps archives: newest first, those of one moment too, and tells of each', async () => {
    const uuids = [randomUUID(), randomUUID(), randomUUID()];
    const before = await storage.events.last();
    expect(await storage.archives.last(template, organisation.uuid)).toEqual({ moment: null, checksum: null });
    for (const [index, uuid] of uuids.entries()) {
      const { checksum } = await storage.archives.last(template, organisation.uuid);
      await storage.archives.add(await stored.archiveOf(uuid, at(index === 0 ? 2 : 1), checksum));
    }
    const [first, second, third] = uuids;
    expect((await storage.archives.list(wip)).map((one) => one.uuid)).toEqual([first, third, second]);
    expect((await storage.archives.recent(template, organisation.uuid))?.uuid).toBe(first);
    expect(await storage.archives.recent(template, abroad.uuid)).toBeNull();
    const records = await storage.archives.records(0);
    expect(records.map(({ uuid, previous }) => [uuid, previous])).toEqual(
      uuids.map((uuid, index) => [uuid, records[index - 1]?.checksum ?? null]),
    );
    const { checksum } = records.at(-1) ?? {};
    expect(await storage.archives.last(template, organisation.uuid)).toEqual({ moment: at(2), checksum });
    expect(await storage.archives.last(template, abroad.uuid)).toEqual({ moment: null, checksum });
    expect(await storage.archives.records(records[0]?.number ?? 0)).toEqual(records.slice(1));
    const packed = await storage.archives.packed(second ?? '');
    expect(packed).toMatchObject({ submitted_on: at(1), line_breaks: 'marked' });
    expect(await unpackText(packed?.packed ?? Buffer.of())).toBe('<p>');
    const events = await storage.events.since(before);
    const heads = await Promise.all(uuids.map((uuid) => storage.archives.head(uuid)));
    expect(events.map((event) => event.kind === 'submission' && event.archive)).toEqual(heads);
    expect(await storage.events.last()).toBe(events.at(-1)?.number);
    await storage.events.purge(at(2));
    expect(await storage.events.since(before)).toHaveLength(1);
  });

  it('keeps what archives have in common once, and counts what is kept more', async () => {
    const count = async (): Promise<number> =>
      (await stored.open.db.selectFrom('archive_contents').select('hash').execute()).length;
    const add = async (html: string): Promise<number> => {
      const { checksum } = await storage.archives.last(template, organisation.uuid);
      const of = { wip, template, organisation: organisation.uuid, name: 'One', file_name: 'plan.html' };
      const head = { uuid: randomUUID(), ...of, format: 'html', submitted_on: at(3) };
      return (await storage.archives.add(await recordOf(head, html, author, checksum))).bytes;
    };
    const before = await count();
    const html = `<p>${randomUUID()}`;
    const first = await add(html);
    const again = [await add(html), await add(html)];
    expect(await count()).toBe(before + 1);
    expect(again).toEqual([first - (await packText(html)).length, again[0]]);
    await add(`${html}<p>`);
    expect(await count()).toBe(before + 2);
    // Content that the disk has damaged is whole again with the next submission of the same.
    const packed = (await packText(html)).slice(1);
    await stored.open.db
      .updateTable('archive_contents')
      .set({ packed })
      .where('hash', '=', contentHash(html))
      .execute();
    expect((await proveArchives(storage.archives)).problems).toHaveLength(3);
    await add(html);
    expect((await proveArchives(storage.archives)).problems).toEqual([]);
  });

  it('gives submissions of one template moments that grow, and events in the order of commits, though many submit at once', async () => {
    let seen = await storage.events.last();
    const uuids: string[] = [];
    const look = async (): Promise<void> => {
      for (const event of await storage.events.since(seen)) {
        seen = event.number;
        if (event.kind === 'submission') uuids.push(event.archive.uuid);
      }
    };
    const submit = async (): Promise<void> => {
      await storage.transaction(async ({ archives }) => {
        const { moment: last, checksum } = await archives.last(template, organisation.uuid);
        const moment = new Date(last === null ? 0 : Date.parse(last) + 1).toISOString();
        await archives.add(await stored.archiveOf(randomUUID(), moment, checksum));
      });
      // A read while others commit must not run past an archive that is not visible yet.
      await look();
    };
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 8 }, submit));
    await look();
    const archives = (await storage.archives.list(wip)).toReversed();
    expect(new Set(archives.map((one) => one.submitted_on)).size).toBe(40);
    expect([...new Set(uuids)].toSorted()).toEqual(archives.map((one) => one.uuid).toSorted());
    const chain = [...(await storage.archives.records(0))];
    chain.push(...(await storage.archives.records(chain.at(-1)?.number ?? 0)));
    expect(chain).toHaveLength(40);
    expect(new Set(chain.map(({ previous }) => previous)).size).toBe(40);
  });
});
