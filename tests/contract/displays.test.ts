import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { boardReply, type BoardShown } from '#api/contract/boards.ts';
import {
  claimReply,
  type Display,
  displayReply,
  type DisplaySelf,
  displaysReply,
  pairingReply,
  selfReply,
} from '#api/contract/displays.ts';
import { archiveReply, archivesReply, recentReply } from '#api/contract/archives.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#config/constants.ts';
import { accessTable } from '#server/http/guards/access-table.ts';
import { openStreamOfDisplay } from '#tests/support/event-stream.ts';
import { demo, Person, type Reply, signedIn } from '#tests/support/person.ts';
import { save } from '#tests/support/writing.ts';
import { expectRefusal, forThisTest, given, givenPerson, startInside } from './given.ts';

const OWN = '/v1/displays/self';
const server = given(() => startInside());
const dana = givenPerson(server, demo.writer);
const amir = givenPerson(server, demo.administrator);
const ivan = givenPerson(server, demo.foreignAdministrator);

const wall = (...panes: { kind: 'template' | 'wip'; id: string }[]): BoardShown => ({
  kind: 'panes',
  panes: panes.map((pane) => ({ ...pane, share: 6 })),
  old: 60,
  very_old: 240,
});
const template = (id: string) => ({ kind: 'template' as const, id });
const make = async (shown: BoardShown): Promise<string> =>
  v.parse(boardReply, (await dana.post('/v1/boards/create', { name: 'Wall', shown })).json).board.uuid;
const displayIn = ({ json }: Reply): Display => v.parse(displayReply, json).display;
const selfIn = ({ json }: Reply): DisplaySelf => v.parse(selfReply, json);
const ask = async (screen: Person): Promise<string> =>
  v.parse(pairingReply, (await screen.post('/v1/displays/pairings')).json).code;
const claim = async (screen: Person) =>
  v.parse(claimReply, (await screen.post('/v1/displays/pairings/claim')).json).state;
const pair = (person: Person, code: string, board: string, name = 'North wall') =>
  person.post('/v1/displays/pair', { code, name, board });
const submitted = async (name: string): Promise<string> => {
  const { uuid } = await save(dana, name);
  expect((await dana.post(`/v1/wips/${uuid}/submit`)).status).toBe(200);
  return uuid;
};

/** A screen that is a display. */
async function newDisplay(board: string, by = amir): Promise<{ screen: Person; uuid: string }> {
  const screen = new Person(by.origin);
  const paired = await pair(by, await ask(screen), board);
  expect(paired.status).toBe(201);
  expect(await claim(screen)).toBe('paired');
  return { screen, uuid: displayIn(paired).uuid };
}

it('become displays by a code that an administrator enters, and show their board from then on', async () => {
  const board = await make(wall(template(COMMAND_TEMPLATE_LEFT)));
  const screen = new Person(server.origin);
  const asked = await screen.post('/v1/displays/pairings');
  const { code, expires_in } = v.parse(pairingReply, asked.json);
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
    expect(v.parse(claimReply, claimed.json).state).toBe('paired');
    expect(claimed.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^display=\S+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  }
  const self = await screen.get(OWN);
  expect(selfIn(self)).toMatchObject({ display: { name: 'North wall', board } });
  expect(selfIn(self).capabilities).toContain('events.multiplex');
  expect(self.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=34560000')]);
  expect(await claim(screen)).toBe('expired');
  expect((await pair(amir, code, board)).status).toBe(404);

  const { displays } = v.parse(displaysReply, (await amir.get('/v1/displays')).json);
  expect(displays).toContainEqual(expect.objectContaining({ name: 'North wall', board, paired_by: 'Amir Castellan' }));
  expect(v.parse(displaysReply, (await ivan.get('/v1/displays')).json).displays).toEqual([]);
});

describe('what a display reads', () => {
  it('is what stands on its board, and nothing else', async () => {
    const shown = await submitted('On the wall');
    const other = await save(dana, 'Elsewhere', {}, COMMAND_TEMPLATE_RIGHT);
    await dana.post(`/v1/wips/${other.uuid}/submit`);
    const board = await make(wall(template(COMMAND_TEMPLATE_LEFT), { kind: 'wip', id: shown }));
    const another = await make(wall(template(COMMAND_TEMPLATE_RIGHT)));
    const { screen, uuid } = await newDisplay(board);

    expect(v.parse(boardReply, (await screen.get(`${OWN}/boards/${board}`)).json).board.uuid).toBe(board);
    const recent = `${OWN}/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`;
    expect(v.parse(recentReply, (await screen.get(recent)).json)).toBeTruthy();
    const list = v.parse(archivesReply, (await screen.get(`${OWN}/wips/${shown}/archives?limit=1`)).json);
    expect(list).toBeTruthy();
    const [own, theirs] = await Promise.all([newestOf(shown), newestOf(other.uuid)]);
    expect(v.parse(archiveReply, (await screen.get(`${OWN}/archives/${own}`)).json)).toBeTruthy();

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
    const left = await make(wall(template(COMMAND_TEMPLATE_LEFT)));
    const right = await make(wall(template(COMMAND_TEMPLATE_RIGHT)));
    const { screen } = await newDisplay(await make({ kind: 'playlist', boards: [left], seconds: 30 }));
    const recent = (id: string) => screen.get(`${OWN}/templates/${id}/archives/recent`);
    expect((await screen.get(`${OWN}/boards/${left}`)).status).toBe(200);
    expect((await screen.get(`${OWN}/boards/${right}`)).status).toBe(404);
    expect((await recent(COMMAND_TEMPLATE_LEFT)).status).toBe(200);
    expect((await recent(COMMAND_TEMPLATE_RIGHT)).status).toBe(404);
  });

  it('opens no call of a session, and no session opens a call of a display', async () => {
    const { screen } = await newDisplay(await make(wall(template(COMMAND_TEMPLATE_LEFT))));
    const routes = Object.entries(accessTable).filter(([, rule]) => rule.needs !== 'nobody');
    expect(routes.length).toBeGreaterThan(25);
    for (const [route, { needs, query }] of routes) {
      const [method = '', url = ''] = route.split(' ');
      const address = `${url.replace(/:\w+/, COMMAND_TEMPLATE_LEFT)}${query ? `?${query}=${COMMAND_TEMPLATE_LEFT}` : ''}`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status } = await (needs === 'display' ? amir : screen).call(method, address);
      expect([route, status]).toEqual([route, 401]);
    }
  });
});

describe('a display’s stream', () => {
  it('tells of submissions on its board, and ends with a change of the board or of the display', async () => {
    const wip = (await save(dana, 'Told')).uuid;
    const board = await make(wall(template(COMMAND_TEMPLATE_LEFT)));
    const { screen, uuid } = await newDisplay(board);
    const ids = [uuid, board, COMMAND_TEMPLATE_LEFT];
    const first = await openStreamOfDisplay(screen, ids);
    await dana.post(`/v1/wips/${wip}/submit`);
    expect(await first.next()).toMatchObject({ event: 'submission', data: { id: COMMAND_TEMPLATE_LEFT } });
    const shown = wall(template(COMMAND_TEMPLATE_RIGHT));
    await dana.post(`/v1/boards/${board}/update`, { name: 'Wall', shown });
    expect(await first.next()).toEqual({ event: 'board', data: { id: board, type: 'board_changed' } });
    expect(await first.next()).toBeNull();

    // What it asked for before is no more its own.
    const second = await openStreamOfDisplay(screen, ids);
    expect(await second.next()).toEqual({ event: 'refused', data: { id: COMMAND_TEMPLATE_LEFT } });
    const third = await openStreamOfDisplay(screen, [COMMAND_TEMPLATE_RIGHT]);
    await amir.post(`/v1/displays/${uuid}/update`, { name: 'South wall' });
    expect(await second.next()).toEqual({ event: 'display', data: { id: uuid, type: 'display_changed' } });
    expect([await second.next(), await third.next()]).toEqual([null, null]);
    expect(selfIn(await screen.get(OWN)).display).toEqual({ uuid, name: 'South wall', board });
  });

  it('ends with the display, which is nothing then', async () => {
    const board = await make(wall(template(COMMAND_TEMPLATE_LEFT)));
    const { screen, uuid } = await newDisplay(board);
    const stream = await openStreamOfDisplay(screen, [board]);
    expect((await ivan.post(`/v1/displays/${uuid}/end`)).status).toBe(403);
    expect((await amir.post(`/v1/displays/${uuid}/end`)).status).toBe(200);
    expect(await stream.next()).toBeNull();
    expect([(await screen.get(OWN)).status, (await screen.get(`${OWN}/boards/${board}`)).status]).toEqual([401, 401]);
    const listed = v.parse(displaysReply, (await amir.get('/v1/displays')).json).displays;
    expect(listed.map((one) => one.uuid)).not.toContain(uuid);
    expect((await amir.post(`/v1/displays/${uuid}/end`)).status).toBe(404);
  });

  it('ends when its board is deleted, and the display then shows none', async () => {
    const board = await make(wall(template(COMMAND_TEMPLATE_LEFT)));
    const { screen } = await newDisplay(board);
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
    const shown = wall(template(COMMAND_TEMPLATE_LEFT));
    const made = await writer.post('/v1/boards/create', { name: 'Wall', shown });
    const board = v.parse(boardReply, made.json).board.uuid;
    const { screen } = await newDisplay(board, admin);
    const slow = new Person(own.origin);
    const code = await ask(slow);
    await admin.post('/auth/logout');
    time += 11 * 60_000;
    expect(await claim(slow)).toBe('expired');
    const again = await signedIn(own.origin, demo.administrator);
    expect((await pair(again, code, board)).status).toBe(404);
    time += 200 * 86_400_000;
    expect((await screen.get(OWN)).status).toBe(200);
    const last = await signedIn(own.origin, demo.administrator);
    const [listed] = v.parse(displaysReply, (await last.get('/v1/displays')).json).displays;
    expect(listed?.last_seen).toBe(time);
  });

  it('codes cannot be tried out, and one network cannot take them all', async () => {
    const own = await forThisTest(startInside());
    const admin = await signedIn(own.origin, demo.administrator);
    const shown = wall(template(COMMAND_TEMPLATE_LEFT));
    const made = await admin.post('/v1/boards/create', { name: 'Wall', shown });
    const board = v.parse(boardReply, made.json).board.uuid;
    for (let time = 0; time < 10; time += 1) {
      // oxlint-disable-next-line no-await-in-loop -- they count each other
      expect((await pair(admin, 'BCDFGHJK', board)).status).toBe(404);
    }
    const screen = new Person(own.origin);
    const refused = await pair(admin, await ask(screen), board);
    expectRefusal(refused, 429, 'Too many wrong codes. Please wait some minutes.');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(600);
    // The same screen takes the place of its own code.
    for (let time = 0; time < 65; time += 1) await ask(screen);
    const statuses = new Set<number>();
    for (let time = 0; time < 60; time += 1) {
      // oxlint-disable-next-line no-await-in-loop -- they count each other
      statuses.add((await new Person(own.origin).post('/v1/displays/pairings')).status);
    }
    expect([...statuses]).toEqual([200, 429]);
  });
});

/** The uuid of a WIP's newest archive. */
async function newestOf(wip: string): Promise<string> {
  const { json } = await dana.get(`/v1/wips/${wip}/archives`);
  return (json as { archives: { uuid: string }[] }).archives[0]?.uuid ?? '';
}
