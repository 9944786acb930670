import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { listArchives, readRecent } from '#common/calls/archives.ts';
import { readRecord } from '#common/calls/records.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { readZip } from '#server/domain/uploads/zip.ts';
import { createReceivedNotes, timesOf } from '#server/domain/boards/received.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { StorageTrouble, StorageUnavailable } from '#server/storage/unavailable.ts';
import { openStreamOfDisplay } from '#tests/support/event-stream.ts';
import { demo, type Person, signedIn } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { parsed } from '#tests/support/replies.ts';
import { save, submit } from '#tests/support/writing.ts';
import { newBoard, newDisplay, template, wall, wip } from '../boards/walls.ts';
import { given, startInside, givenStorage, givenPerson } from '../given.ts';

const OWN = '/v1/displays/self';
const PATIENCE = { timeout: 10_000, interval: 50 };
const MINUTE = 60_000;

/** The server's clock, which moves as the tests say. */
let time = Date.now();
const later = (milliseconds: number): number => (time += milliseconds);
const server = given(() => startInside({}, { now: () => new Date(time) }));
const dana = givenPerson(server, demo.writer, beforeEach);
const amir = givenPerson(server, demo.administrator, beforeEach);
const storage = givenStorage(server);

const received = async (archive: string) =>
  parsed(readRecord, (await dana.get(`/v1/records/${archive}`)).json).received.map(({ name, from, until }) => [
    name,
    from,
    until,
  ]);
/** Expects times of an archive, once they are written. */
async function expectReceived(archive: string, ...times: [name: string, from: number, until: number | null][]) {
  await expect.poll(() => received(archive), PATIENCE).toEqual(times);
}

/** Reads the newest archive of a pane as a live view does. @param known its archive, whose content it has */
async function look(screen: Person, pane: ReturnType<typeof wip>, known?: string): Promise<string | null> {
  const newest =
    pane.kind === 'wip'
      ? parsed(listArchives, (await screen.get(`${OWN}/wips/${pane.id}/archives?limit=1`)).json)[0]
      : parsed(readRecent, (await screen.get(`${OWN}/templates/${pane.id}/archives/recent`)).json);
  const uuid = newest?.uuid ?? null;
  if (uuid !== null && uuid !== known) expect((await screen.get(`${OWN}/archives/${uuid}`)).status).toBe(200);
  return uuid;
}
const openStreams = async (): Promise<string | undefined> =>
  /^ready_streams_open (\d+)$/m.exec((await rawCall(server.origin, { path: '/metrics' })).text)?.[1];
async function written(archive: string, name = 'North wall'): Promise<void> {
  await expect.poll(async () => (await received(archive)).map((one) => one[0]), PATIENCE).toContain(name);
}

/** A display that shows the submission of a new document. */
async function givenShown(name?: string) {
  const { uuid } = await save(dana, 'Shown');
  const archive = await submit(dana, uuid);
  const board = await newBoard(dana, wall(wip(uuid)));
  const display = await newDisplay(amir, board, name);
  await look(display.screen, wip(uuid));
  const from = time;
  await written(archive, name);
  return { ...display, document: uuid, pane: wip(uuid), archive, board, from };
}

describe('a display has received a submission', () => {
  it('from its reading until it read the next one of that pane; the panes of one screen count once', async () => {
    const { uuid: own } = await save(dana, 'Own');
    const { uuid: other } = await save(dana, 'Other');
    const first = await submit(dana, own);
    const panes = [template(), wip(own)];
    const { screen } = await newDisplay(amir, await newBoard(dana, wall(...panes)));
    const lookAtAll = async (): Promise<number> => {
      for (const pane of panes) await look(screen, pane);
      return time;
    };
    const start = await lookAtAll();
    await expectReceived(first, ['North wall', start, null]);

    later(5_000);
    const second = await submit(dana, other);
    // The older one is that of the document's pane alone, in whichever order they load.
    const replaced = await lookAtAll();
    await expectReceived(second, ['North wall', replaced, null]);
    await expectReceived(first, ['North wall', start, null]);

    later(5_000);
    const third = await submit(dana, own);
    const end = await lookAtAll();
    await expectReceived(third, ['North wall', end, null]);
    await expectReceived(first, ['North wall', start, end]);
    await expectReceived(second, ['North wall', replaced, end]);
  });

  it('not before its content has arrived: learning of it, or a refused reading, is nothing', async () => {
    const { screen, archive, from, document } = await givenShown();
    later(1_000);
    const next = await submit(dana, document);
    await storage.archives.dropContent(next, new Date(time).toISOString());
    await screen.get(`${OWN}/wips/${document}/archives?limit=1`);
    expect((await screen.get(`${OWN}/archives/${next}`)).status).toBe(410);
    later(1_000);
    const last = await submit(dana, document);
    await look(screen, wip(document));
    await expectReceived(last, ['North wall', time, null]);
    await expectReceived(next);
    await expectReceived(archive, ['North wall', from, time]);
    // Loaded again, after its content was removed: it is learned of, and refused.
    const since = time;
    later(MINUTE);
    await screen.get(OWN);
    await storage.archives.dropContent(last, new Date(time).toISOString());
    const asks = () => screen.get(`${OWN}/wips/${document}/archives?limit=1`);
    await asks();
    expect((await screen.get(`${OWN}/archives/${last}`)).status).toBe(410);
    await expectReceived(last, ['North wall', since, time]);
    later(1_000);
    await asks();
    await expectReceived(last, ['North wall', since, time - 1_000], ['North wall', time, null]);
    later(1_000);
    expect((await screen.get(`${OWN}/archives/${last}`)).status).toBe(410);
    await expectReceived(last, ['North wall', since, time - 2_000]);
  });

  it('until it was cut off, and again from when it is back', async () => {
    const { screen, archive, from, pane } = await givenShown();
    const stream = await openStreamOfDisplay(screen, [pane.id]);
    later(MINUTE);
    await screen.get(OWN);
    later(20_000);
    const end = time;
    stream.close();
    await expect.poll(openStreams, PATIENCE).toBe('0');
    later(10_000);
    await expectReceived(archive, ['North wall', from, end]);
    const back = later(30_000);
    const again = await openStreamOfDisplay(screen, [pane.id]);
    // It has the content.
    await look(screen, pane, archive);
    await expectReceived(archive, ['North wall', from, end], ['North wall', back, null]);

    // A stream that is replaced, or is back before its screen has warned, cuts nothing off.
    const next = await openStreamOfDisplay(screen, [pane.id]);
    again.close();
    await expect.poll(openStreams, PATIENCE).toBe('1');
    later(20_000);
    // News of another display is written after that.
    await givenShown('East wall');
    await expectReceived(archive, ['North wall', from, end], ['North wall', back, null]);
    next.close();
    await expect.poll(openStreams, PATIENCE).toBe('0');
    later(5_000);
    await look(screen, pane, archive);
    later(20_000);
    await submit(dana, pane.id);
    await look(screen, pane, archive);
    await expectReceived(archive, ['North wall', from, end], ['North wall', back, time]);
  });

  it('until its last request, if its cable was pulled: an open connection is no sign of life', async () => {
    const { screen, archive, from, pane } = await givenShown();
    const stream = await openStreamOfDisplay(screen, [pane.id]);
    const last = later(MINUTE);
    await screen.get(OWN);
    later(2 * MINUTE);
    await expectReceived(archive, ['North wall', from, null]);
    later(MINUTE);
    await expectReceived(archive, ['North wall', from, last]);
    // The server learns of it long after.
    later(5 * MINUTE);
    stream.close();
    await expect.poll(openStreams, PATIENCE).toBe('0');
    const back = later(10_000);
    Object.assign(dana, await signedIn(server.origin, demo.writer));
    await look(screen, pane, archive);
    await expectReceived(archive, ['North wall', from, last], ['North wall', back, null]);
  });

  it('also after it was renamed and removed, and its board with it, under the name of then', async () => {
    const { screen, archive, from, board, uuid, document } = await givenShown('East wall');
    await amir.post(`/v1/displays/${uuid}/update`, { name: 'West wall' });
    const end = later(MINUTE);
    const next = await submit(dana, document);
    await look(screen, wip(document));
    await written(next, 'West wall');
    expect((await amir.post(`/v1/displays/${uuid}/end`)).status).toBe(200);
    expect((await dana.post(`/v1/boards/${board}/delete`)).status).toBe(200);
    later(MINUTE);
    await expectReceived(archive, ['East wall', from, end]);
    await expectReceived(next, ['West wall', end, end]);
  });

  it.each(['its stream', 'its board, where no stream opens'])('until it has another board (%s)', async (way) => {
    const { screen, archive, from, uuid, pane } = await givenShown();
    const other = await newBoard(dana, wall(template(COMMAND_TEMPLATE_RIGHT)));
    later(MINUTE);
    await amir.post(`/v1/displays/${uuid}/update`, { board: other });
    if (way === 'its stream') (await openStreamOfDisplay(screen, [COMMAND_TEMPLATE_RIGHT, pane.id])).close();
    else await screen.get(`${OWN}/boards/${other}`);
    await expectReceived(archive, ['North wall', from, time]);
  });

  it('in turn, while a playlist has it', async () => {
    const { uuid: document } = await save(dana, 'Turned');
    const archive = await submit(dana, document);
    const boards = [await newBoard(dana, wall(wip(document))), await newBoard(dana)];
    const { screen } = await newDisplay(amir, await newBoard(dana, { kind: 'playlist', boards, seconds: 30 }));
    const from = time;
    for (let turn = 0; turn < 3; turn += 1) {
      for (const pane of [wip(document), template()]) {
        const stream = await openStreamOfDisplay(screen, [pane.id]);
        await look(screen, pane);
        later(30_000);
        stream.close();
      }
    }
    await expectReceived(archive, ['North wall', from, null]);
  });

  it('of its own organization alone', async () => {
    const [tess, ivan] = [
      await signedIn(server.origin, demo.foreignWriter),
      await signedIn(server.origin, demo.foreignAdministrator),
    ];
    const { archive, from } = await givenShown();
    const theirs = await newDisplay(ivan, await newBoard(tess), 'Theirs');
    const own = await submit(tess, (await save(tess, 'Theirs')).uuid);
    await look(theirs.screen, template());
    const theirRecord = async () =>
      parsed(readRecord, (await tess.get(`/v1/records/${own}`)).json).received.map(({ name }) => name);
    await expect.poll(theirRecord, PATIENCE).toEqual(['Theirs']);
    expect(await received(archive)).toEqual([['North wall', from, null]]);
    expect((await tess.get(`/v1/records/${archive}`)).status).toBe(403);
    expect((await theirs.screen.get(`/v1/records/${own}`)).status).toBe(403);
  });
});

it('is taken away with the records', async () => {
  const { archive, uuid, document, from } = await givenShown('=East, "left"');
  const began = new Date(from).toISOString();
  const taken = async (format: string): Promise<Response> => {
    const { json } = await dana.post(`/v1/records/export/create?format=${format}&wip=${document}`);
    return dana.fetch('GET', (json as { address: string }).address);
  };
  const { records } = (await (await taken('json')).json()) as { records: { received: unknown }[] };
  expect(records.map((one) => one.received)).toEqual([
    [{ display: uuid, name: '=East, "left"', from: began, until: null }],
  ]);
  const files = readZip(Buffer.from(await (await taken('zip')).bytes()), { files: 9, ratio: null, links: 'refuse' });
  expect(files.get('received.csv')?.().toString()).toBe(
    `\uFEFFarchive_uuid,display,name,from,until\r\n${archive},${uuid},"'=East, ""left""",${began},\r\n`,
  );
});

it('ends when the server is stopped, for displays that had a stream', async () => {
  const own = await startInside({}, { now: () => new Date(time) });
  onTestFinished(() => rm(own.dataDir, { recursive: true }));
  const [writer, admin] = [await signedIn(own.origin, demo.writer), await signedIn(own.origin, demo.administrator)];
  const { uuid } = await save(writer, 'Stopped');
  const archive = await submit(writer, uuid);
  const { screen } = await newDisplay(admin, await newBoard(writer, wall(wip(uuid))));
  await openStreamOfDisplay(screen, [uuid]);
  await look(screen, wip(uuid));
  const from = time;
  const end = later(20_000);
  await own.close();
  const { storage: left } = await openForCommand(own.settings, new Date().toISOString());
  const times = timesOf(await left.received.ofArchive(archive), new Date(time));
  await left.close();
  expect(times.map((one) => [one.from, one.until].map((at) => Date.parse(at ?? '')))).toEqual([[from, end]]);
});

describe('what 500 displays have received', () => {
  const now = () => new Date(time);

  /** Displays of a board, and a submission on it. */
  async function givenCrowd() {
    const archive = await submit(dana, (await save(dana, 'Crowd')).uuid);
    const known = await storage.archives.head(archive);
    const person = await storage.users.byUsername(demo.administrator);
    const board = await newBoard(dana);
    const displays = Array.from({ length: 500 }, (_, at) => ({ uuid: randomUUID(), name: `Wall ${at}` }));
    for (const { uuid, name } of displays)
      await storage.displays.add({
        uuid,
        name,
        organisation: known?.organisation ?? '',
        board,
        token: uuid,
        author: person?.uuid ?? '',
        paired_at: now().toISOString(),
        last_seen: now().toISOString(),
      });
    const panes = [`template ${COMMAND_TEMPLATE_LEFT}`];
    return {
      archive,
      displays,
      news: { kind: 'read', panes, archive, submitted_on: known?.submitted_on ?? '' } as const,
    };
  }
  const timesIn = async (archive: string) => timesOf(await storage.received.ofArchive(archive), now());

  it('is written at once, and kept while nothing can be written, with the times of then', async () => {
    const { archive, displays, news } = await givenCrowd();
    let writes = 0;
    let trouble: Error | null = new StorageTrouble('full', null);
    const failures: unknown[] = [];
    const transaction: Storage['transaction'] = (work) => {
      writes += 1;
      return trouble === null ? storage.transaction(work) : Promise.reject(trouble);
    };
    const notes = createReceivedNotes({ transaction }, now, (error) => failures.push(error));
    const from = later(1_000);
    for (const display of displays) notes.seen(display, '127.0.0.1', news);
    await expect.poll(() => writes, PATIENCE).toBeGreaterThan(0);
    expect(failures).toEqual([]);
    trouble = new StorageUnavailable(null);
    await expect.poll(() => failures, PATIENCE).toContain(trouble);
    // Those that are cut off meanwhile are cut off then, and those that go on asking go on.
    const [gone, ...others] = displays;
    later(2_000);
    notes.left(gone?.uuid ?? '');
    const left = time;
    for (let at = 0; at < 5; at += 1) {
      later(MINUTE);
      for (const display of others) notes.seen(display, '127.0.0.1');
    }
    trouble = null;
    writes = 0;
    await notes.close();
    expect(writes).toBe(1);
    const times = await timesIn(archive);
    expect(new Set(times.map((one) => one.from))).toEqual(new Set([new Date(from).toISOString()]));
    expect(times).toHaveLength(500);
    expect(times.flatMap(({ display, until }) => (until === null ? [] : [[display, until]]))).toEqual([
      [gone?.uuid, new Date(left).toISOString()],
    ]);
  });

  it('ends at their last request when their server is killed, and no other has heard of them since', async () => {
    const { archive, displays, news } = await givenCrowd();
    const notes = createReceivedNotes(storage, now, () => undefined);
    const last = later(1_000);
    for (const display of displays.slice(0, 2)) notes.seen(display, '127.0.0.1', news);
    await notes.close();
    later(10 * MINUTE);
    // As a server that is alone on its database does at its start.
    await storage.received.endAll();
    const end = new Date(last).toISOString();
    expect((await timesIn(archive)).map(({ from, until }) => [from, until])).toEqual([
      [end, end],
      [end, end],
    ]);
  });

  it('is one row of a pane at a time, whichever process has written first', async () => {
    const { archive, displays, news } = await givenCrowd();
    const [display = { uuid: '', name: '' }] = displays;
    const [first, second] = [createReceivedNotes(storage, now, () => undefined), new Date(later(1_000)).toISOString()];
    const pane = news.panes[0] ?? '';
    const [older, newer] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'];
    await storage.received.add(
      [older, newer].map((since) => ({ archive, display: display.uuid, name: since, pane, since, until: null })),
    );
    first.seen(display, null);
    await first.close();
    const rows = await storage.received.ofArchive(archive);
    expect(rows.map(({ since, until }) => [since, until])).toEqual([
      [newer, null],
      [older, newer],
    ]);
    expect(timesOf(rows, new Date(second))).toEqual([{ display: display.uuid, name: older, from: older, until: null }]);
  });
});
