import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Board, readBoard, listBoards } from '#common/calls/boards.ts';
import type { BoardShown } from '#common/calls/board-shown.ts';
import { BOARD_LIMITS } from '#common/config/boards.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { demo, signedIn, type Person, type Reply } from '#tests/support/person.ts';
import { openStreamOf } from '#tests/support/event-stream.ts';
import { save } from '#tests/support/writing.ts';
import { forThisTest, given, givenPerson, startInside } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const server = given(() => startInside());
const lena = givenPerson(server, demo.reader);
const dana = givenPerson(server, demo.writer);
const tess = givenPerson(server, demo.foreignWriter);

const panes = (...ids: string[]): BoardShown => ({
  kind: 'panes',
  panes: ids.map((id) => ({ kind: 'template', id, share: 6 })),
  old: 30,
  very_old: 120,
});
const boardIn = ({ json }: Reply): Board => parsed(readBoard, json);
const make = (person: Person, name: string, shown: BoardShown) => person.post('/v1/boards/create', { name, shown });

it('are made by writers, and read by all of the organisation, by name', async () => {
  const shown = panes(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT);
  const made = await make(dana, ' Night ', shown);
  expect(made.status).toBe(201);
  expect(boardIn(made)).toMatchObject({ name: 'Night', shown, updated_by: 'Dana Okafor' });
  expect((await make(dana, 'Day', panes(COMMAND_TEMPLATE_LEFT))).status).toBe(201);
  expect((await make(lena, 'Mine', shown)).status).toBe(403);
  const boards = parsed(listBoards, (await lena.get('/v1/boards')).json);
  expect(boards.map(({ name }) => name)).toEqual(['Day', 'Night']);
  expect(boardIn(await lena.get(`/v1/boards/${boardIn(made).uuid}`)).shown).toEqual(shown);
  expect(parsed(listBoards, (await tess.get('/v1/boards')).json)).toEqual([]);
});

describe('what a board may show', () => {
  it('is what its maker may read', async () => {
    const theirs = await save(tess, 'Theirs');
    const wip = (id: string): BoardShown => ({
      kind: 'panes',
      panes: [{ kind: 'wip', id, share: 12 }],
      old: 60,
      very_old: 240,
    });
    expect((await make(dana, 'Foreign', wip(theirs.uuid))).status).toBe(403);
    expect((await make(dana, 'Unknown', wip(randomUUID()))).status).toBe(404);
    expect((await make(dana, 'Unknown', panes(randomUUID()))).status).toBe(404);
    const own = await save(dana, 'Own');
    expect((await make(dana, 'Own', wip(own.uuid))).status).toBe(201);
    await dana.get(`/v1/wips/${own.uuid}/delete`);
    expect((await make(dana, 'Deleted', wip(own.uuid))).status).toBe(404);
  });

  it('is one to four panes, or boards that are no playlists', async () => {
    const five = Array.from({ length: 5 }, () => COMMAND_TEMPLATE_LEFT);
    const wrong = [panes(), panes(...five), { ...panes(COMMAND_TEMPLATE_LEFT), old: 0 }];
    for (const shown of wrong) {
      const refused = await make(dana, 'Wrong', shown);
      expect([refused.status, refused.json]).toEqual([
        400,
        { message: 'What the board shows is not right: one to four panes, or a playlist of boards.' },
      ]);
    }
    const one = boardIn(await make(dana, 'One', panes(COMMAND_TEMPLATE_LEFT)));
    const list = (...boards: string[]): BoardShown => ({ kind: 'playlist', boards, seconds: 60 });
    const made = await make(dana, 'List', list(one.uuid, one.uuid));
    expect(made.status).toBe(201);
    expect((await make(dana, 'Lists', list(boardIn(made).uuid))).json).toEqual({
      message: 'A playlist can show boards with documents only, not other playlists.',
    });
    expect((await make(dana, 'None', list(randomUUID()))).status).toBe(404);
  });

  it('is kept for an organisation up to a number', async () => {
    const { origin } = await forThisTest(startInside());
    const person = await signedIn(origin, demo.writer);
    for (let at = 0; at < BOARD_LIMITS.perOrganisation; at += 1) {
      expect((await make(person, `Board ${at}`, panes(COMMAND_TEMPLATE_LEFT))).status).toBe(201);
    }
    const refused = await make(person, 'One more', panes(COMMAND_TEMPLATE_LEFT));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('200 boards already')]);
  });
});

it('tell of each change on the stream of many, together with submissions, and are gone when they are deleted', async () => {
  const board = boardIn(await make(dana, 'Watch', panes(COMMAND_TEMPLATE_LEFT)));
  const stream = await openStreamOf(lena, [board.uuid, COMMAND_TEMPLATE_LEFT]);
  const address = `/v1/boards/${board.uuid}`;
  const changed = await dana.post(`${address}/update`, {
    name: 'Night watch',
    shown: panes(COMMAND_TEMPLATE_RIGHT),
  });
  expect(boardIn(changed)).toMatchObject({ name: 'Night watch', shown: panes(COMMAND_TEMPLATE_RIGHT) });
  const boardChange = { event: 'board', data: { id: board.uuid, type: 'board_changed' } };
  expect(await stream.next()).toMatchObject(boardChange);
  expect((await dana.post(`${address}/delete`)).status).toBe(200);
  expect(await stream.next()).toMatchObject(boardChange);
  expect((await lena.get(address)).status).toBe(404);
  stream.close();
});
