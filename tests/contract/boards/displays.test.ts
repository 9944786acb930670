import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readBoard } from '#common/calls/boards.ts';
import {
  type Display,
  type DisplaySelf,
  claimPairing,
  updateDisplay,
  listDisplays,
  requestPairing,
  readSelf,
} from '#common/calls/displays.ts';
import { readArchive, listArchives, readRecent } from '#common/calls/archives.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { openStreamOfDisplay } from '#tests/support/event-stream.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { demo, Person, type Reply, signedIn } from '#tests/support/person.ts';
import { save, submit } from '#tests/support/writing.ts';
import { expectRefusal, forThisTest, given, givenPerson, startInside } from '../given.ts';
import { claim, codeFor, newBoard, newDisplay, pair, template, wall, wip } from './walls.ts';
import { parsed } from '#tests/support/replies.ts';

const OWN = '/v1/displays/self';
/** Displays are written once a second. */
const PATIENCE = { timeout: 10_000, interval: 100 };
const server = given(() => startInside());
const dana = givenPerson(server, demo.writer);
const amir = givenPerson(server, demo.administrator);
const ivan = givenPerson(server, demo.foreignAdministrator);
const tess = givenPerson(server, demo.foreignWriter);
const sora = givenPerson(server, demo.siteAdministrator);

const displayIn = ({ json }: Reply): Display => parsed(updateDisplay, json);
const selfIn = ({ json }: Reply): DisplaySelf => parsed(readSelf, json);

it('become displays by a code that an administrator enters, and show their board from then on', async () => {
  const board = await newBoard(dana);
  const screen = new Person(server.origin);
  const asked = await screen.post('/v1/displays/pairings');
  const { code, expires_in } = parsed(requestPairing, asked.json);
  expect([code, expires_in]).toEqual([expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{8}$/), 600]);
  expect(asked.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^pairing=\S+; Max-Age=600; Path=\/v1\/displays\/pairings; HttpOnly; SameSite=Strict$/),
  ]);
  expect(await claim(screen)).toBe('waiting');
  expect((await screen.get(OWN)).status).toBe(401);
  expect((await pair(dana, code, board)).status).toBe(403);
  expect((await pair(ivan, code, board)).status).toBe(403);
  const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
  const paired = await pair(amir, typed, board);
  expect(displayIn(paired)).toMatchObject({ name: 'North wall', board });
  // A reply may be lost on its way.
  for (let time = 0; time < 2; time += 1) {
    const claimed = await screen.post('/v1/displays/pairings/claim');
    expect(parsed(claimPairing, claimed.json)).toBe('paired');
    expect(claimed.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^display=\S+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  }
  const self = await screen.get(OWN);
  expect(selfIn(self)).toMatchObject({ display: { name: 'North wall', board } });
  // Those of which it makes a call, and those that announce none.
  expect(selfIn(self).capabilities).toEqual([
    'documents.guard',
    'drafts.key',
    'archives.author',
    'archives.changes',
    'boards',
    'displays',
    'events.heartbeat',
    'events.multiplex',
    'lists.pages',
    'wips.deleted',
  ]);
  expect(self.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=34560000')]);
  expect(await claim(screen)).toBe('expired');
  expect((await pair(amir, code, board)).status).toBe(404);

  const displays = parsed(listDisplays, (await amir.get('/v1/displays')).json);
  expect(displays).toContainEqual(expect.objectContaining({ name: 'North wall', board, paired_by: 'Amir Castellan' }));
  expect(parsed(listDisplays, (await ivan.get('/v1/displays')).json)).toEqual([]);
});

it('are noted in the audit log: paired, changed and ended, by whom, and nothing that was refused', async () => {
  const board = await newBoard(dana);
  const { uuid } = await newDisplay(amir, board);
  expect((await ivan.post(`/v1/displays/${uuid}/update`, { name: 'Mine' })).status).toBe(403);
  expect((await ivan.post(`/v1/displays/${uuid}/end`)).status).toBe(403);
  expect((await amir.post(`/v1/displays/${uuid}/update`, { name: 'South wall' })).status).toBe(200);
  expect((await sora.post(`/v1/displays/${uuid}/end`)).status).toBe(200);
  await inStorage(async ({ audit, users }) => {
    const [administrator, site] = [
      await users.byUsername(demo.administrator),
      await users.byUsername(demo.siteAdministrator),
    ];
    const noted = (await audit.list(100)).filter(({ subject }) => subject === uuid);
    const organisation = administrator?.organisation;
    expect(noted.toReversed()).toMatchObject([
      { action: 'display_paired', actor: administrator?.uuid, organisation },
      { action: 'display_changed', actor: administrator?.uuid, organisation },
      { action: 'display_ended', actor: site?.uuid, organisation },
    ]);
  });
});

describe('another organisation', () => {
  it('is on no board of a display, nor in its documents or news, even where one is given to it', async () => {
    const theirs = await save(tess, 'Theirs');
    const archive = await submit(tess, theirs.uuid);
    // A site administrator reads all, and may put it on a board of the own organisation.
    const mixed = await newBoard(sora, wall(wip(theirs.uuid), template()));
    const { screen, uuid } = await newDisplay(amir, mixed);
    expect((await screen.get(`${OWN}/boards/${mixed}`)).status).toBe(200);
    const closed = [
      `${OWN}/wips/${theirs.uuid}/archives`,
      `${OWN}/archives/${archive}`,
      `/events/displays/self?ids=${theirs.uuid}`,
    ];
    const refused = async (addresses: readonly string[]): Promise<void> => {
      const answers = await Promise.all(
        addresses.map(async (address) => [address, (await screen.get(address)).status]),
      );
      expect(answers).toEqual(addresses.map((address) => [address, 404]));
    };
    await refused(closed);
    const stream = await openStreamOfDisplay(screen, [theirs.uuid, COMMAND_TEMPLATE_LEFT]);
    expect(await stream.next()).toEqual({ event: 'refused', data: { id: theirs.uuid } });
    stream.close();

    // The row itself names a foreign board, as no call of ours writes it.
    const foreign = await newBoard(tess, wall(template(), wip(theirs.uuid)));
    await inStorage(({ displays }) =>
      displays.change(uuid, { name: 'North wall', board: foreign }, new Date().toISOString()),
    );
    await refused([
      ...closed,
      `${OWN}/boards/${foreign}`,
      `${OWN}/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`,
      `/events/displays/self?ids=${foreign}`,
      `/events/displays/self?ids=${COMMAND_TEMPLATE_LEFT}`,
    ]);
  });

  it('takes no display over: not with its board, nor by a site administrator', async () => {
    const board = await newBoard(dana);
    const foreign = await newBoard(tess);
    const { screen, uuid } = await newDisplay(amir, board);
    const moved = await sora.post(`/v1/displays/${uuid}/update`, { board: foreign });
    expectRefusal(moved, 400, 'A display can show boards of its own organization only.');
    expect((await amir.post(`/v1/displays/${uuid}/update`, { board: foreign })).status).toBe(403);
    expect(selfIn(await screen.get(OWN)).display.board).toBe(board);
  });

  it('is not heard of where both share a template', async () => {
    const wips = { own: (await save(dana, 'Own')).uuid, theirs: (await save(tess, 'Theirs')).uuid };
    const own = await newDisplay(amir, await newBoard(dana));
    const theirs = await newDisplay(ivan, await newBoard(tess));
    const streams = [
      await openStreamOfDisplay(own.screen, [COMMAND_TEMPLATE_LEFT]),
      await openStreamOfDisplay(theirs.screen, [COMMAND_TEMPLATE_LEFT]),
    ];
    const archives = [await submit(tess, wips.theirs), await submit(dana, wips.own), await submit(tess, wips.theirs)];
    const submissionOf = (archive?: string) => ({ event: 'submission', data: { archive_uuid: archive } });
    expect(await streams[0]?.next()).toMatchObject(submissionOf(archives[1]));
    expect(await streams[1]?.next()).toMatchObject(submissionOf(archives[0]));
    expect(await streams[1]?.next()).toMatchObject(submissionOf(archives[2]));
    const recent = `${OWN}/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`;
    const newest = await Promise.all([own, theirs].map(async ({ screen }) => (await screen.get(recent)).text));
    expect(newest).toEqual([expect.stringContaining(archives[1] ?? '?'), expect.stringContaining(archives[2] ?? '?')]);
    streams.forEach((stream) => stream.close());
  });
});

describe('what a display reads', () => {
  it('is what stands on its board, and nothing else', async () => {
    const { uuid: shown } = await save(dana, 'On the wall');
    const other = await save(dana, 'Elsewhere', {}, COMMAND_TEMPLATE_RIGHT);
    const [own, theirs] = [await submit(dana, shown), await submit(dana, other.uuid)];
    const board = await newBoard(dana, wall(template(), wip(shown)));
    const another = await newBoard(dana, wall(template(COMMAND_TEMPLATE_RIGHT)));
    const { screen, uuid } = await newDisplay(amir, board);

    expect(parsed(readBoard, (await screen.get(`${OWN}/boards/${board}`)).json).uuid).toBe(board);
    const recent = `${OWN}/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`;
    expect(parsed(readRecent, (await screen.get(recent)).json)).toBeTruthy();
    const list = parsed(listArchives, (await screen.get(`${OWN}/wips/${shown}/archives?limit=1`)).json);
    expect(list).toBeTruthy();
    expect(parsed(readArchive, (await screen.get(`${OWN}/archives/${own}`)).json)).toBeTruthy();

    const closed = [
      `${OWN}/boards/${another}`,
      `${OWN}/templates/${COMMAND_TEMPLATE_RIGHT}/archives/recent`,
      `${OWN}/wips/${other.uuid}/archives`,
      `${OWN}/archives/${theirs}`,
      `/events/displays/self?ids=${other.uuid}`,
      `/events/displays/self?ids=${another}`,
      `/events/displays/self?ids=${randomUUID()}`,
    ];
    const answers = await Promise.all(closed.map(async (address) => [address, (await screen.get(address)).status]));
    expect(answers).toEqual(closed.map((address) => [address, 404]));

    // Given another board, it reads that one and not the first any more.
    const changed = await amir.post(`/v1/displays/${uuid}/update`, { board: another });
    expect(displayIn(changed)).toMatchObject({ name: 'North wall', board: another });
    expect((await screen.get(`${OWN}/archives/${own}`)).status).toBe(404);
    expect((await screen.get(`${OWN}/archives/${theirs}`)).status).toBe(200);
  });

  it('is, of a playlist, the boards that it turns', async () => {
    const left = await newBoard(dana);
    const right = await newBoard(dana, wall(template(COMMAND_TEMPLATE_RIGHT)));
    const { screen } = await newDisplay(amir, await newBoard(dana, { kind: 'playlist', boards: [left], seconds: 30 }));
    const recent = (id: string) => screen.get(`${OWN}/templates/${id}/archives/recent`);
    expect((await screen.get(`${OWN}/boards/${left}`)).status).toBe(200);
    expect((await screen.get(`${OWN}/boards/${right}`)).status).toBe(404);
    expect((await recent(COMMAND_TEMPLATE_LEFT)).status).toBe(200);
    expect((await recent(COMMAND_TEMPLATE_RIGHT)).status).toBe(404);
  });
});

describe('a display’s stream', () => {
  it('tells of submissions on its board, and ends with a change of the board or of the display', async () => {
    const { uuid: document } = await save(dana, 'Watch');
    const board = await newBoard(dana);
    const { screen, uuid } = await newDisplay(amir, board);
    const ids = [uuid, board, COMMAND_TEMPLATE_LEFT];
    const first = await openStreamOfDisplay(screen, ids);
    await submit(dana, document);
    expect(await first.next()).toMatchObject({ event: 'submission', data: { id: COMMAND_TEMPLATE_LEFT } });
    const shown = wall(template(COMMAND_TEMPLATE_RIGHT));
    await dana.post(`/v1/boards/${board}/update`, { name: 'Wall', shown });
    expect(await first.next()).toEqual({ event: 'board', data: { id: board, type: 'board_changed' } });
    expect(await first.next()).toBeNull();

    // A template of its former board is refused.
    const second = await openStreamOfDisplay(screen, ids);
    expect(await second.next()).toEqual({ event: 'refused', data: { id: COMMAND_TEMPLATE_LEFT } });
    const third = await openStreamOfDisplay(screen, [COMMAND_TEMPLATE_RIGHT]);
    await amir.post(`/v1/displays/${uuid}/update`, { name: 'South wall' });
    expect(await second.next()).toEqual({ event: 'display', data: { id: uuid, type: 'display_changed' } });
    expect([await second.next(), await third.next()]).toEqual([null, null]);
    expect(selfIn(await screen.get(OWN)).display).toEqual({ uuid, name: 'South wall', board });
  });

  it('ends with the display, which is nothing then', async () => {
    const board = await newBoard(dana);
    const { screen, uuid } = await newDisplay(amir, board);
    const stream = await openStreamOfDisplay(screen, [board]);
    expect((await ivan.post(`/v1/displays/${uuid}/end`)).status).toBe(403);
    expect((await amir.post(`/v1/displays/${uuid}/end`)).status).toBe(200);
    expect(await stream.next()).toBeNull();
    expect([(await screen.get(OWN)).status, (await screen.get(`${OWN}/boards/${board}`)).status]).toEqual([401, 401]);
    const listed = parsed(listDisplays, (await amir.get('/v1/displays')).json);
    expect(listed.map((one) => one.uuid)).not.toContain(uuid);
    expect((await amir.post(`/v1/displays/${uuid}/end`)).status).toBe(404);
  });

  it('ends when its board is deleted, and the display then shows none', async () => {
    const board = await newBoard(dana);
    const { screen } = await newDisplay(amir, board);
    const stream = await openStreamOfDisplay(screen, [COMMAND_TEMPLATE_LEFT]);
    await dana.post(`/v1/boards/${board}/delete`);
    expect(await stream.next()).toBeNull();
    expect(selfIn(await screen.get(OWN)).display.board).toBeNull();
  });
});

describe('over time', () => {
  it('a display lives for months, whatever becomes of who paired it; a code lives ten minutes', async () => {
    let time = Date.now();
    const own = await forThisTest(startInside({}, { now: () => new Date(time) }));
    const writer = await signedIn(own.origin, demo.writer);
    const admin = await signedIn(own.origin, demo.administrator);
    const board = await newBoard(writer);
    const { screen } = await newDisplay(admin, board);
    const slow = new Person(own.origin);
    const code = await codeFor(slow);
    await admin.post('/auth/logout');
    time += 11 * 60_000;
    expect(await claim(slow)).toBe('expired');
    const again = await signedIn(own.origin, demo.administrator);
    expect((await pair(again, code, board)).status).toBe(404);
    time += 200 * 86_400_000;
    expect((await screen.get(OWN)).status).toBe(200);
    const last = await signedIn(own.origin, demo.administrator);
    const lastSeen = async () => parsed(listDisplays, (await last.get('/v1/displays')).json)[0]?.last_seen;
    await expect.poll(lastSeen, PATIENCE).toBe(time);
  });

  it('is listed with the time and address of its last request: of its screen, not of the proxy', async () => {
    let time = Date.now();
    const own = await forThisTest(startInside({ READY_TRUST_PROXY: 'loopback' }, { now: () => new Date(time) }));
    const admin = await signedIn(own.origin, demo.administrator);
    const { screen } = await newDisplay(admin, await newBoard(admin));
    const listed = async () => {
      const displays = parsed(listDisplays, (await admin.get('/v1/displays')).json);
      return [displays[0]?.address, displays[0]?.last_seen];
    };
    const seenAt = async (address: string): Promise<void> => {
      const reply = await screen.get(OWN, { headers: { 'X-Forwarded-For': `198.51.100.1, ${address}` } });
      expect(reply.status).toBe(200);
    };
    const start = time;
    expect(await listed()).toEqual([null, start]);
    await seenAt('::ffff:203.0.113.7');
    await expect.poll(listed, PATIENCE).toEqual(['203.0.113.7', start]);
    time += 1_000;
    await seenAt('2001:db8::9');
    await expect.poll(listed, PATIENCE).toEqual(['2001:db8::9', start + 1_000]);
    // A note from the future was made while the clock was ahead.
    time -= 600_000;
    await seenAt('2001:db8::9');
    await expect.poll(listed, PATIENCE).toEqual(['2001:db8::9', start - 599_000]);
  });

  it('codes cannot be tried out, and one network cannot take them all', async () => {
    const own = await forThisTest(startInside());
    const admin = await signedIn(own.origin, demo.administrator);
    const board = await newBoard(admin);
    for (let time = 0; time < 10; time += 1) {
      expect((await pair(admin, 'BCDFGHJK', board)).status).toBe(404);
    }
    const screen = new Person(own.origin);
    const refused = await pair(admin, await codeFor(screen), board);
    expectRefusal(refused, 429, 'Too many wrong codes. Please wait some minutes.');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(600);
    // The same screen takes the place of its own code, and is counted all the same.
    for (let time = 0; time < 58; time += 1) await codeFor(screen);
    const asked = [];
    for (let time = 0; time < 12; time += 1) asked.push(await new Person(own.origin).post('/v1/displays/pairings'));
    expect([asked.at(0)?.status, asked.at(-1)?.status]).toEqual([200, 429]);
    const wait = Number(asked.at(-1)?.headers.get('Retry-After'));
    expect([wait >= 1, wait <= 6]).toEqual([true, true]);
  });
});

/** Looks into the database itself. @param of whose server it is */
async function inStorage(work: (storage: Storage) => Promise<unknown>, { settings } = server): Promise<void> {
  const { storage } = await openForCommand(settings, new Date().toISOString());
  try {
    await work(storage);
  } finally {
    await storage.close();
  }
}
