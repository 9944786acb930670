import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropped, json } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, heading, isGone, link, opened, text, titlesIn } from '../editor/person.ts';

const host = hostForEachTest();
const person = (uuid: string) => ({ uuid, username: uuid, name: uuid, permission: 2 });
let people = [person('u-1')];

beforeEach(() => {
  localStorage.clear();
  people = [person('u-1')];
  Object.assign(host.world.user, {
    permission: 4,
    capabilities: ['users.manage', 'lists.pages', 'boards', 'displays', 'templates.manage'],
  });
  host.offer('GET /v1/boards', 'GET /v1/displays');
  host.on('GET /v1/users', () => json({ users: people, next: null, count: people.length }));
  host.on('GET /v1/boards', json({ boards: [] }));
  host.on('GET /v1/displays', json({ displays: [] }));
});

const wayToTemplates = (): string | null =>
  within(screen.getByRole('main')).getByRole('link', { name: 'Manage Templates' }).getAttribute('href');
const list = (): HTMLElement => within(screen.getByRole('region', { name: 'Set up' })).getByRole('list');
const target = (name: string): string | null =>
  within(screen.getByRole('main')).getByRole('link', { name }).getAttribute('href');
const missing = (): unknown => titlesIn(list());

describe('the steps of a new installation', () => {
  it('stand on the dashboard as far as they are missing, are ticked by what is there, and skipped for good', async () => {
    const app = await opened(host, '/dashboard', () => heading('Make people'));
    expect(missing()).toEqual(['Make people', 'Make a board', 'Put up a display']);
    expect([target('People'), target('New Board')]).toEqual(['/admin/people', '/boards/new']);
    await click(app, button('Skip: Put up a display'), () =>
      expect(missing()).toEqual(['Make people', 'Make a board']),
    );
    app.unmount();

    people.push(person('u-2'));
    const again = await opened(host, '/dashboard', () => heading('Make a board'));
    expect(missing()).toEqual(['Make a board']);
    await click(again, button('Skip: Make a board'), () => isGone('Make a board') || expect(0).toBe(1));
    again.unmount();

    // Nothing is missing any more: nothing is asked.
    const before = host.requests.length;
    const last = await opened(host, '/dashboard', () => heading('Command Docs'));
    await last.settled();
    expect(host.requests.slice(before).map(({ path }) => path)).not.toContain('/v1/displays');
    expect(screen.queryByRole('region', { name: 'Set up' })).toBeNull();

    await click(last, text('More'), () => link('Set up'));
    await click(last, link('Set up'), () => heading('Make a board'));
    expect(screen.getAllByText('Done.')).toHaveLength(2);
    await click(last, button('Do it after all: Make a board'), () => button('Skip: Make a board'));
    await click(last, link('Dashboard'), () => expect(missing()).toEqual(['Make a board']));
  });

  it('are not in the way where they cannot be known, and are read again on their own page', async () => {
    host.on('GET /v1/boards', dropped());
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await app.settled();
    expect(screen.queryByRole('region', { name: 'Set up' })).toBeNull();
    app.unmount();
    const page = await opened(host, '/admin/set-up', () => text('Error Loading the Steps'));
    host.on('GET /v1/boards', json({ boards: [] }));
    await click(page, button('Try Again'), () => heading('Make a board'));
  });

  it('are nobody’s but an administrator’s, and lead who has no template to nobody else', async () => {
    host.on('GET /v1/templates', json({ templates: [] }));
    const app = await opened(host, '/dashboard', () => heading('Bring a template'));
    text('No Documents Available');
    expect(isGone(/[Yy]our administrator/)).toBe(true);
    app.unmount();
    const picker = await opened(host, '/select-template', () => text('No templates available'));
    expect(wayToTemplates()).toBe('/templates');
    picker.unmount();
    const board = await opened(host, '/boards/new', () => text(/No templates yet\.$/));
    expect(wayToTemplates()).toBe('/templates');
    board.unmount();
    Object.assign(host.world.user, { permission: 2 });
    const writer = await opened(host, '/dashboard', () => text('No Documents Available'));
    text(/Your administrator adds it\./);
    expect(screen.queryByRole('region', { name: 'Set up' })).toBeNull();
    writer.unmount();
    await opened(host, '/admin/set-up', () => text('Only administrators set Ready up.'));
  });
});
