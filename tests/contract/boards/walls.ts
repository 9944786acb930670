import { expect } from 'vitest';
import { readBoard } from '#common/calls/boards.ts';
import type { BoardShown } from '#common/calls/board-shown.ts';
import { claimPairing, updateDisplay, requestPairing } from '#common/calls/displays.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { Person, type Reply } from '#tests/support/person.ts';
import { parsed } from '#tests/support/replies.ts';

type Pane = { kind: 'template' | 'wip'; id: string };

export const template = (id: string = COMMAND_TEMPLATE_LEFT): Pane => ({ kind: 'template', id });
export const wip = (id: string): Pane => ({ kind: 'wip', id });

/** The content of a board. */
export const wall = (...panes: Pane[]): BoardShown => ({
  kind: 'panes',
  panes: panes.map((pane) => ({ ...pane, share: 6 })),
  old: 60,
  very_old: 240,
});

/** Makes a board. @returns its uuid */
export async function newBoard(person: Person, shown = wall(template()), name = 'Wall'): Promise<string> {
  return parsed(readBoard, (await person.post('/v1/boards/create', { name, shown })).json).uuid;
}

/** Asks for a pairing code, as a screen does. */
export const codeFor = async (screen: Person): Promise<string> =>
  parsed(requestPairing, (await screen.post('/v1/displays/pairings')).json).code;

/** The state of a screen's pairing. */
export const claim = async (screen: Person) =>
  parsed(claimPairing, (await screen.post('/v1/displays/pairings/claim')).json);

export const pair = (admin: Person, code: string, board: string, name = 'North wall'): Promise<Reply> =>
  admin.post('/v1/displays/pair', { code, name, board });

/** A screen that an administrator has paired. */
export async function newDisplay(
  admin: Person,
  board: string,
  name?: string,
): Promise<{ screen: Person; uuid: string }> {
  const screen = new Person(admin.origin);
  const paired = await pair(admin, await codeFor(screen), board, name);
  expect(paired.status).toBe(201);
  expect(await claim(screen)).toBe('paired');
  return { screen, uuid: parsed(updateDisplay, paired.json).uuid };
}
