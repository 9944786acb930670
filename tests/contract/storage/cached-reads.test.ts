import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, expect, expectTypeOf, it } from 'vitest';
import type { ReadOnly } from '#server/storage/memory.ts';
import type { Stores } from '#server/storage/storage.ts';
import {
  at,
  author,
  family,
  organisation as whose,
  startStored,
  template,
  untouched,
  wip,
} from '../documents/stored.ts';
import { given, givenFolder } from '../given.ts';

// SQLite: there every cached read is cached.
const folder = givenFolder();
const stored = given(async () => startStored({ READY_DATA: await mkdtemp(join(folder, 'place-')) }), beforeEach);

const organisation = whose.uuid;
const file_name = 'plan.html';
const session = family();
const [role, archive] = [randomUUID(), randomUUID()];

beforeEach(async () => {
  const { organisations, archives, sessions, roles } = stored.storage;
  await organisations.setCommand(organisation, 'left', template);
  await archives.add(await stored.archiveOf(archive, at(1)));
  await sessions.addFamily(session);
  await sessions.addAccess({ hash: 'token', family: session.uuid, expires_at: at(10) });
  await roles.add({ uuid: role, name: 'Medic', file_name });
  await roles.assign(role, author);
});

/** All cached reads. */
const cached = async ({ roles, templates, wips, archives, pages, sessions }: Stores) => ({
  roles: await roles.list(),
  forFile: await roles.forFile(file_name, author),
  templates: await templates.list(organisation),
  template: await templates.head(template),
  wips: await wips.list(template, organisation),
  wip: await wips.head(wip),
  archives: await archives.list(wip),
  recent: await archives.recent(template, organisation),
  archive: await archives.head(archive),
  wipCount: await pages.wips.count({ template, organisation }, ''),
  session: await sessions.access('token'),
});

/** The stores that write what cached reads show. */
type Cached = 'organisations' | 'users' | 'roles' | 'templates' | 'wips' | 'archives' | 'sessions';

/** Their methods that only read, or write what no cached read shows. */
const others: { [Store in Cached]: string } = {
  organisations: 'lockNames byNumber list add lastNumber command holdings',
  users: 'byUuid lock byUsername list countAtLeast isEmpty add',
  roles: 'list byUuid forFile holders ofUsers',
  templates: 'list all head lock',
  wips: 'list head lock full newest count size',
  archives: 'list recent head packed before record last newest records ofChain links proof withContent isShown',
  sessions:
    'addFamily family addAccess access takeAccess hold addRefresh refreshToken lockRefresh markUsed ofUser newestUse',
};

/** All other methods, each in a write that changes a cached read. */
const writes: { [Store in Cached]: { [Method in keyof Stores[Store]]?: (stores: Stores) => Promise<unknown> } } = {
  organisations: {
    rename: ({ organisations }) => organisations.rename(organisation, 'Port'),
    setCommand: ({ organisations }) => organisations.setCommand(organisation, 'right', template),
    dropCommand: ({ organisations }) => organisations.dropCommand(template),
    remove: ({ organisations }) => organisations.remove(organisation, at(2)),
  },
  users: {
    change: ({ users }) => users.change(author, { name: 'New' }),
    setPasswordHash: ({ users }) => users.setPasswordHash(author, 'y'),
    noteSignIn: ({ users }) => users.noteSignIn(author, at(2)),
    setDisabled: ({ users }) => users.setDisabled(author, at(2)),
    rename: ({ users }) => users.rename(author, 'Other'),
    remove: ({ users }) => users.remove(author, at(2)),
  },
  roles: {
    add: ({ roles }) => roles.add({ uuid: randomUUID(), name: 'Cook', file_name }),
    async assign({ roles }) {
      await roles.unassign(role, author);
      expect(await roles.forFile(file_name, author)).toEqual({ exists: true, held: false });
      await roles.assign(role, author);
      expect(await roles.forFile(file_name, author)).toEqual({ exists: true, held: true });
      await roles.remove(role);
    },
    unassign: ({ roles }) => roles.unassign(role, author),
    unassignAll: ({ roles }) => roles.unassignAll(author),
    remove: ({ roles }) => roles.remove(role),
  },
  templates: {
    add: () => stored.addTemplate(randomUUID(), { organisation: null }),
    async change({ templates }) {
      const change = { name: 'Map', description: '', template_version: stored.version };
      await templates.change(template, change, { by: null, at: at(2) });
    },
    setRemoved: ({ templates }) => templates.setRemoved(template, at(2)),
    setKeptDays: ({ templates }) => templates.setKeptDays(template, 7),
    async setOrder({ templates }) {
      await stored.addTemplate(randomUUID(), { organisation: null });
      const before = await templates.list(organisation);
      await templates.setOrder(before.map(({ uuid }) => uuid).toReversed());
      expect(await templates.list(organisation)).toEqual(before.toReversed());
    },
  },
  wips: {
    add: () => stored.addWip(randomUUID(), {}),
    change: ({ wips }) =>
      wips.change(wip, { ...untouched, name: 'Two', template_version: stored.version, author, at: at(2) }),
    remove: ({ wips }) => wips.remove(wip, at(2), author),
  },
  archives: {
    add: async ({ archives }) => archives.add(await stored.archiveOf(randomUUID(), at(2))),
    dropContent: ({ archives }) => archives.dropContent(archive, at(2)),
  },
  sessions: {
    touch: ({ sessions }) => sessions.touch([session.uuid], at(2)),
    revoke: ({ sessions }) => sessions.revoke(session.uuid, at(2)),
    revokeAllOf: ({ sessions }) => sessions.revokeAllOf(author, at(2)),
    revokeAll: ({ sessions }) => sessions.revokeAll(at(2)),
    setFactorDue: ({ sessions }) => sessions.setFactorDue({ family: session.uuid }, true),
    settleUse: ({ sessions }) => sessions.settleUse('', at(2)),
    settleEnd: ({ sessions }) => sessions.settleEnd('', at(2)),
    purge: ({ sessions }) =>
      sessions.purge({ access: at(20), accessAhead: at(99), refreshUse: at(0), familyEnd: at(0), familyUse: at(0) }),
  },
};

const named = Object.entries(writes).flatMap(([store, methods]) =>
  Object.entries(methods).map(([method, write]) => [`${store}.${method}`, write] as const),
);

it.each(named)('%s leaves no old result in the cache', async (_name, write) => {
  const { storage } = stored;
  const before = await cached(storage);
  await write(storage);
  // A transaction reads past the cache.
  const now = await storage.transaction(cached);
  expect(await cached(storage)).toEqual(now);
  expect(isDeepStrictEqual(now, before)).toBe(false);
});

it('is tried with every method of every store whose writes cached reads show', () => {
  const { storage } = stored;
  for (const store of Object.keys(others) as Cached[]) {
    const known = [...others[store].split(' '), ...Object.keys(writes[store])];
    expect(known.toSorted()).toEqual(Object.keys(storage[store]).toSorted());
  }
  const uncached = 'secondFactors identities templateVersions settings audit events attempts networks providerSignIns';
  const known =
    `${uncached} holds checkpoints records received boards displays pairings usage jobs pages ${Object.keys(others).join(' ')}`.split(
      ' ',
    );
  const stores = Object.entries(storage).filter(([, store]) => typeof store === 'object');
  expect(known.toSorted()).toEqual(stores.map(([name]) => name).toSorted());
});

it('gives those stores no other way to write', () => {
  expectTypeOf<keyof ReadOnly>().toEqualTypeOf<'selectFrom' | 'executeQuery' | 'getExecutor'>();
});
