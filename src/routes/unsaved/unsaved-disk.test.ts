import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endConnection, fakeDisk, result } from '#tests/support/hosts/fake-disk.ts';
import { JOURNAL_BYTES, JOURNAL_DAYS } from '#common/config/constants.ts';
import type { Place } from '#machines/unsaved/unsaved-text.ts';
import type { DiskOwner, Entry, UnsavedDisk } from './unsaved-disk.ts';

const DAY = 86_400_000;
const secret = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
const person = (user: string): DiskOwner => ({ key: secret(), mark: secret(), host: 'https://ready.example', user });

const place: Place = { template: 'template-of-the-brief', wip: 'wip-of-monday' };
const at = (template: string): Place => ({ template, wip: null });
const entry = (where: Place, body = 'Helicopter down at Corvane Ridge', time = now): Entry => ({
  head: { place: where, title: 'Daily Brief of Monday', changes: 3, at: time },
  body,
});
/** Larger than a third of a user's limit, and not than half. */
const LARGE = 'x'.repeat(Math.floor(JOURNAL_BYTES * 0.4));

let now = 0;
const [dana, eve] = [person('dana-7'), person('eve-8')];

/** Opens the disk as in a page that has just been loaded. */
async function opened(owner: DiskOwner): Promise<UnsavedDisk> {
  vi.resetModules();
  const { openDisk } = await import('./unsaved-disk.ts');
  return openDisk(owner, () => now);
}

type Row = { id: string; sealed: { iv: Uint8Array; data: ArrayBuffer } } & Record<string, unknown>;
/** Changes the stored rows, bypassing this module. */
async function onDisk<T>(work: (store: (name: string) => IDBObjectStore) => Promise<T>): Promise<T> {
  const db = await result(indexedDB.open('ready-journal'));
  const transaction = db.transaction(['heads', 'bodies'], 'readwrite');
  const done = await work((name) => transaction.objectStore(name));
  db.close();
  return done;
}
const rows = (name: string) => onDisk((store) => result(store(name).getAll()) as Promise<Row[]>);
const keys = (name: string) => onDisk((store) => result(store(name).getAllKeys()));

/** All data on the disk that its holder could read: names, keys and values. */
async function allBytes(): Promise<string> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  const all = [...(await rows('heads')), ...(await rows('bodies'))];
  const words = all.flatMap((row) =>
    Object.entries(row).map(([name, value]) =>
      name === 'sealed'
        ? Buffer.concat([row.sealed.iv, new Uint8Array(row.sealed.data)]).toString('latin1')
        : `${name} ${String(value)}`,
    ),
  );
  return [...names, ...(await keys('heads')), ...(await keys('bodies')), ...words].join('\n');
}

beforeEach(() => {
  fakeDisk();
  now = Date.UTC(2026, 2, 2, 3, 12);
});

describe('what was written', () => {
  it('is there in the next page, the newest first in the list, until it is removed', async () => {
    const first = await opened(dana);
    await first.write(entry(place, 'The old words'));
    await first.write(entry(at('later'), 'Later', now + 1));
    expect(await first.write(entry(place, 'The new words', now + 2))).toEqual({ dropped: 0 });
    const next = await opened(dana);
    expect(await next.read(place)).toEqual(entry(place, 'The new words', now + 2));
    expect((await next.list()).map((head) => head.place)).toEqual([place, at('later')]);
    expect((await next.list())[0]).toEqual(entry(place, '', now + 2).head);
    await next.remove(place);
    expect(await next.read(place)).toBeNull();
    expect((await next.list()).map((head) => head.place)).toEqual([at('later')]);
    await next.removeAll();
    expect([await next.list(), await keys('heads'), await keys('bodies')]).toEqual([[], [], []]);
  });

  it('is on the disk when that is said, and not on its way there', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const disk = await opened(dana);
    await disk.write(entry(place));
    await disk.remove(place);
    const writing = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writing).toHaveLength(2);
    expect(writing.map(([, , options]) => options)).toEqual(writing.map(() => ({ durability: 'strict' })));
  });

  it('of a WIP is the same wherever it was opened from; of a template it is another than that of its WIPs', async () => {
    const disk = await opened(dana);
    expect(await disk.nameOf({ ...place, template: 'another' })).toBe(await disk.nameOf(place));
    const names = [place, at(place.template), at('wip-of-monday'), at('')];
    expect(new Set(await Promise.all(names.map((one) => disk.nameOf(one)))).size).toBe(names.length);
  });

  it('stays as it was where the disk has no room for more', async () => {
    const disk = await opened(dana);
    await disk.write(entry(place, 'Before the disk was full'));
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(disk.write(entry(place, 'More'))).rejects.toThrow('full');
    vi.restoreAllMocks();
    expect(await (await opened(dana)).read(place)).toEqual(entry(place, 'Before the disk was full'));
  });

  it('is reached as soon as the browser opens the database, and again after it has closed it', async () => {
    (await result(indexedDB.open('ready-journal', 2))).close();
    vi.resetModules();
    const { openDisk } = await import('./unsaved-disk.ts');
    await expect(openDisk(dana, () => now)).rejects.toThrow('version');
    await result(indexedDB.deleteDatabase('ready-journal'));
    const use = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const disk = await openDisk(dana, () => now);
    await disk.write(entry(place));
    endConnection(use.mock.contexts.at(-1) as IDBDatabase);
    expect(await disk.read(place)).toEqual(entry(place));
    // The user has the browser delete its data: that is not held up.
    await result(indexedDB.deleteDatabase('ready-journal'));
    expect(await disk.read(place)).toBeNull();
  });
});

describe('another person at the same computer', () => {
  it('finds nothing of it: no text, no title, no document, and not that there is any', async () => {
    await (await opened(dana)).write(entry(place));
    const other = await opened(eve);
    expect([await other.list(), await other.read(place)]).toEqual([[], null]);
    await other.removeAll();
    await other.remove(place);
    expect(await (await opened(dana)).read(place)).toEqual(entry(place));
  });

  it('nor by the keys of records, with the same document open or the id of that person known', async () => {
    const own = await opened(dana);
    await own.write(entry(place));
    const guesses = [
      eve,
      { ...eve, user: dana.user },
      { ...eve, key: dana.key },
      { ...dana, mark: eve.mark },
      { ...dana, user: eve.user },
      // Nor is it the same user's at another host.
      { ...dana, host: 'https://other.example' },
    ];
    const taken = [...(await keys('heads')), ...(await rows('heads')).map(({ owner }) => owner)];
    for (const guess of guesses) {
      // oxlint-disable-next-line no-await-in-loop -- a page after the other
      const other = await opened(guess);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(taken).not.toContain(await other.nameOf(place));
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await other.list()).toEqual([]);
    }
  });

  it('reads noise on the disk: sizes, and the day of the writing', async () => {
    await (await opened(dana)).write(entry(place));
    const bytes = await allBytes();
    const { title, place: where } = entry(place).head;
    const secrets = [title, 'Daily', 'Helicopter', where.template, where.wip ?? '', dana.user, dana.host, dana.key];
    expect(secrets.filter((one) => bytes.includes(one) || bytes.includes(one.split('').join('\0')))).toEqual([]);
    expect(bytes).toContain(`day ${Math.floor(now / DAY)}`);
    const columns = (await rows('heads')).map((row) => Object.keys(row).toSorted());
    expect(columns).toEqual([['bytes', 'day', 'id', 'owner', 'sealed']]);
    expect((await rows('bodies')).map((row) => Object.keys(row).toSorted())).toEqual([['id', 'sealed']]);
  });

  it('sees no two writings alike, though the text is', async () => {
    const disk = await opened(dana);
    await disk.write(entry(place));
    const first = await allBytes();
    await disk.write(entry(place));
    expect(await allBytes()).not.toBe(first);
  });
});

describe('what was opened last', () => {
  it('is there in the next page, beside unsaved text and not among it, and goes with all of it', async () => {
    const disk = await opened(dana);
    await disk.write(entry(place));
    await disk.writeRecent('[1]');
    await disk.writeRecent('[1,2]');
    const next = await opened(dana);
    expect(await next.readRecent()).toBe('[1,2]');
    expect(await next.list()).toHaveLength(1);
    expect(await (await opened(eve)).readRecent()).toBeNull();
    expect(await (await opened({ ...dana, key: secret() })).readRecent()).toBeNull();
    expect(await allBytes()).not.toContain('[1,2]');
    await (await opened(eve)).removeAll();
    expect(await next.readRecent()).toBe('[1,2]');
    await next.removeAll();
    expect([await next.readRecent(), await keys('heads')]).toEqual([null, []]);
  });

  it('goes after as many days', async () => {
    await (await opened(dana)).writeRecent('[1]');
    now += JOURNAL_DAYS * DAY;
    expect(await (await opened(dana)).readRecent()).toBe('[1]');
    now += DAY;
    await opened(eve);
    expect(await keys('heads')).toEqual([]);
  });
});

describe('what cannot be read', () => {
  it('is said: the key has become another, and the person is the same', async () => {
    await (await opened(dana)).write(entry(place));
    const rotated = await opened({ ...dana, key: secret() });
    expect(await rotated.read(place)).toBe('unreadable');
    expect(await rotated.list()).toEqual([{ place: null, title: '', changes: 0, at: Math.floor(now / DAY) * DAY }]);
    await rotated.write(entry(place, 'Written anew'));
    expect(await rotated.read(place)).toEqual(entry(place, 'Written anew'));
    await rotated.removeAll();
    expect(await keys('bodies')).toEqual([]);
  });

  it('is not even known where the mark is another too', async () => {
    await (await opened(dana)).write(entry(place));
    const rotated = await opened({ ...dana, key: secret(), mark: secret() });
    expect([await rotated.read(place), await rotated.list()]).toEqual([null, []]);
  });

  it('where the host gives no mark the key names, and goes with it', async () => {
    const markless = { ...dana, mark: null };
    await (await opened(markless)).write(entry(place));
    expect(await (await opened(markless)).read(place)).toEqual(entry(place));
    expect(await (await opened({ ...markless, key: secret() })).list()).toEqual([]);
  });

  it('is said: somebody has put the text of another document in its place, or damaged it', async () => {
    const disk = await opened(dana);
    await disk.write(entry(place));
    await disk.write(entry(at('other'), 'Of the other'));
    const [one, two] = [await disk.nameOf(place), await disk.nameOf(at('other'))];
    const bodies = await rows('bodies');
    const body = (id: string) =>
      bodies.find((row) => row.id === id)?.sealed ?? { iv: new Uint8Array(12), data: new ArrayBuffer(0) };
    await onDisk((store) => result(store('bodies').put({ id: one, sealed: body(two) })));
    expect(await disk.read(place)).toBe('unreadable');
    const cut = { ...body(two), data: body(two).data.slice(1) };
    await onDisk((store) => result(store('bodies').put({ id: two, sealed: cut })));
    expect(await disk.read(at('other'))).toBe('unreadable');
  });
});

describe('bounds', () => {
  it('lets the oldest go first, and tells how many, where a person has more than 20 MB', async () => {
    const disk = await opened(dana);
    await disk.write(entry(at('middle'), LARGE, now + 2));
    await disk.write(entry(at('oldest'), LARGE, now + 1));
    // The same document's older entry does not count beside its new one.
    expect(await disk.write(entry(at('oldest'), LARGE, now + 1))).toEqual({ dropped: 0 });
    // Another user's entry does not count either.
    expect(await (await opened(eve)).write(entry(at('hers'), LARGE, now))).toEqual({ dropped: 0 });
    expect(await disk.write(entry(at('small'), 'Few words', now + 3))).toEqual({ dropped: 0 });
    expect(await disk.write(entry(at('newest'), LARGE, now + 4))).toEqual({ dropped: 1 });
    expect((await disk.list()).map((head) => head.place?.template)).toEqual(['newest', 'small', 'middle']);
    expect(await disk.write(entry(at('huge'), LARGE + LARGE, now + 5))).toEqual({ dropped: 3 });
    expect((await disk.list()).map((head) => head.place?.template)).toEqual(['huge']);
    expect(await (await opened(eve)).list()).toHaveLength(1);
  });

  it('lets nothing go for what is not on the disk in the end', async () => {
    const disk = await opened(dana);
    await disk.write(entry(at('oldest'), LARGE));
    await disk.write(entry(at('middle'), LARGE, now + 1));
    const put = Reflect.get(IDBObjectStore.prototype, 'put') as (value: unknown) => IDBRequest<IDBValidKey>;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function refuse(this: IDBObjectStore, value: unknown) {
      const request = put.call(this, value);
      // As a browser does at the end, when the disk has no room.
      request.addEventListener('success', () => this.transaction.abort());
      return request;
    });
    await expect(disk.write(entry(at('newest'), LARGE, now + 2))).rejects.toThrow('aborted');
    vi.restoreAllMocks();
    expect((await disk.list()).map((head) => head.place?.template)).toEqual(['middle', 'oldest']);
    expect(await disk.read(at('oldest'))).toEqual(entry(at('oldest'), LARGE));
  });

  it('lets what is older than 7 days go, whoever signs in, and nothing younger', async () => {
    await (await opened(dana)).write(entry(place));
    now += DAY;
    await (await opened(dana)).write(entry(at('a day later')));
    now += (JOURNAL_DAYS - 1) * DAY;
    expect(await (await opened(dana)).list()).toHaveLength(2);
    now += DAY;
    await opened(eve);
    expect(await keys('heads')).toHaveLength(1);
    expect(await keys('bodies')).toEqual(await keys('heads'));
    expect((await (await opened(dana)).list()).map((head) => head.place?.template)).toEqual(['a day later']);
  });

  it('of a document that is written again the days count from then', async () => {
    await (await opened(dana)).write(entry(place));
    now += JOURNAL_DAYS * DAY;
    await (await opened(dana)).write(entry(place));
    now += JOURNAL_DAYS * DAY;
    expect(await (await opened(dana)).list()).toHaveLength(1);
  });
});
