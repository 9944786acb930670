import { beforeAll, describe, expect, it } from 'vitest';
import { findingEntries } from '#common/document/plan/record-entries.ts';
import { atOnce } from '#common/document/text/in-slices.ts';
import { alteredText, documentText, LIMITS, misplacedText, recordText, UNSIGNED_YET } from '#common/proof/sentences.ts';
import { actorOf, found, type Caller } from '#server/domain/access.ts';
import { createDocuments, type Documents } from '#server/domain/documents/documents.ts';
import { createRecords, type Records } from '#server/domain/records/records.ts';
import { archiveChecksum, packText, unpackText } from '#server/storage/archive-record.ts';
import { proveArchives } from '#server/storage/lifecycle/archive-proof.ts';
import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import type { Row } from '#server/storage/schema.ts';
import { demo } from '#tests/support/person.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { REPLACED, simulateWeek, WINTER_TIME } from '#tests/support/week.ts';
import { inFull } from '../../../tools/test/suites.ts';
import { given, rounds } from '../given.ts';
import { check, weekBundles, type WeekBundles } from './week-bundles.ts';

const HOUR = 3_600_000;
const WHOLE = { each: 0, length: 0 };
const iso = (moment: number): string => new Date(moment).toISOString();

type Said = Row<'archives', ['uuid', 'wip', 'template', 'organisation', 'name', 'submitted_on', 'dropped_at']>;

describe.each(engines)('the records of a simulated week on $name', ({ name: engineName, start }) => {
  const engine = given(start);
  let open: OpenDatabase;
  let records: Records;
  let said: Said[] = [];
  let actors: Caller[] = [];
  let documents: Documents;
  let data = '';
  beforeAll(async () => {
    const place = await engine.place();
    await simulateWeek(place, rounds(750, 3_000));
    open = await openPlace(place);
    data = place['READY_DATA'] ?? '';
    documents = createDocuments(open.storage.templateVersions);
    records = createRecords(open.storage, documents, () => new Date(WINTER_TIME + 168 * HOUR));
    said = await open.db.selectFrom('archives').selectAll().orderBy('submitted_on').orderBy('number').execute();
    const users = await open.storage.users.list(null);
    actors = [demo.administrator, demo.foreignAdministrator].map((name) => ({
      ...actorOf(found(users.find(({ username }) => username === name) ?? null, 'user')),
      family: '',
      waiting: new AbortController().signal,
    }));
    return async () => {
      await documents.close();
      await open.close();
    };
  });
  const actorFor = (one: Said): Caller =>
    found(actors.find(({ organisation }) => organisation === one.organisation) ?? null, 'user');
  const own = (): Said[] => said.filter(({ organisation }) => organisation === actors[0]?.organisation);

  /** The entries of a submission's own document, by id. */
  const entriesOf = async ({ uuid }: Said): Promise<Map<string, string>> => {
    const stored = found(await open.storage.archives.packed(uuid), 'archive');
    const html = await unpackText(found(stored.packed, 'content'));
    const entries = atOnce(findingEntries({ html, lines: stored.line_breaks }));
    return new Map(entries.toReversed().map(({ id, value }) => [id, value]));
  };

  it('have in each pane, at each moment, the last submission of that millisecond, and one millisecond earlier the newest before it', async () => {
    const isShared = (one: Said, at: number): boolean => said[at - 1]?.submitted_on === one.submitted_on;
    const every = rounds(20, 1);
    for (const one of said.filter((each, at) => at % every === 0 || isShared(each, at))) {
      const panes = [
        { kind: 'wip', id: one.wip },
        { kind: 'template', id: one.template },
      ] as const;
      const ofPanes = [
        said.filter(({ wip }) => wip === one.wip),
        said.filter(({ template, organisation }) => template === one.template && organisation === one.organisation),
      ];
      const moment = Date.parse(one.submitted_on);
      for (const time of [iso(moment), iso(moment - 1)]) {
        const all = ofPanes.flat().map(({ submitted_on: at }) => at);
        const reply = await records.at(actorFor(one), { panes }, time);
        expect({ ...reply, panes: reply.panes.map(({ record }) => record?.uuid) }).toEqual({
          time,
          panes: ofPanes.map((some) => some.findLast(({ submitted_on: at }) => at <= time)?.uuid),
          previous:
            all
              .filter((at) => at < time)
              .toSorted()
              .at(-1) ?? null,
          next: all.filter((at) => at > time).toSorted()[0] ?? null,
        });
      }
    }
  });

  it('are counted in parts of the time as often as they are listed day by day', async () => {
    const [actor] = actors as [Caller];
    // A pane for each template and for each document: each submission is in two.
    const panes = (['template', 'wip'] as const).flatMap((kind) =>
      [...new Set(own().map((one) => one[kind]))].map((id) => ({ kind, id })),
    );
    const shown = own().flatMap(({ uuid }) => [uuid, uuid]);
    const whole = await records.moments(actor, { panes }, {});
    const counted = 'density' in whole ? whole.density : [];
    expect([counted.length, counted.reduce((sum, { count }) => sum + count, 0)]).toEqual([500, shown.length]);
    const first = Date.parse(own()[0]?.submitted_on ?? '');
    const listed: string[] = [];
    for (let from = first; from < WINTER_TIME + 84 * HOUR; from += 24 * HOUR) {
      const day = await records.moments(actor, { panes }, { from: iso(from), to: iso(from + 24 * HOUR - 1) });
      listed.push(...('moments' in day ? day.moments.map(({ archive_uuid: uuid }) => uuid) : []));
    }
    expect(listed).toEqual(shown);
  });

  it('of some hours are those said in them, and before them what stood there, also in the night of winter time', async () => {
    const [actor] = actors as [Caller];
    const wips = await open.db.selectFrom('wips').select(['uuid', 'deleted_at']).execute();
    const isThere = (uuid: string, moment: string): boolean => {
      const deleted = wips.find((wip) => wip.uuid === uuid)?.deleted_at ?? null;
      return deleted === null || deleted >= moment;
    };
    // In Berlin from two to four in that night, which is three hours, and other times of the week.
    const windows = [[-1, 3], ...Array.from({ length: 20 }, (_, at) => [8 * at - 84, 8 * at - 80 + (at % 3)])];
    for (const [begin = 0, end = 0] of windows) {
      const [from, to] = [iso(WINTER_TIME + begin * HOUR), iso(WINTER_TIME + end * HOUR)];
      const reply = await records.list(actor, { q: '', from, to }, { after: null, limit: 5_000 }, WHOLE);
      const inside = own().filter(({ submitted_on: at }) => at >= from && at < to);
      const before = own().filter(({ submitted_on: at }) => at < from);
      const standing = before.filter(
        ({ uuid, wip }) => isThere(wip, from) && before.findLast((one) => one.wip === wip)?.uuid === uuid,
      );
      expect(reply.entries.map(({ uuid }) => uuid)).toEqual(inside.toReversed().map(({ uuid }) => uuid));
      expect(reply.standing?.records.map(({ uuid }) => uuid)).toEqual(standing.toReversed().map(({ uuid }) => uuid));
    }
  });

  it('have for each field a story without gaps, over contents that were removed', async () => {
    const gapped = said.filter(({ dropped_at: at }) => at !== null);
    // One document of each template.
    for (const { wip } of new Map(gapped.map((one) => [one.template, one])).values()) {
      const all = said.filter((one) => one.wip === wip);
      const kept = all.filter(({ dropped_at: at }) => at === null);
      const contents = await Promise.all(kept.map(entriesOf));
      const [one] = all as [Said];
      const ids = [...new Set(contents.flatMap((entries) => [...entries.keys()]))];
      const isChanged = (id: string): boolean => new Set(contents.map((entries) => entries.get(id))).size > 1;
      for (const region of ids.filter(isChanged).slice(0, rounds(40, 999))) {
        const values: { value: string | null; uuid: string; submitted_on: string; until: string | null }[] = [];
        for (const [at, { uuid, submitted_on }] of kept.entries()) {
          const value = contents[at]?.get(region) ?? null;
          const last = values.at(-1);
          if (value === (last?.value ?? null) && (last || value === null)) continue;
          if (last) last.until = submitted_on;
          values.push({ value, uuid, submitted_on, until: null });
        }
        const of = { template: one.template, wip, region };
        const story = await records.field(actorFor(one), of, { after: null, limit: 5_000 });
        expect([region, story.count, story.entries]).toEqual([
          region,
          values.length,
          values.toReversed().map((value) => expect.objectContaining(value) as object),
        ]);
      }
    }
  });

  it('are compared over a replaced template: its regions came and went, and nothing equal is a change', async () => {
    const template = (await open.storage.templates.all()).find(({ file_name: file }) => file === REPLACED.file)?.uuid;
    const briefs = own().filter((one) => one.template === template && one.dropped_at === null);
    const sides = [REPLACED.lost, REPLACED.added].map(async (region) => {
      for (const brief of briefs.toReversed()) {
        const entries = await entriesOf(brief);
        if (entries.has(region)) return { ...brief, entries };
      }
      throw new Error(`No brief has the region ${region}.`);
    });
    const [older, newer] = await Promise.all(sides);
    if (!older || !newer) return;
    const ids = [...new Set([...older.entries.keys(), ...newer.entries.keys()])];
    for (const [from, to] of [
      [older, newer],
      [newer, older],
    ] as const) {
      const { changes, unchanged, isOtherTemplate } = await records.compare(actorFor(from), from.uuid, to.uuid);
      expect(isOtherTemplate).toBe(true);
      const differing = ids.filter((id) => from.entries.get(id) !== to.entries.get(id));
      expect(differing).toEqual(expect.arrayContaining([REPLACED.lost, REPLACED.added]));
      expect(new Map(changes.map(({ id, was, is }) => [id, [was, is]]))).toEqual(
        new Map(differing.map((id) => [id, [from.entries.get(id) ?? null, to.entries.get(id) ?? null]])),
      );
      expect([changes.length, unchanged]).toEqual([differing.length, ids.length - differing.length]);
    }
  });

  describe('taken away with their proof', () => {
    // The check of a bundle does not depend on the engine, only its bytes do.
    const onEach = engineName === 'SQLite' ? it : inFull(it);
    let taken: WeekBundles;
    beforeAll(async () => {
      taken = await weekBundles({ ...open, records, documents, data, actors, said });
    });
    it('fit, say up to when, and have nothing of another organization', async () => {
      const { files, before, notes } = taken;
      const at = /\ntime (.*)\n/;
      for (const [bundle, note] of [
        [before, notes[0]],
        [files, notes[1]],
      ] as const) {
        const { fits, sentences } = await check(bundle, notes[0]);
        expect([fits, ...sentences]).toContain(`Nothing after ${at.exec(note)?.[1]} is proved.`);
        expect(fits).toBe(true);
      }
      expect(await check(before, notes[1])).toEqual({
        fits: false,
        sentences: [
          expect.stringMatching(/^The checkpoint that you kept, of .*, names \d+ records, and there are \d+ here/),
        ],
      });
      const texts = [...files.values()].map((bytes) => bytes.toString()).join('\n');
      const [mine, theirs] = [own(), said.filter((one) => !own().includes(one))];
      const foreign = theirs.flatMap(({ uuid, wip, organisation }) => [uuid, wip, organisation]);
      expect(foreign.filter((word) => texts.includes(word))).toEqual([]);
      expect(mine.filter(({ uuid }) => !texts.includes(uuid))).toEqual([]);
    });

    // Other attacks are those of `common/proof/bundle-check.test.ts`.
    onEach('show each place that was changed', async () => {
      const { files } = taken;
      const proved = [...files].filter(([name]) => !/^(README|received)/.test(name));
      const size = proved.reduce((sum, [, { length }]) => sum + length, 0);
      const places = rounds(40, 200);
      const missed: string[] = [];
      for (let step = 0; step < places; step += 1) {
        // Half of them are spread over the bytes, half over the files, of which some are small.
        let place = Math.floor(((step + 0.5) * size) / places);
        let [name, bytes] = proved[step % proved.length] ?? ['', Buffer.alloc(0)];
        if (step % 2 === 0) {
          for (const [one, { length }] of proved) {
            if (place < length) {
              [name, bytes] = [one, files.get(one) ?? bytes];
              break;
            }
            place -= length;
          }
        } else place = Math.floor(((step * 7_919) % 1_000) * (bytes.length / 1_000));
        const other = Buffer.from(bytes);
        other[place] = (other[place] ?? 0) ^ 1;
        const { fits, sentences } = await check(new Map(files).set(name, other));
        if (fits !== false || sentences.length !== 1) missed.push(`${name} at ${place}`);
      }
      expect(missed).toEqual([]);
    });

    it('are refused with the same sentence by the bundle, the check of the record and the command line', async () => {
      const { db, storage } = open;
      const [actor] = actors as [Caller];
      const all = await db
        .selectFrom('archives')
        .selectAll()
        .where('dropped_at', 'is', null)
        .orderBy('number')
        .execute();
      const ours = all.filter(({ organisation }) => organisation === actor.organisation);
      const last = ours.at(-1) ?? expect.fail('There is none.');
      const [victim, next] = ours.slice(Math.floor(ours.length / 2)) as [(typeof ours)[0], (typeof ours)[0]];
      const text = (one: typeof victim) => recordText(one.link_number, one.name, one.submitted_on, one.uuid);
      const update = (one: typeof victim, values: Partial<typeof victim>) =>
        db.updateTable('archives').set(values).where('number', '=', one.number).execute();
      const saidOf = async (one: typeof victim) => ({
        bundle: (await check(await taken.take())).sentences[0],
        check: (await records.check(actor, one.uuid)).sentences[0],
        command: (await proveArchives(storage.archives)).problems[0],
      });
      const same = (sentence: string) => ({ bundle: sentence, check: sentence, command: sentence });
      expect(await records.check(actor, victim.uuid)).toEqual({
        fits: true,
        sentences: [
          `${text(victim)} is as it was submitted, and so is its document.`,
          expect.stringMatching(
            /^None is missing between it and no\. \d+, which is named by the checkpoint of 20.*, signed by the key with the fingerprint \w{64}\. Compare/,
          ),
          expect.stringMatching(/^This was checked by the server itself\./),
          LIMITS,
        ],
      });

      await update(victim, { name: 'Another' });
      expect(await saidOf(victim)).toEqual(same(alteredText(text({ ...victim, name: 'Another' }))));
      await update(victim, { name: victim.name, link: last.link });
      expect(await saidOf(victim)).toEqual(same(misplacedText(text(victim))));
      await update(victim, { link: victim.link });
      // Written again with a checksum that fits: the next one does not follow.
      const forged = { ...victim, name: 'Another' };
      await update(victim, { name: 'Another', checksum: archiveChecksum({ ...forged, author: forged.submitted_by }) });
      expect(await saidOf(victim)).toEqual(same(misplacedText(text(forged))));
      expect((await records.check(actor, next.uuid)).sentences).toEqual([misplacedText(text(next))]);
      await update(victim, { name: victim.name, checksum: victim.checksum });
      const { packed } = (await storage.archives.packed(last.uuid)) ?? {};
      const exchange = async (bytes: Uint8Array) =>
        db.updateTable('archive_contents').set({ packed: bytes }).where('hash', '=', last.content_hash).execute();
      await exchange(await packText('<p>Another'));
      const first = all.find((one) => one.content_hash === last.content_hash) ?? last;
      expect(await saidOf(first)).toEqual(same(documentText(text(first), last.content_hash)));
      await exchange(packed ?? expect.fail('There is none.'));

      // After the newest checkpoint nothing proves a record yet.
      await db.deleteFrom('checkpoints').where('records', '>=', last.link_number).execute();
      expect((await records.check(actor, last.uuid)).fits).toBeNull();
      expect((await records.check(actor, last.uuid)).sentences[1]).toBe(UNSIGNED_YET);
      await expect(records.check({ ...actor, organisation: '' }, last.uuid)).rejects.toThrow('archive');
    });
  });
});
