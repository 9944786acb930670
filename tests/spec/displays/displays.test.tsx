import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  DISPLAY_CLAIM,
  DISPLAY_ENDED,
  DISPLAY_POLL_INTERVAL,
  DISPLAY_RETRY,
  TEMPLATE_BANNER,
} from '#common/config/constants.ts';
import { dropped, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import { button, click, field, heading, isGone, notes, press, showing, text, target } from '../editor/person.ts';

const host = hostForEachTest();

const panes = { kind: 'panes', panes: [{ kind: 'template', id: 't-board', share: 12 }], old: 60, very_old: 240 };
const boards: Record<string, object> = {
  'b-1': { uuid: 'b-1', name: 'Operations', shown: panes },
  'b-2': { uuid: 'b-2', name: 'Briefing', shown: panes },
};
const CAPABILITIES = ['boards', 'displays', 'events.multiplex'];

describe('a display', () => {
  let board: string | null = null;
  let note = '';
  const self = () =>
    board === null ? refused(401) : json({ display: { uuid: 'd-1', name: 'Hall', board }, capabilities: CAPABILITIES });

  /** A host with displays; no user is signed in here. */
  beforeEach(() => {
    board = null;
    note = 'First.';
    let no = 0;
    host.offer(
      'POST /v1/displays/pairings',
      'POST /v1/displays/pairings/claim',
      'GET /v1/displays/self',
      'GET /v1/displays/self/boards/:id',
      'GET /v1/displays/self/templates/:id/archives/recent',
      'GET /v1/displays/self/archives/:id',
      'GET /events/displays/self',
    );
    host.on('GET /v1/displays/self', self);
    host.on('POST /v1/displays/pairings', () => {
      no += 1;
      return json({ code: `ABCD-EFG${no}`, expires_in: 600 });
    });
    host.on('POST /v1/displays/pairings/claim', () => json({ state: board === null ? 'waiting' : 'paired' }));
    host.on('GET /v1/displays/self/boards/:id', ({ path }) => json({ board: boards[path.split('/').at(-1) ?? ''] }));
    host.on('GET /v1/displays/self/templates/:id/archives/recent', () =>
      json({ success: true, archives: { uuid: `a ${note}`, name: 'Harbor watch' } }),
    );
    host.on('GET /v1/displays/self/archives/:id', () =>
      json({ result: { uuid: `a ${note}`, name: 'Harbor watch', content: boardHtml('Harbor', note) } }),
    );
    host.on('GET /events/displays/self', () => ({ kind: 'stream' }));
  });

  const open = (): MountedApp => mountApp('/display', { host, signedIn: false });
  const push = (event: string, data: object): void => {
    for (const stream of host.streams) stream.push(event, JSON.stringify(data));
  };
  const paired = async (): Promise<MountedApp> => {
    board = 'b-1';
    const app = open();
    await showing(app, 'First.');
    await app.until(() => expect(host.streams[0]?.id).toMatch(/t-board/));
    await app.until(() => expect(host.streams[0]?.id).toMatch(/d-1/));
    await app.settled();
    return app;
  };

  it('gives back its bar to who leaves wall mode, with the button that begins it again, on its code and on its board', async () => {
    const app = open();
    await app.until(() => heading('Pair this screen'));
    await app.user.keyboard('{Escape}');
    await app.until(() => button('Wall mode'));
    await click(app, button('Wall mode'), () => expect(screen.queryByRole('button')).toBeNull());
    board = 'b-1';
    await app.advance(DISPLAY_CLAIM);
    await showing(app, 'First.');
    await click(app, button('Leave wall mode'), () => button('Wall mode'));
    await click(app, button('Wall mode'), () => button('Leave wall mode'));
    expect(app.address()).toBe('/display');
  });

  it('shows a code until it is entered, then its board, by its own calls alone', async () => {
    const app = open();
    await app.until(() => heading('Pair this screen'));
    expect(screen.getByRole('img')).toHaveAccessibleName('Code: A B C D E F G 1');
    text(`${location.host}/admin/displays`);
    await app.advance(DISPLAY_CLAIM);
    expect(host.seen('POST /v1/displays/pairings/claim')).toHaveLength(1);
    board = 'b-1';
    await app.advance(DISPLAY_CLAIM);
    await showing(app, 'First.');
    heading('Operations');
    expect(app.address()).toBe('/display');
    expect(screen.queryByRole('link')).toBeNull();
    expect(
      host.requests.map(({ path }) => path).filter((path) => !/^\/(v1|events)\/displays|^\/auth\//.test(path)),
    ).toEqual([]);
  });

  it('asks for a new code when its own has ended, and when it gets none', async () => {
    host.on('POST /v1/displays/pairings', refused(429, 'Too many.'), () => json({ code: 'ABCDEFG2', expires_in: 10 }));
    const app = open();
    await app.until(() => text('Too many.'));
    await app.advance(DISPLAY_RETRY);
    await app.until(() => screen.getByRole('img', { name: 'Code: A B C D E F G 2' }));
    host.on('POST /v1/displays/pairings', () => json({ code: 'ABCDEFG3', expires_in: 600 }));
    await app.advance(10_000);
    await app.until(() => screen.getByRole('img', { name: 'Code: A B C D E F G 3' }));
    host.on('POST /v1/displays/pairings/claim', json({ state: 'expired' }));
    host.on('POST /v1/displays/pairings', () => json({ code: 'ABCDEFG4', expires_in: 600 }));
    await app.advance(DISPLAY_CLAIM);
    await app.until(() => screen.getByRole('img', { name: 'Code: A B C D E F G 4' }));
  });

  it('shows a submission, its changed board, and another board, each as it is told', async () => {
    const app = await paired();
    note = 'Second.';
    push('submission', { id: 't-board', type: 'submission_complete', archive_uuid: 'a-2' });
    await showing(app, 'Second.');
    host.on('GET /v1/displays/self/boards/:id', ({ path }) =>
      json({ board: { ...boards[path.split('/').at(-1) ?? ''], ...(path.endsWith('b-1') && { name: 'Renamed' }) } }),
    );
    push('board', { id: 'b-1', type: 'board_changed' });
    await app.until(() => heading('Renamed'));
    board = 'b-2';
    push('display', { id: 'd-1', type: 'display_changed' });
    await app.until(() => heading('Briefing'));
    await showing(app, 'Second.');
  });

  it('goes on through failures, and says when it was removed', async () => {
    const app = await paired();
    host.on('GET /v1/displays/self', dropped());
    await app.advance(DISPLAY_POLL_INTERVAL);
    heading('Operations');
    board = null;
    host.on('GET /v1/displays/self', self);
    push('display', { id: 'd-1', type: 'display_changed' });
    await app.until(() => heading('This display was removed'));
    expect(notes(app)).toEqual([]);
    await app.advance(DISPLAY_ENDED);
    await app.until(() => heading('Pair this screen'));
    expect(isGone('Sign In')).toBe(true);
  });

  it('gives a new code at once to who asks for it', async () => {
    const app = await paired();
    board = null;
    push('display', { id: 'd-1', type: 'display_changed' });
    await app.until(() => button('New Code'));
    await click(app, button('New Code'), () => heading('Pair this screen'));
  });
});

describe('the administration of displays', () => {
  const display = (uuid: string, name: string, board: string | null = 'b-1') => ({
    uuid,
    name,
    board,
    paired_on: '2026-03-01T10:00:00Z',
    paired_by: 'Ann',
    last_seen: new Date(Date.now() - 3 * 3_600_000 - 5_000).toISOString(),
    address: '192.0.2.7' as string | null,
  });
  let displays: ReturnType<typeof display>[] = [];

  beforeEach(() => {
    displays = [
      display('d-1', 'Gate'),
      { ...display('d-2', 'Hall', null), last_seen: new Date().toISOString(), address: null },
    ];
    Object.assign(host.world.user, { permission: 3, capabilities: CAPABILITIES });
    host.offer(
      'GET /v1/boards',
      'GET /v1/displays',
      'POST /v1/displays/pair',
      'POST /v1/displays/:id/update',
      'POST /v1/displays/:id/end',
    );
    host.on('GET /v1/boards', json({ boards: Object.values(boards) }));
    host.on('GET /v1/displays', () => json({ displays }));
  });
  const card = (name: string): HTMLElement => screen.getByRole('form', { name: `Change ${name}` });
  const opened = async (): Promise<MountedApp> => {
    const app = mountApp('/admin/displays', { host });
    await app.until(() => heading('Displays (2)'));
    await click(app, heading('Gate'), () => card('Gate'));
    return app;
  };

  it('lists them, with when each was seen last, and where', async () => {
    await click(await opened(), heading('Hall'), () => card('Hall'));
    text('Last seen 3 h ago');
    text('Online now');
    text('Seen at 192.0.2.7 · Paired by Ann');
    text('Paired by Ann');
    text('No board: its board was removed');
    expect(within(card('Gate')).getByLabelText('Board')).toHaveDisplayValue('Operations');
    expect(within(card('Hall')).getByLabelText(/^Board/)).toHaveDisplayValue('No board');
  });

  it('pairs a screen by its code, and says what is missing and what was refused', async () => {
    host.on('POST /v1/displays/pair', refused(404, 'No screen shows this code.'), ({ body }) =>
      json({ display: { ...display('d-3', 'x'), ...(body as object) } }),
    );
    const app = await opened();
    const form = within(screen.getByRole('form', { name: 'Pair a Display' }));
    await press(app, 'Pair Display');
    text('Enter the 8 letters that the display shows.');
    await app.user.type(form.getByLabelText(/^Code/), 'abcd efgh');
    await press(app, 'Pair Display');
    text('Give the display a name.');
    await app.user.type(form.getByLabelText(/^Name/), 'South');
    await press(app, 'Pair Display');
    text('Choose a board.');
    await app.user.selectOptions(form.getByLabelText(/^Board/), 'Briefing');
    await press(app, 'Pair Display');
    await app.until(() => text('No screen shows this code.'));
    expect(form.getByLabelText(/^Name/)).toHaveValue('South');
    await press(app, 'Pair Display');
    await app.until(() => text('The display is paired: it shows its board within a few seconds.'));
    expect(host.seen('POST /v1/displays/pair').at(-1)?.body).toEqual({ code: 'ABCDEFGH', name: 'South', board: 'b-2' });
    heading('Displays (3)');
    expect(field('Code')).toHaveValue('');
    await app.advance(TEMPLATE_BANNER - 1);
    text('The display is paired: it shows its board within a few seconds.');
    await app.advance(1);
    expect(screen.queryByText(/^The display is paired/)).toBeNull();
  });

  it('lead to a board where there is none that a display could show', async () => {
    host.on('GET /v1/boards', json({ boards: [] }));
    const app = await opened();
    text('No boards yet. Make one first.');
    expect(target('New Board')).toBe('/boards/new');
    expect(isGone('Pair Display')).toBe(true);
    expect(app.address()).toBe('/admin/displays');
  });

  it('gives one another name and another board', async () => {
    host.on('POST /v1/displays/:id/update', ({ body }) => json({ display: { ...displays[0], ...(body as object) } }));
    const app = await opened();
    const form = within(card('Gate'));
    await app.user.clear(form.getByLabelText('Name'));
    await app.user.type(form.getByLabelText('Name'), 'South gate');
    await app.user.selectOptions(form.getByLabelText('Board'), 'Briefing');
    await press(app, 'Save Gate');
    await app.until(() => text('The display is changed.'));
    heading('South gate');
    expect(host.seen('POST /v1/displays/:id/update').map(({ path, body }) => [path, body])).toEqual([
      ['/v1/displays/d-1/update', { name: 'South gate', board: 'b-2' }],
    ]);
  });

  it('removes one after a question', async () => {
    host.on('POST /v1/displays/:id/end', refused(500), json({}));
    const app = await opened();
    await click(app, button('Remove display Gate'), () => screen.getByRole('alertdialog'));
    text('Are you sure you want to remove "Gate"? It shows nothing until it is paired again.');
    await click(app, button('Remove Display'), () => text('The display was not removed. Please try again.'));
    await click(app, button('Remove display Gate'), () => screen.getByRole('alertdialog'));
    await click(app, button('Remove Display'), () => heading('Displays (1)'));
    expect(screen.queryByRole('form', { name: 'Change Gate' })).toBeNull();
  });

  it('is reached behind More by administrators, and nobody else', async () => {
    host.world.user['permission'] = 2;
    const app = mountApp('/dashboard', { host });
    await app.until(() => heading('Command Docs'));
    await app.user.click(screen.getByText('More'));
    expect(screen.queryByRole('link', { name: 'Displays' })).toBeNull();
    app.unmount();
    const refusal = mountApp('/admin/displays', { host });
    await refusal.until(() => heading('Access Denied'));
    expect(host.seen('GET /v1/displays')).toEqual([]);
    refusal.unmount();
    host.world.user['permission'] = 3;
    const admin = mountApp('/dashboard', { host });
    await admin.until(() => heading('Command Docs'));
    await admin.user.click(screen.getByText('More'));
    await click(admin, screen.getByRole('link', { name: 'Displays' }), () => heading('Displays (2)'));
  });
});
