import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { BoardShown } from '#common/calls/board-shown.ts';
import { BOARD_AHEAD, BOARD_REST, BOARD_WAIT } from '#common/config/constants.ts';
import { dropped, held, json, refused, type Answerer, usual } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import { button, heading, isGone, press, text } from '../editor/person.ts';

const host = hostForEachTest();

const notes = (app: MountedApp): (string | undefined)[] =>
  app
    .frames()
    .filter(({ iframe }) => iframe.closest('[inert]') === null)
    .map((frame) => frame.value('note'));
const showing = (app: MountedApp, ...expected: string[]) => app.until(() => expect(notes(app)).toEqual(expected));
const recents = (): number => host.seen('GET /v1/templates/:id/archives/recent').length;

/** A host that stores boards, without further capabilities. */
function keep(...boards: { uuid: string; name: string; shown: BoardShown }[]): void {
  host.world.user['capabilities'] = ['boards'];
  host.offer('GET /v1/boards/:id');
  host.on('GET /v1/boards/:id', ({ path }) => {
    const found = boards.find(({ uuid }) => path.endsWith(`/${uuid}`));
    return found ? json({ board: { ...found, updated_on: null, updated_by: null } }) : refused(404);
  });
}

const shows = (id: string): BoardShown => ({
  kind: 'panes',
  panes: [{ kind: 'template', id, share: 12 }],
  old: 60,
  very_old: 240,
});

it('a board shows its panes beside each other by their shares, each live, with its own ages', async () => {
  const panes = [
    { kind: 'template' as const, id: 't-board', share: 9 },
    { kind: 'wip' as const, id: 'w-harbor', share: 3 },
  ];
  keep({ uuid: 'b-1', name: 'Harbour wall', shown: { kind: 'panes', panes, old: 5, very_old: 10 } });
  const app = mountApp('/board/b-1', { host });
  await showing(app, 'First.', 'First.');
  heading('Harbour wall');
  expect(document.title).toBe('Harbour wall · Ready');
  const [first, second] = screen.getAllByRole('region');
  expect(first?.getAttribute('aria-label')).toMatch(/^Pane 1: /);
  expect(second?.getAttribute('aria-label')).toMatch(/^Pane 2: /);
  expect(first?.parentElement?.style.getPropertyValue('--pane-shares')).toBe('minmax(0, 9fr) minmax(0, 3fr)');
  expect(screen.getAllByText('Very old')).toHaveLength(2);
  host.submit({ uuid: 'a-2', content: boardHtml('Harbor', 'Second.') });
  await showing(app, 'Second.', 'Second.');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

describe('a playlist', () => {
  const SECONDS = 30;
  const open = (...further: string[]): MountedApp => {
    host.submit({ uuid: 'b-1', wip: 'w-brief', template: 't-brief', content: boardHtml('Brief', 'Right.') });
    keep(
      { uuid: 'b-one', name: 'One', shown: shows('t-board') },
      { uuid: 'b-two', name: 'Two', shown: shows('t-brief') },
      { uuid: 'b-both', name: 'Both', shown: { kind: 'playlist', boards: ['b-one', 'b-two'], seconds: SECONDS } },
    );
    host.world.user['capabilities'] = ['boards', ...further];
    return mountApp('/board/b-both', { host });
  };

  it('turns its boards, and has the next one there before its turn', async () => {
    const app = open();
    await showing(app, 'First.');
    heading('One');
    text('1 of 2');
    await app.advance(SECONDS * 1_000 - BOARD_AHEAD - 1);
    expect(recents()).toBe(1);
    await app.advance(1);
    await app.until(() => expect(app.frames()).toHaveLength(2));
    const [, ready] = app.frames();
    expect(notes(app)).toEqual(['First.']);
    heading('One');
    await app.advance(BOARD_AHEAD);
    await showing(app, 'Right.');
    heading('Two');
    text('2 of 2');
    expect(app.frames()[0]?.iframe).toBe(ready?.iframe);
    expect(recents()).toBe(2);
    await app.advance(SECONDS * 1_000);
    await showing(app, 'First.');
    text('1 of 2');
  });

  it('turns by hand, and then not for a minute; for good where it is paused', async () => {
    const app = open();
    await showing(app, 'First.');
    await press(app, 'Next');
    await showing(app, 'Right.');
    text('2 of 2, waits for a minute');
    await press(app, 'Previous');
    await press(app, 'Previous');
    text('2 of 2, waits for a minute');
    await app.advance(BOARD_REST - 1);
    text('2 of 2, waits for a minute');
    await app.advance(1);
    text('2 of 2');
    await app.advance(SECONDS * 1_000);
    text('1 of 2');
    // A hand on the page counts as well.
    await app.user.keyboard('{Shift}');
    await app.until(() => text('1 of 2, waits for a minute'));
    await press(app, 'Pause');
    text('1 of 2, paused');
    await app.advance(2 * BOARD_REST);
    text('1 of 2, paused');
    await press(app, 'Continue');
    text('1 of 2');
    expect(button('Pause')).toBeVisible();
    expect(isGone('Continue')).toBe(true);
    await app.advance(SECONDS * 1_000);
    text('2 of 2');
  });

  const RECENT = 'GET /v1/templates/:id/archives/recent';
  const second = async (app: MountedApp, seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) await app.advance(1_000);
  };
  const network = (answer: Answerer): void => {
    for (const call of [RECENT, 'GET /v1/archives/:id', 'GET /events/wips/:id', 'GET /auth/verify'] as const) {
      host.on(call, answer);
    }
  };
  const isCut = (): boolean => /Not connected/.test(document.body.textContent);

  it('keeps the board that it shows while the network is away, and turns again when it is back', async () => {
    const app = open();
    await showing(app, 'First.');
    await app.until(() => text('Live'));
    network(dropped());
    host.closeStreams();
    await second(app, 3 * SECONDS);
    expect([isCut(), notes(app)]).toEqual([true, ['First.']]);
    heading('One');
    text('1 of 2, waits for the next board');
    await app.advance(600_000);
    expect([isCut(), notes(app)]).toEqual([true, ['First.']]);
    network(usual);
    await second(app, 30);
    await showing(app, 'Right.');
    heading('Two');
    expect(isCut()).toBe(false);
    await second(app, SECONDS);
    await showing(app, 'First.');
  });

  it('keeps it also when the network goes without a word a moment before its turn, as it does long before that is noticed', async () => {
    const app = open('events.heartbeat');
    await showing(app, 'First.');
    await app.until(() => text('Live'));
    await second(app, SECONDS - BOARD_AHEAD / 1_000 - 1);
    host.push('t-board', {}, 'heartbeat');
    network(held);
    await second(app, 10);
    text('Live');
    heading('One');
    for (let round = 0; round < 10; round += 1) {
      await second(app, SECONDS);
      expect(notes(app)).toEqual(['First.']);
    }
    heading('One');
    expect(isCut()).toBe(true);
    network(usual);
    await second(app, 30);
    await showing(app, 'Right.');
  });

  it('waits as long for a board that does not come when the network is back, however long it was away', async () => {
    const app = open();
    await showing(app, 'First.');
    await app.until(() => text('Live'));
    network(dropped());
    host.closeStreams();
    await second(app, SECONDS + 2 * (BOARD_WAIT / 1_000));
    network(usual);
    host.on('GET /v1/templates/t-brief/archives/recent', refused(503));
    await app.until(() => expect(isCut()).toBe(true));
    await second(app, 30);
    expect(isCut()).toBe(false);
    heading('One');
    await second(app, BOARD_WAIT / 1_000);
    heading('Two');
  });

  it('turns to a board whose document the host does not have, and after a while to one that does not come', async () => {
    const path = 'GET /v1/templates/t-brief/archives/recent';
    host.on(path, refused(404));
    const app = open();
    await showing(app, 'First.');
    await second(app, SECONDS);
    heading('Two');
    await second(app, SECONDS);
    heading('One');
    await showing(app, 'First.');
    host.on(path, refused(503));
    await second(app, SECONDS + BOARD_WAIT / 1_000 - 1);
    heading('One');
    expect(isCut()).toBe(false);
    await second(app, 2);
    heading('Two');
    // This one is not cut off: it never had anything to show.
    await second(app, SECONDS);
    heading('One');
  });
});
