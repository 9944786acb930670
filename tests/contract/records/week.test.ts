import { beforeAll, describe, expect, it } from 'vitest';
import { findingEntries } from '#common/document/plan/record-entries.ts';
import { atOnce } from '#common/document/text/in-slices.ts';
import { actorOf, found, type Caller } from '#server/domain/access.ts';
import { createDocuments } from '#server/domain/documents/documents.ts';
import { createRecords, type Records } from '#server/domain/records/records.ts';
import { unpackText } from '#server/storage/archive-record.ts';
import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import { demo } from '#tests/support/person.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { REPLACED, simulateWeek, WINTER_TIME } from '#tests/support/week.ts';
import { given, rounds } from '../given.ts';

const HOUR = 3_600_000;
const WHOLE = { each: 0, length: 0 };
const iso = (moment: number): string => new Date(moment).toISOString();

/** A submission as the database has it. */
type Said = {
  uuid: string;
  wip: string;
  template: string;
  organisation: string;
  submitted_on: string;
  dropped_at: string | null;
};

describe.each(engines)('the records of a simulated week on $name', ({ start }) => {
  const engine = given(start);
  let open: OpenDatabase;
  let records: Records;
  let said: Said[] = [];
  let actors: Caller[] = [];
  beforeAll(async () => {
    const place = await engine.place();
    await simulateWeek(place, rounds(750, 3_000));
    open = await openPlace(place);
    const documents = createDocuments(open.storage.templateVersions);
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
});
