import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareEntries, type Entry } from '#common/document/regions/compare.ts';
import { wordsOf } from '#common/document/text/words.ts';
import { examineRecords } from '#server/cli/doctor/proof.ts';
import { found } from '#server/domain/access.ts';
import { createDocuments } from '#server/domain/documents/documents.ts';
import { dropContent } from '#server/domain/documents/drop-content.ts';
import { indexNext } from '#server/domain/documents/record-index.ts';
import { addSubmission } from '#server/domain/documents/submissions.ts';
import { readOlderRecords } from '#server/domain/records/older-records.ts';
import type { Stores } from '#server/storage/storage.ts';
import { engines } from '#tests/support/postgres/engines.ts';
import { given, rounds } from '../given.ts';
import { at, author, organisation, startStored, template } from '../documents/stored.ts';

const htmlOf = (entries: readonly Entry[]): string => {
  const regions = entries.filter(({ isRow }) => !isRow);
  const rows = entries.flatMap(({ id, value, isRow }) => (isRow ? [{ id, what: value }] : []));
  return `${regions.map(({ id, value }) => `<p class="editable" id="${id}" data-ready-label="${id}">${value}</p>`).join('')}
    <script type="application/json" id="ready-new-attributes">${JSON.stringify(rows)}</script>`;
};

const region = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  value: fc.constantFrom('', 'fire', 'fire 412', '438', 'Łódź fire'),
});
const row = fc.record({ id: fc.constantFrom('r', 's', 't'), value: fc.constantFrom('05:40', 'north', 'fire') });
const entriesOf = fc
  .tuple(fc.uniqueArray(region, { selector: ({ id }) => id }), fc.uniqueArray(row, { selector: ({ id }) => id }))
  .map(([regions, rows]): Entry[] => [
    ...regions.map((one) => ({ ...one, label: one.id })),
    ...rows.map((one) => ({ ...one, label: one.value, isRow: true })),
  ]);
const submissions = fc.array(fc.record({ entries: entriesOf, name: fc.constantFrom('One', 'Night log') }), {
  minLength: 1,
  maxLength: 6,
});

const byText = (one: string, other: string): number => one.localeCompare(other);

const WORDS = ['fire', '412', '438', 'lodz', '05', 'north', 'night', 'one'];

/** An entry as the rules of a template read it that was replaced since, and what it would change in the index. */
const OUTDATED = {
  entries: [{ id: 'a', label: 'a', value: 'fire 438' }],
  version: 'of before',
  changes: { after: '', first: 0, changed: null, regions: [], ended: [], begun: [], values: [], moved: [] },
};

type Submission = { uuid: string; entries: readonly Entry[]; name: string; isDropped: boolean };

describe.each(engines)('the index of records on $name', ({ start }) => {
  const engine = given(start);
  const stored = given(async () => startStored(await engine.place()));

  async function submit(wip: string, { entries, name, uuid }: Submission, minute: number): Promise<void> {
    const record = { ...(await stored.archiveOf(uuid, at(minute), null, htmlOf(entries))), name, wip };
    await stored.storage.transaction(async (stores) => {
      const changed = await indexNext(stores.records, { wip, name }, entries);
      await stores.archives.add({ ...record, indexed: { changed } });
    });
  }

  /** Adds a submission whose document could not be read at once, or was read before its template was replaced. */
  async function submitUnread(wip: string, { entries, name }: Submission, packed?: Uint8Array): Promise<string> {
    const made = await stored.archiveOf(randomUUID(), at(20), null, htmlOf(entries));
    const of = { wip, template, organisation: organisation.uuid, name, file_name: 'plan.html' };
    const { archive } = await stored.storage.transaction(async (stores) =>
      addSubmission(stores, {
        actor: found(await stores.users.byUuid(author), 'user'),
        of,
        made: packed ? { ...made, packed } : made,
        read: packed ? null : OUTDATED,
        now: new Date(at(20)),
        last: await stores.archives.last(template, organisation.uuid),
      }),
    );
    return archive.uuid;
  }

  /** Compares the index with the submissions themselves. */
  async function expectIndex(wip: string, all: readonly Submission[]): Promise<void> {
    const { records } = stored.storage;
    const foundBy = new Map<string, ReadonlySet<string>>();
    for (const word of WORDS) {
      const pages = [null, await records.wipsWith(word, undefined)].map((wips) =>
        records.page({ organisation: organisation.uuid, wip, words: [{ word, authors: [], wips }] }, null, 99),
      );
      const [some, ofFew] = (await Promise.all(pages)).map((page) => page.map(({ uuid }) => uuid));
      expect(ofFew).toEqual(some);
      foundBy.set(word, new Set(some));
    }
    for (const [index, { uuid, entries, isDropped, name }] of all.entries()) {
      const place = index + 1;
      const head = await records.head(uuid);
      expect(head).toMatchObject({ place, is_indexed: 1 });
      const spans = (await records.spans(wip, place)).map(({ region: id, value }) => `${id} ${value}`);
      expect(spans.toSorted(byText)).toEqual(
        isDropped ? [] : entries.map(({ id, value }) => `${id} ${value}`).toSorted(byText),
      );
      const before = all[index - 1];
      const isKnown = before !== undefined && !before.isDropped && !isDropped;
      const { changes } = compareEntries(before?.entries ?? [], entries);
      expect(head?.changed).toBe(isKnown ? changes.length : null);
      if (isKnown) {
        const known = await records.changes([{ wip, place }], 99, 200);
        expect(known.map(({ region: id, was, is }) => `${id} ${was} ${is}`).toSorted(byText)).toEqual(
          changes.map(({ id, was, is }) => `${id} ${was} ${is}`).toSorted(byText),
        );
      }
      const words = [...(isDropped ? [] : entries.map(({ value }) => value)), name].flatMap((text) => [
        ...wordsOf(text),
      ]);
      for (const word of WORDS)
        expect([word, place, foundBy.get(word)?.has(uuid)]).toEqual([
          word,
          place,
          words.some((one) => one.startsWith(word)),
        ]);
    }
  }

  async function readAgain(change: (stores: Stores) => Promise<unknown>, storage = stored.storage): Promise<void> {
    await stored.storage.transaction(change);
    const documents = createDocuments(stored.storage.templateVersions);
    const older = readOlderRecords({ storage, documents }, (error) => {
      throw error;
    });
    await older.complete;
    await older.close();
    await documents.close();
  }

  it('has what each submission contains and changed, as it is written, read later, with contents removed, after one that could not be read, and with regions that became private', async () => {
    await fc.assert(
      fc.asyncProperty(
        submissions,
        fc.array(fc.nat(5), { maxLength: 2 }),
        fc.boolean(),
        async (list, dropped, isFollowed) => {
          await stored.open.db.deleteFrom('archives').execute();
          const wip = randomUUID();
          await stored.addWip(wip, {});
          const all = list.map((one): Submission => ({ ...one, uuid: randomUUID(), isDropped: false }));
          for (const [minute, one] of all.entries()) await submit(wip, one, minute);
          await expectIndex(wip, all);
          await readAgain((stores) => stores.settings.set('record_words', 'of another version'));
          await expectIndex(wip, all);
          for (const place of new Set(dropped)) {
            const one = all[place];
            if (!one) continue;
            one.isDropped = true;
            await dropContent(stored.storage, { archive: one.uuid }, { isForced: true }, () => new Date());
          }
          await expectIndex(wip, all);
          await readAgain((stores) => stores.records.clear(wip));
          await expectIndex(wip, all);
          const last = { uuid: randomUUID(), entries: all[0]?.entries ?? [], name: 'One', isDropped: false };
          await submit(wip, last, 10);
          all.push(last);
          await expectIndex(wip, all);
          const later: Submission = { ...last, entries: all.at(-2)?.entries ?? [] };
          later.uuid = await submitUnread(wip, later);
          await expectIndex(wip, all);
          const following = { ...last, uuid: randomUUID(), entries: all[0]?.entries ?? [] };
          if (isFollowed) await submit(wip, following, 30);
          await readAgain(async () => undefined);
          all.push(later, ...(isFollowed ? [following] : []));
          await expectIndex(wip, all);
          await stored.storage.transaction((stores) => stores.records.forget(template, ['a', 'c']));
          const without = (one: Submission): Submission => ({
            ...one,
            entries: one.entries.filter(({ id }) => id !== 'a' && id !== 'c'),
          });
          await expectIndex(wip, all.map(without));
        },
      ),
      { numRuns: rounds(10, 150) },
    );
  });

  it('keeps what it has before and after a submission that can never be read, and names that one', async () => {
    await stored.open.db.deleteFrom('archives').execute();
    const wip = randomUUID();
    await stored.addWip(wip, {});
    const one = { entries: [{ id: 'a', label: 'a', value: 'fire 412' }], name: 'One', isDropped: false };
    const [first, second] = [0, 30].map((minute) => ({ ...one, uuid: randomUUID(), minute }));
    if (!first || !second) throw new Error();
    await submit(wip, first, first.minute);
    const unread = await submitUnread(wip, { ...one, entries: [], uuid: '' }, new Uint8Array([1, 2, 3]));
    await submit(wip, second, second.minute);
    const failed: unknown[] = [];
    const documents = createDocuments(stored.storage.templateVersions);
    const older = readOlderRecords({ storage: stored.storage, documents }, (error) => void failed.push(error));
    await older.complete;
    await older.close();
    await documents.close();
    expect(failed).not.toEqual([]);
    await expectIndex(wip, [first]);
    const { records } = stored.storage;
    const said: string[] = [];
    const { storage } = stored;
    const place = { installation: { storage } } as Parameters<typeof examineRecords>[0];
    await examineRecords(place, (state, text) => void said.push(`${state}: ${text}`));
    expect(said).toEqual([
      'ok: the records can be searched from the first one on',
      expect.stringMatching(`^warning: the document “One” of the record ${unread} of .* cannot be read: `),
    ]);
    expect(await records.spans(wip, 2)).toEqual([]);
    expect(await records.head(second.uuid)).toMatchObject({ is_indexed: 1, changed: null });
    const wanted = { organisation: organisation.uuid, wip, words: [{ word: '412', authors: [], wips: null }] };
    const found412 = await records.page(wanted, null, 9);
    expect(found412.map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid]);
  });

  it('is made again in pieces after another version of the words, and goes on where it was ended', async () => {
    await stored.open.db.deleteFrom('archives').execute();
    const { records, settings } = stored.storage;
    const uuids = Array.from({ length: 3 }, () => randomUUID()).toSorted();
    const entries = [{ id: 'a', label: 'a', value: 'fire 412' }];
    for (const [minute, uuid] of uuids.entries()) {
      await stored.addWip(uuid, {});
      await submit(uuid, { uuid, entries, name: 'One', isDropped: false }, minute);
    }
    await settings.set('record_words', 'of another version');
    // Ends after its first piece.
    const documents = createDocuments(stored.storage.templateVersions);
    const ended = readOlderRecords({ storage: stored.storage, documents }, (error) => {
      throw error;
    });
    await Promise.all([ended.close(), documents.close()]);
    const isIndexed = async () => Promise.all(uuids.map(async (uuid) => (await records.head(uuid))?.is_indexed));
    expect(await isIndexed()).toEqual([0, 1, 1]);
    const cleared: string[] = [];
    await readAgain(async () => undefined, {
      ...stored.storage,
      transaction: (work) =>
        stored.storage.transaction(async (stores) => {
          const clear = async (uuid: string): Promise<void> => {
            cleared.push(uuid);
            await stores.records.clear(uuid);
          };
          return work({ ...stores, records: { ...stores.records, clear } });
        }),
    });
    expect(cleared).toEqual(uuids.slice(1));
    for (const uuid of uuids) await expectIndex(uuid, [{ uuid, entries, name: 'One', isDropped: false }]);
  });
});
