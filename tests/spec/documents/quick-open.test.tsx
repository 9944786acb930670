import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { SEARCH_PAUSE } from '#common/config/constants.ts';
import { held, json, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/jsdom/mount.tsx';
import { button, click, heading, isDirty, isGone, link, opened, text, typed } from '../editor/person.ts';

const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';

const sheet = (): HTMLElement => screen.getByRole('dialog', { name: 'Search' });
const input = (): HTMLElement => within(sheet()).getByRole('combobox', { name: 'Search' });
const results = (): string[] =>
  within(sheet())
    .queryAllByRole('option')
    .map((option) => option.getAttribute('aria-label') ?? option.textContent);
const chosen = (): string | null => within(sheet()).getByRole('option', { selected: true }).textContent;
const isShut = (): boolean => screen.queryByRole('dialog') === null;

/** Presses Ctrl+K, and waits until what the host has is there. */
async function ask(app: MountedApp): Promise<void> {
  await app.user.keyboard('{Control>}k{/Control}');
  await app.until(() => expect(input()).toHaveFocus());
  await app.settled();
}

/** Types what is sought, and takes the first result. */
async function goTo(app: MountedApp, words: string): Promise<void> {
  await app.user.keyboard(words);
  await app.user.keyboard('{Enter}');
  await app.until(() => expect(isShut()).toBe(true));
  await app.settled();
}

const onDashboard = (): Promise<MountedApp> => opened(host, '/dashboard', () => link('edit WIPs: Status Board'));

describe('quick open', () => {
  it('leads to a new document, a WIP and a page by a few letters, on a plain host', async () => {
    const app = await onDashboard();
    await ask(app);
    await goTo(app, 'new bri');
    await app.until(() => heading('Daily Brief'));
    expect(app.address()).toBe('/forms/t-brief');
    await ask(app);
    await goTo(app, 'harb');
    await app.until(() => heading('Harbor watch'));
    expect(app.address()).toBe(WIP);
    await ask(app);
    await goTo(app, 'arch');
    await app.until(() => heading('Archives'));
  });

  it('opens by its button, chooses by the arrows, and closes by Escape and by its key', async () => {
    const app = await onDashboard();
    await app.user.click(button('Search'));
    await app.until(() => expect(input()).toHaveFocus());
    expect(chosen()).toBe('Dashboard');
    await app.user.keyboard('{ArrowDown}');
    expect(chosen()).toBe('Templates');
    const counts = ['Pages', 'Templates', 'Documents'].map((name) => {
      const group = within(sheet()).getByRole('group', { name });
      return within(group).getAllByRole('option').length;
    });
    expect(counts.slice(1)).toEqual([6, 1]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(results().length);
    await app.user.keyboard('{Escape}');
    await app.until(() => expect(button('Search')).toHaveFocus());
    await ask(app);
    await app.user.keyboard('{Control>}k{/Control}');
    await app.until(() => expect(isShut()).toBe(true));
    expect(app.address()).toBe('/dashboard');
  });

  it('has a template as one line: a press on its name takes the first act, on an act that one', async () => {
    const app = await onDashboard();
    await ask(app);
    await app.user.click(within(sheet()).getByRole('option', { name: 'WIPs: Daily Brief' }));
    await app.until(() => expect(app.address()).toBe('/open-wip/t-brief'));
    await ask(app);
    await app.user.click(within(sheet()).getByText('Daily Brief', { selector: 'bdi' }));
    await app.until(() => expect(app.address()).toBe('/forms/t-brief'));
  });

  it('goes to a region of the open document, also by a key that was pressed in it', async () => {
    const app = mountApp(WIP, { host });
    const frame = await app.frame();
    await app.until(() => heading('Harbor watch'));
    frame.press('quickOpen');
    await app.until(() => expect(input()).toHaveFocus());
    await goTo(app, 'note');
    await app.until(() => expect(frame.received).toContainEqual({ type: 'focus', id: 'note' }));
    expect(app.address()).toBe(WIP);
  });

  it('asks who has not saved, as every link does', async () => {
    const app = await typed(host, WIP);
    await ask(app);
    await goTo(app, 'dashb');
    await app.until(() => button('Leave'));
    await click(app, button('Stay'), () => expect(isShut()).toBe(true));
    expect(app.address()).toBe(WIP);
    expect(isDirty()).toBe(true);
  });

  it('shows what it has while lists are on their way, and says what did not come', async () => {
    host.on('GET /v1/templates/t-board/wips', held);
    host.on('GET /v1/templates/t-brief/wips', refused(500, 'The storage is full.'), usual);
    const app = await onDashboard();
    await ask(app);
    text('Loading documents…');
    await app.user.keyboard('brief');
    expect(results()).toEqual(['New: Daily Brief', 'View Live: Daily Brief', 'WIPs: Daily Brief']);
    host.release('GET /v1/templates/t-board/wips');
    await app.until(() => text('The storage is full.'));
    await app.user.clear(input());
    await app.user.keyboard('harbor');
    expect(results()).toEqual(['Harbor watchStatus Board']);
    host.on('GET /v1/templates/t-board/wips', usual);
    await click(app, button('Try Again'), () => expect(isGone('The storage is full.')).toBe(true));
  });

  it('takes what is found later for who has pressed Enter before, and not for who has typed since', async () => {
    const app = await onDashboard();
    host.on('GET /v1/templates', held);
    await ask(app);
    await app.user.keyboard('harbor{Enter}');
    text('Loading documents… The best result opens when they are here.');
    await app.user.keyboard(' x');
    text('Loading documents…');
    host.release('GET /v1/templates');
    await app.until(() => text('Nothing has these words in its name.'));
    await app.user.keyboard('{Escape}');
    app.unmount();
    const other = await onDashboard();
    host.on('GET /v1/templates', held);
    await ask(other);
    await other.user.keyboard('harbor{Enter}');
    expect(other.address()).toBe('/dashboard');
    host.release('GET /v1/templates');
    await other.until(() => heading('Harbor watch'));
    expect([other.address(), isShut()]).toEqual([WIP, true]);
  });

  it('reads the lists at each opening, and shows those of before meanwhile', async () => {
    const app = await onDashboard();
    await ask(app);
    await app.user.keyboard('{Escape}');
    host.on('GET /v1/templates', held);
    host.world.wips.push({ uuid: 'w-2', template: 't-brief', name: 'Harbor at dawn', content: '' });
    await ask(app);
    await app.user.keyboard('harbor');
    expect(results()).toEqual(['Harbor watchStatus Board']);
    host.release('GET /v1/templates');
    await app.until(() => expect(results()).toEqual(['Harbor watchStatus Board', 'Harbor at dawnDaily Brief']));
  });

  it('opens over no other question, and for nobody who is not signed in', async () => {
    const app = await opened(host, '/login', () => button('Sign In'), { signedIn: false });
    await app.user.keyboard('{Control>}k{/Control}');
    await app.settled();
    expect(isShut()).toBe(true);
    app.unmount();
    const other = await onDashboard();
    await other.user.keyboard('?');
    await other.until(() => screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    await other.user.keyboard('{Control>}k{/Control}');
    await other.settled();
    expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull();
  });
});

describe('where the host has more', () => {
  it('boards are offered', async () => {
    host.world.user['capabilities'] = ['boards'];
    host.offer('GET /v1/boards');
    const shown = { kind: 'panes', panes: [{ kind: 'template', id: 't-board', share: 12 }], old: 60, very_old: 240 };
    host.on('GET /v1/boards', json({ boards: [{ uuid: 'b-1', name: 'Operations', shown }] }));
    const app = await onDashboard();
    await ask(app);
    await app.user.keyboard('oper');
    expect(results()).toEqual(['OperationsBoard']);
  });

  it('a list that is longer than a page is searched there', async () => {
    host.world.user['capabilities'] = ['lists.pages'];
    const page = (name: string, next: string | null) => json({ wips: [{ uuid: `w-${name}`, name }], next, count: 300 });
    const LONG = 'GET /v1/templates/t-board/wips';
    host.on(LONG, ({ query }) => {
      if (query.endsWith('q=st')) return held;
      return new URLSearchParams(query).has('q') ? page('Old storm', null) : page('New storm', 'c-1');
    });
    host.on('GET /v1/templates/t-brief/wips', json({ wips: [], next: null, count: 0 }));
    const app = await onDashboard();
    await ask(app);
    await app.user.keyboard('st');
    await app.advance(SEARCH_PAUSE);
    await app.until(() => expect(host.waiting(LONG)).toBe(1));
    await app.user.keyboard('orm');
    await app.until(() => expect(host.waiting(LONG)).toBe(0));
    expect(results()).toEqual(['New stormStatus Board']);
    await app.advance(SEARCH_PAUSE);
    await app.until(() => expect(results()).toEqual(['New stormStatus Board', 'Old stormStatus Board']));
    expect(host.seen(LONG).at(-1)?.query).toContain('q=storm');
    expect(host.seen('GET /v1/templates/t-brief/wips')).toHaveLength(1);
  });
});
