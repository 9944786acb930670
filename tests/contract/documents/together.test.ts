import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readArchive } from '#common/calls/archives.ts';
import { readNewAttributes } from '#common/document/plan/new-attributes.ts';
import { explored } from 'chart-walks';
import { demo, signedIn } from '#tests/support/person.ts';
import { archivesOf, load, save, valueIn } from '#tests/support/writing.ts';
import { isFull } from '../../../tools/test/suites.ts';
import { given, givenFolder, givenPerson, rounds, runReady, startInside } from '../given.ts';
import {
  after,
  begin,
  type Act,
  actsIn,
  isDirty,
  keyOf,
  keyOfOne,
  type Part,
  type Scene,
  textOf,
  type World,
} from './together-model.ts';
import { connect, Page, type Sent } from './together-people.ts';
import { parsed } from '#tests/support/replies.ts';

const folder = givenFolder();
// Walks make more calls a second than a person may.
const server = given(() => startInside({ READY_CALLS_MAX: '100000' }));

const TEMPLATE = `<!doctype html><title>Plan</title><p class="editable" id="a">first a</p><p class="editable" id="b">first b</p>
<script type="application/json" id="ready-new-attributes">[]</script>`;
const FIRST: Record<Part, string> = { a: 'first a', b: 'first b', rows: '' };
const GONE = 'This document does not exist, or was deleted.';
const NAMES: Record<string, string> = { amir: 'Amir Castellan', sora: 'Sora Lindqvist', dana: 'Dana Okafor' };

const rowsOf = (list: readonly unknown[]): string => list.map((row) => (row as { text: string }).text).join('\n');

/**
 * An arrow of the model: its situation, the user, and their action. In a scene with several parts, the situations of the other users are distinguished in a
 * full run only; otherwise just their phases count.
 */
function arrowOf(world: World, act: Act, { parts, renames }: Scene): string {
  const { [act.who]: one, ...others } = world.people;
  const isWhole = isFull || (parts.length === 1 && !renames);
  const around = isWhole ? keyOf(world) : Object.values(others).map(({ phase }) => phase);
  return `${String(around)} | ${one ? keyOfOne(one, world.host) : ''} | ${act.type} ${act.part ?? ''}`;
}

/** Covers every arrow within so many acts of the beginning, in walks of the real people that begin again only where nothing is left to go to. */
function walksOf(scene: Scene, depth: number): Act[][] {
  const start = begin(scene, FIRST, 'amir');
  const far = new Map([[keyOf(start), 0]]);
  const wanted = new Set<string>();
  explored<World, Act>({
    from: start,
    keyOf,
    labelOf: ({ who, type, part }) => `${who} ${type} ${part ?? ''}`,
    eventsOf: (world) => {
      const here = far.get(keyOf(world)) ?? 0;
      const acts = actsIn(world, scene);
      for (const act of acts) {
        wanted.add(arrowOf(world, act, scene));
        const next = keyOf(after(world, act));
        if (!far.has(next)) far.set(next, here + 1);
      }
      return acts;
    },
    next: after,
    isKnown: (world) => (far.get(keyOf(world)) ?? 0) >= depth,
  });
  const walks: Act[][] = [];
  while (wanted.size > 0) {
    const walk: Act[] = [];
    let world = start;
    for (;;) {
      const way = wayTo(world, scene, wanted);
      if (way === null) break;
      for (const act of way) {
        wanted.delete(arrowOf(world, act, scene));
        world = after(world, act);
      }
      walk.push(...way);
    }
    if (walk.length === 0) throw new Error(`There is no way to ${[...wanted][0]}.`);
    walks.push(walk);
  }
  return walks;
}

/** Returns the shortest way to an arrow that was not taken yet. */
function wayTo(from: World, scene: Scene, wanted: ReadonlySet<string>): Act[] | null {
  const met = new Set([keyOf(from)]);
  let front: { world: World; way: Act[] }[] = [{ world: from, way: [] }];
  while (front.length > 0) {
    const next: typeof front = [];
    for (const { world, way } of front)
      for (const act of actsIn(world, scene)) {
        if (wanted.has(arrowOf(world, act, scene))) return [...way, act];
        const there = after(world, act);
        if (met.has(keyOf(there))) continue;
        met.add(keyOf(there));
        next.push({ world: there, way: [...way, act] });
      }
    front = next;
  }
  return null;
}

/** Returns the archived texts, the newest last. */
async function archived(wip: string): Promise<Record<Part, string>[]> {
  const all = await archivesOf(amir, wip);
  const contents = await Promise.all(
    all.map(async ({ uuid }) => parsed(readArchive, (await amir.get(`/v1/archives/${uuid}`)).json).content),
  );
  return contents.map(partsIn).toReversed();
}

const partsIn = (html: string): Record<Part, string> => ({
  a: valueIn(html, 'a') ?? '',
  b: valueIn(html, 'b') ?? '',
  rows: rowsOf(readNewAttributes(html) ?? []),
});

/** One document and the people who write in it. */
class Table {
  #world: World;
  readonly #pages: ReadonlyMap<string, Page>;
  readonly #template: string;
  readonly #wip: string;

  private constructor(scene: Scene, template: string, wip: string) {
    this.#world = begin(scene, FIRST, 'amir');
    this.#pages = new Map(scene.who.map((who) => [who, pageOf(who)]));
    this.#template = template;
    this.#wip = wip;
  }

  /** Makes a document of a template of its own: what the wall shows of it is its own too. */
  static async of(scene: Scene): Promise<Table> {
    const file = join(folder, `plan-${(plans += 1)}.html`);
    await writeFile(file, TEMPLATE);
    const { out } = await runReady(server.place, ['template', 'import', file, '--json']);
    const { templates } = JSON.parse(out) as { templates: { uuid: string }[] };
    const template = templates[0]?.uuid ?? '';
    return new Table(scene, template, (await save(amir, 'Plan', {}, template)).uuid);
  }

  async walk(acts: readonly Act[]): Promise<void> {
    const done: string[] = [];
    try {
      for (const act of acts) {
        done.push(`${act.who} ${act.type} ${act.part ?? ''}`);
        const before = this.#world;
        this.#world = after(before, act);
        await this.#do(act, before);
        await this.#look(act);
      }
    } catch (error) {
      throw new Error(`After: ${done.join(', ')}\n${String(error)}`, { cause: error });
    } finally {
      for (const page of this.#pages.values()) page.close();
    }
  }

  async #do(act: Act, before: World): Promise<void> {
    const page = this.#pages.get(act.who);
    if (!page) throw new Error(`Nobody is called ${act.who}.`);
    if (page.isPlain) page.grows();
    switch (act.type) {
      case 'opens':
        return page.open(this.#template, this.#wip);
      case 'types':
        if (act.part === 'rows') page.addRow({ text: textOf(act, before).split('\n').at(-1) });
        else page.type(act.part ?? '', textOf(act, before));
        return page.does();
      case 'saves':
        return page.does({ type: 'save.requested' });
      case 'submits':
        return page.does({ type: 'submit.requested' });
      case 'deletes':
        return page.does({ type: 'delete.requested' }, { type: 'delete.confirmed' });
      case 'keeps mine':
        return page.settles('mine');
      case 'takes theirs':
        return page.settles('theirs');
      case 'cancels':
        return page.does({ type: 'dialog.cancelled' });
      case 'means it':
        return page.answers('submission.confirmed');
      case 'goes back':
        return page.answers('submission.cancelled');
      case 'saves as new':
        return page.does({ type: 'copy.requested' });
      case 'renames': {
        const body = {
          save_name: this.#world.host.name,
          edited_attributes: [],
          new_attributes: [],
          new_attributes_was: [],
        };
        expect((await page.person.post(`/v1/wips/${this.#wip}/update`, body)).status).toBe(200);
      }
    }
  }

  /** Compares what the host has, and what each of them sees, with what has to be. */
  async #look({ who, type }: Act): Promise<void> {
    const { host, people, archives } = this.#world;
    if (type === 'types') {
      // Nothing is sent.
    } else if (host.isDeleted) expect((await amir.get(`/v1/wips/${this.#wip}?html=true`)).status).toBe(404);
    else {
      const detail = await load(amir, this.#wip);
      expect({
        ...partsIn(detail.content),
        name: detail.wip_name,
        revision: detail.revision,
        by: detail.updated_by,
      }).toEqual({ ...ofHost(host), name: host.name, revision: host.revision, by: NAMES[host.by] });
      if (['submits', 'means it'].includes(type)) expect(await archived(this.#wip)).toEqual(archives);
    }
    for (const [name, one] of Object.entries(people)) {
      const page = this.#pages.get(name);
      if (!page || one.phase === 'away') continue;
      const seen = page.look();
      if (one.phase === 'went on in another') {
        if (name !== who) continue;
        expect(seen.wip).not.toBe(this.#wip);
        const copy = await load(amir, seen.wip ?? '');
        expect({ ...partsIn(copy.content), name: copy.wip_name }).toEqual({ ...one.sees, name: one.name });
        continue;
      }
      expect([name, seen.phase]).toEqual([name, one.phase]);
      if (one.phase === 'left') continue;
      const sees = { a: seen.values.get('a'), b: seen.values.get('b'), rows: rowsOf(seen.rows) };
      expect([name, sees, seen.isDirty]).toEqual([name, one.sees, isDirty(one)]);
      if (one.phase === 'asked')
        expect([name, seen.asked, seen.by]).toEqual([name, one.asked, page.isPlain ? null : NAMES[one.askedBy ?? '']]);
      if (one.phase === 'asked to submit') expect([name, seen.unseen]).toEqual([name, one.unseen]);
      if (one.phase === 'sees it is gone') expect(seen.message).toBe(GONE);
    }
  }
}

const ofHost = ({ a, b, rows }: World['host']): Record<Part, string> => ({ a, b, rows });

const TWO = ['amir', 'sora'] as const;

/** On PostgreSQL the same for fewer acts: what differs is the store alone. Eight reach every question and both of its answers. */
const deepest = (): number => (server.settings.databaseUrl ? rounds(4, 8) : rounds(8, Infinity));

let plans = 0;
const amir = givenPerson(server, demo.administrator);
const pages = new Map<string, Page>();
const pageOf = (who: string): Page => {
  const page = pages.get(who);
  if (!page) throw new Error(`${who} has no page.`);
  return page;
};

// The files after this one have the real ones.
afterAll(() => void vi.unstubAllGlobals());

/** @returns what the pages have sent */
async function walkAll(scene: Scene, walks: readonly (readonly Act[])[]): Promise<Sent[]> {
  vi.stubGlobal('navigator', { onLine: true });
  const all = await Promise.all(
    scene.who.map(async (who) => new Page(who, await signedIn(server.origin, who), scene.isPlain ?? false)),
  );
  for (const page of all) pages.set(page.name, page);
  connect(all);
  await Promise.all(all.map((page) => page.start()));
  for (const walk of walks) {
    await (await Table.of(scene)).walk(walk);
  }
  for (const page of all) page.stop();
  return all.flatMap(({ sent }) => sent);
}

describe('people who write one document together', () => {
  const scenes: { what: string; scene: Scene; depth: number }[] = [
    { what: 'two, one region', scene: { who: TWO, parts: ['a'], renames: false }, depth: Infinity },
    ...(isFull
      ? [{ what: 'two, two regions', scene: { who: TWO, parts: ['a', 'b'], renames: false } as const, depth: 8 }]
      : []),
    { what: 'two, a region and the rows', scene: { who: TWO, parts: ['a', 'rows'], renames: false }, depth: 10 },
    { what: 'two, one region and the name', scene: { who: TWO, parts: ['a'], renames: true }, depth: 7 },
    { what: 'three, one region', scene: { who: [...TWO, 'dana'], parts: ['a'], renames: false }, depth: 5 },
  ];
  it.each(scenes)('$what', async ({ scene, depth }) => {
    const sent = await walkAll(scene, walksOf(scene, Math.min(depth, deepest())));
    const bodies = sent.filter(({ path }) => path.endsWith('/submit')).map(({ body }) => Object.keys(body));
    expect(new Set(bodies.flat())).toEqual(new Set(['revision']));
  });

  it('what was too far away for these walks, and has gone wrong: theirs taken for the rows, beside a region that they changed', async () => {
    const scene: Scene = { who: TWO, parts: ['a', 'rows'], renames: false };
    const act = (who: string, type: string, part?: Part): Act => ({ who, type, ...(part && { part }) });
    const [ours, theirs] = TWO;
    await walkAll(scene, [
      [
        act(ours, 'opens'),
        act(theirs, 'opens'),
        act(ours, 'types', 'rows'),
        act(theirs, 'types', 'a'),
        act(theirs, 'types', 'rows'),
        act(theirs, 'saves'),
        act(ours, 'saves'),
        act(ours, 'takes theirs'),
        // Nothing of the region is ours: it stays theirs.
        act(ours, 'types', 'rows'),
        act(ours, 'saves'),
      ],
    ]);
  });

  it.each([
    {
      what: 'two at a plain host, one region',
      scene: { who: TWO, parts: ['a'], renames: false, isPlain: true },
      depth: 6,
    },
    {
      what: 'two at a plain host, two regions',
      scene: { who: TWO, parts: ['a', 'b'], renames: false, isPlain: true },
      depth: 7,
    },
  ] satisfies { what: string; scene: Scene; depth: number }[])('$what', async ({ scene, depth }) => {
    await walkAll(scene, walksOf(scene, Math.min(depth, deepest())));
  });

  it('one at a plain host, which is sent what the contract has, and no more', async () => {
    const scene: Scene = { who: ['sora'], parts: ['a', 'b', 'rows'], renames: false, isPlain: true };
    const sent = await walkAll(scene, walksOf(scene, Infinity));
    expect(sent.filter(({ path }) => path.endsWith('/update')).length).toBeGreaterThan(5);
    expect(JSON.stringify(sent)).not.toMatch(/"(was|new_attributes_was|save_name_was|revision)":/);
  });
});
