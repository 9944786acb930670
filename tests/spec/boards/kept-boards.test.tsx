import { screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { held, json, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, field, heading, isGone, link, notes, press, showing, target, text } from '../editor/person.ts';

const host = hostForEachTest();

const panes = (id: string) => ({
  kind: 'panes',
  panes: [{ kind: 'template', id, share: 12 }],
  old: 60,
  very_old: 240,
});
const board = (uuid: string, name: string, shown: object = panes('t-board')) => ({
  uuid,
  name,
  shown,
  updated_on: '2026-03-01T10:00:00Z',
  updated_by: 'Ann',
});
let boards: ReturnType<typeof board>[] = [];

/** A host that stores boards, and sends their changes on a stream of many. */
beforeEach(() => {
  boards = [board('b-1', 'Operations'), board('b-2', 'Briefing')];
  host.world.user['capabilities'] = ['boards', 'events.multiplex'];
  host.offer(
    'GET /v1/boards',
    'GET /v1/boards/:id',
    'POST /v1/boards/create',
    'POST /v1/boards/:id/update',
    'POST /v1/boards/:id/delete',
    'GET /events/wips',
  );
  host.on('GET /v1/boards', () => json({ boards }));
  host.on('GET /v1/boards/:id', ({ path }) => {
    const found = boards.find(({ uuid }) => path.endsWith(`/${uuid}`));
    return found ? json({ board: found }) : refused(404, 'Not here.');
  });
});

const reads = (): number => host.seen('GET /v1/boards/:id').length;

describe('the boards of the host', () => {
  it('are listed with ways to each, behind one menu of the navigation', async () => {
    const app = mountApp('/dashboard', { host });
    await app.until(() => heading('Command Docs'));
    await click(app, text('More'), () => link('Boards'));
    await click(app, link('Boards'), () => heading('Operations'));
    expect(app.address()).toBe('/boards');
    expect(screen.getAllByText('1 pane · warns after 1 h and 4 h')).toHaveLength(2);
    expect(target('Open: Operations')).toBe('/board/b-1');
    expect(target('Edit: Briefing')).toBe('/boards/b-2/edit');
    expect(target('New Board')).toBe('/boards/new');
  });

  it('are shown at an earlier moment with their panes of today, and say so', async () => {
    host.world.user['capabilities'] = ['boards', 'records'];
    host.offer('GET /v1/records/at', 'GET /v1/records/moments');
    const time = '2026-03-02T14:00:00.000Z';
    host.on('GET /v1/records/at', json({ time, panes: [{ id: 't-board', record: null }], previous: null, next: null }));
    host.on('GET /v1/records/moments', json({ moments: [] }));
    const app = mountApp(`/board/b-1?at=${time}`, { host });
    await app.until(() => text('With the panes of today'));
    await click(app, link('Back to live'), () => expect(isGone('With the panes of today')).toBe(true));
  });

  it('are read by readers, who change none', async () => {
    host.world.user['permission'] = 1;
    const app = mountApp('/boards', { host });
    await app.until(() => link('Open: Operations'));
    expect(screen.queryByRole('link', { name: /^Edit|^New/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    app.unmount();
    const form = mountApp('/boards/new', { host });
    await form.until(() => heading('Access Denied'));
    expect(host.seen('GET /v1/templates')).toEqual([]);
  });

  it('are absent at a host that does not announce them, which is asked for none', async () => {
    host.world.user['capabilities'] = [];
    const app = mountApp('/boards', { host });
    await app.until(() => heading('No Boards'));
    expect(isGone('More')).toBe(true);
    app.unmount();
    const form = mountApp('/boards/new', { host });
    await form.until(() => heading('Access Denied'));
    expect(host.seen('GET /v1/boards')).toEqual([]);
  });

  it('are deleted after a question, and stay where the host does not do it', async () => {
    host.on('POST /v1/boards/:id/delete', refused(500, 'The storage is full.'), json({}));
    const app = mountApp('/boards', { host });
    await app.until(() => button('Delete: Operations'));
    await click(app, button('Delete: Operations'), () => screen.getByRole('alertdialog'));
    text('Are you sure you want to delete "Operations"? This action cannot be undone.');
    await click(app, button('Delete'), () => text('The storage is full.'));
    await press(app, 'OK');
    await app.until(() => heading('Operations'));
    await click(app, button('Delete: Operations'), () => screen.getByRole('alertdialog'));
    await app.user.click(button('Delete'));
    await app.until(() => expect(screen.queryByRole('heading', { name: 'Operations' })).toBeNull());
    await app.until(() => heading('Briefing'));
    expect(screen.queryByText('Operations')).toBeNull();
    expect(host.seen('POST /v1/boards/:id/delete').map(({ path }) => path)).toEqual([
      '/v1/boards/b-1/delete',
      '/v1/boards/b-1/delete',
    ]);
  });

  it('give their address, also where the browser does not copy it', async () => {
    boards.push(board('b-3', 'Briefing'));
    const app = mountApp('/boards', { host });
    const copies = await app.until(() => screen.getAllByRole('button', { name: 'Copy Address: Briefing' }));
    await click(app, copies[0] as HTMLElement, () => text('The address of "Briefing" is copied.'));
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/board/b-2`);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
    await click(app, copies[1] as HTMLElement, () => text(/did not let it be copied.*\/board\/b-3$/));
  });

  it('say when they do not come', async () => {
    host.on('GET /v1/boards', refused(500), usual);
    const app = mountApp('/boards', { host });
    await app.until(() => text('The boards did not come. Please try again.'));
    host.on('GET /v1/boards', () => json({ boards: [] }));
    await click(app, button('Try Again'), () => text('No boards yet. Make the first one.'));
  });
});

describe('making a board', () => {
  const fill = async (app: MountedApp): Promise<void> => {
    await app.until(() => field('Name'));
    await app.user.type(field('Name'), 'Night wall');
    await app.user.selectOptions(field('Template'), 'Status Board');
    await press(app, 'Add a document');
    const [, second] = screen.getAllByLabelText('Shows');
    if (second) await app.user.selectOptions(second, 'One WIP');
    await app.user.selectOptions(field('WIP'), 'Harbor watch (Status Board)');
    await app.user.clear(field('Warn after \\(minutes\\)'));
    await app.user.type(field('Warn after \\(minutes\\)'), '5');
  };

  it('chooses by names, moves the border between two documents, saves, and goes on to the board', async () => {
    host.on('POST /v1/boards/create', ({ body }) => {
      const made = { ...board('b-9', 'x'), ...(body as object) };
      boards.push(made);
      return json({ board: made });
    });
    const app = mountApp('/boards/new', { host });
    await fill(app);
    // By keys, as a hand does it.
    const border = screen.getByRole('separator', {
      name: 'Border between Status Board and Harbor watch (Status Board)',
    });
    border.focus();
    await app.user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{End}{ArrowLeft}{ArrowLeft}');
    expect(border).toHaveAttribute('aria-valuetext', '9 to 3');
    expect([border.ariaValueMin, border.ariaValueNow, border.ariaValueMax]).toEqual(['1', '9', '11']);
    await app.user.click(button('Save Board'));
    await showing(app, 'First.', 'First.');
    expect(app.address()).toBe('/board/b-9');
    heading('Night wall');
    expect(host.seen('POST /v1/boards/create').map(({ body }) => body)).toEqual([
      {
        name: 'Night wall',
        shown: {
          kind: 'panes',
          panes: [
            { kind: 'template', id: 't-board', share: 9 },
            { kind: 'wip', id: 'w-harbor', share: 3 },
          ],
          old: 5,
          very_old: 240,
        },
      },
    ]);
  });

  it('asks for what is missing, and loses nothing when the save fails', async () => {
    host.on('POST /v1/boards/create', held);
    const app = mountApp('/boards/new', { host });
    await app.until(() => field('Name'));
    await press(app, 'Save Board');
    text('Give the board a name.');
    expect(field('Name')).toHaveFocus();
    await app.user.type(field('Name'), 'N');
    await press(app, 'Save Board');
    text('Choose a template or a WIP.');
    await app.user.clear(field('Name'));
    await fill(app);
    await press(app, 'Save Board');
    await app.user.type(field('Name'), ' 2');
    host.release('POST /v1/boards/create', refused(500));
    await app.until(() => text('The board was not saved. What you entered is still here. Please try again.'));
    expect(field('Name')).toHaveValue('Night wall 2');
    expect(field('WIP')).toHaveDisplayValue('Harbor watch (Status Board)');
    expect(field('Warn after \\(minutes\\)')).toHaveValue('5');
  });

  it('makes a playlist of boards, in order', async () => {
    host.on('POST /v1/boards/:id/update', ({ body }) => json({ board: { ...board('b-2', 'x'), ...(body as object) } }));
    boards[1] = board('b-2', 'Tour', { kind: 'playlist', boards: ['b-1', 'b-gone'], seconds: 20 });
    boards.push(board('b-3', 'Third'));
    const app = mountApp('/boards/b-2/edit', { host });
    await app.until(() => expect(field('Board 2')).toHaveDisplayValue('No longer there'));
    await app.user.selectOptions(field('Board 2'), 'Third');
    await press(app, 'Move board 2 up');
    expect(field('Board 1')).toHaveDisplayValue('Third');
    await app.user.clear(field('Seconds per board'));
    await app.user.type(field('Seconds per board'), '5');
    await press(app, 'Save Board');
    text('Enter a whole number of seconds from 10 to 3600.');
    await app.user.type(field('Seconds per board'), '0');
    await press(app, 'Save Board');
    await app.until(() => expect(app.address()).toBe('/board/b-2'));
    expect(host.seen('POST /v1/boards/:id/update').map(({ body }) => body)).toEqual([
      { name: 'Tour', shown: { kind: 'playlist', boards: ['b-3', 'b-1'], seconds: 50 } },
    ]);
  });
});

describe('a kept board', () => {
  const pushChange = (id: string): void => {
    for (const stream of host.streams) stream.push('board', JSON.stringify({ id, type: 'board_changed' }));
  };
  /** The streams of many that are open now. */
  const untilStreamed = (app: MountedApp, ...ids: string[]) =>
    app.until(() => {
      expect(host.streams).toHaveLength(1);
      for (const id of ids) expect(host.streams[0]?.id).toContain(id);
    });

  it('changes by itself when somebody edits it, and says when it was removed', async () => {
    host.submit({
      uuid: 'b-1',
      wip: 'w-brief',
      template: 't-brief',
      content: '<p id="note" class="editable">Right.</p>',
    });
    const app = mountApp('/board/b-1', { host });
    await showing(app, 'First.');
    heading('Operations');
    expect(target('Edit Board')).toBe('/boards/b-1/edit');
    await untilStreamed(app, 'b-1');
    boards = [board('b-1', 'Night', panes('t-brief'))];
    pushChange('b-1');
    await showing(app, 'Right.');
    heading('Night');
    boards = [];
    pushChange('b-1');
    await app.until(() => heading('Board not found'));
    expect(screen.queryByRole('link', { name: 'Edit Board' })).toBeNull();
  });

  it('that is a playlist hears of its boards too, and leaves out one that was removed', async () => {
    boards.push(board('b-3', 'Tour', { kind: 'playlist', boards: ['b-1', 'b-gone', 'b-2'], seconds: 20 }));
    const app = mountApp('/board/b-3', { host });
    await app.until(() => text('1 of 2'));
    await untilStreamed(app, 'b-1', 'b-2', 'b-3');
    await app.settled();
    boards[0] = board('b-1', 'Renamed');
    pushChange('b-1');
    await app.until(() => heading('Renamed'));
  });

  it('that is a playlist with a board that was removed is read once, not each time that its stream is refused', async () => {
    boards.push(board('b-3', 'Tour', { kind: 'playlist', boards: ['b-1', 'b-gone'], seconds: 600 }));
    host.on('GET /events/wips', ({ query }) => (query === '?ids=b-gone' ? refused(404) : usual));
    const app = mountApp('/board/b-3', { host });
    await showing(app, 'First.');
    await untilStreamed(app, 'b-1', 'b-3');
    await app.settled();
    const before = reads();
    for (let passed = 0; passed < 15_000; passed += 1_000) {
      for (const stream of host.streams.filter(({ id }) => id.includes('b-gone'))) {
        stream.push('refused', JSON.stringify({ id: 'b-gone' }));
      }
      await app.advance(1_000);
    }
    expect(reads()).toBe(before);
    // The next read finds it again: a user has edited the playlist.
    boards.push(board('b-gone', 'Back'));
    pushChange('b-3');
    await app.until(() => text('1 of 2'));
    await untilStreamed(app, 'b-1', 'b-3', 'b-gone');
  });

  it('stays as it was while it cannot be read', async () => {
    const app = mountApp('/board/b-1', { host });
    await showing(app, 'First.');
    await untilStreamed(app, 'b-1');
    await app.settled();
    host.on('GET /v1/boards/:id', refused(500));
    pushChange('b-1');
    await app.settled();
    heading('Operations');
    expect(notes(app)).toEqual(['First.']);
  });

  it('says when it cannot be read at all, and tries again', async () => {
    host.on('GET /v1/boards/:id', refused(500));
    const app = mountApp('/board/b-1', { host });
    await app.until(() => text('The board did not come. Please try again.'));
    host.on('GET /v1/boards/:id', () => json({ board: boards[0] }));
    await press(app, 'Try Again');
    await showing(app, 'First.');
  });
});
