import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { hold, json } from '#tests/support/fault-answers.ts';
import { mountApp, hostForEachTest } from '#tests/support/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, heading, link, target, text } from './person.ts';

const faults = hostForEachTest();
const bar = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' });
const links = (): (string | null)[] =>
  within(bar())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the navigation bar', () => {
  it(
    shows(
      's2.nav.dashboard-link',
      's2.nav.templates-link',
      's2.nav.archives-link',
      's2.nav.welcome',
      's1.brand',
    )('of somebody who writes'),
    async () => {
      const app = mountApp('/dashboard', { host: faults.current });
      await app.until(() => text('Welcome, dana'));
      expect(links()).toEqual(['Dashboard', 'Templates', 'Archives']);
      expect(['Dashboard', 'Templates', 'Archives'].map((name) => target(name))).toEqual([
        '/dashboard',
        '/select-template',
        '/archives',
      ]);
      expect(target('Ready')).toBe('/');
      button('Logout');
      expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
    },
  );

  it.each([3, 4, 17])(
    shows('s2.nav.user-roles-link', 's6.admin-level', 's6.at-least')('of an administrator of level %i'),
    async (permission) => {
      const host = faults.current;
      host.on('GET /auth/verify', json({ username: 'amir', permission }));
      const app = mountApp('/dashboard', { host });
      await app.until(() => link('User Roles'));
      expect(target('User Roles')).toBe('/admin/create-role');
    },
  );

  it.each([0, 1, 2])(
    shows('s2.nav.user-roles-link', 's6.at-least')('of level %i has no User Roles'),
    async (permission) => {
      const host = faults.current;
      host.on('GET /auth/verify', json({ username: 'lena', permission }));
      const app = mountApp('/dashboard', { host });
      await app.until(() => text('Welcome, lena'));
      expect(links()).not.toContain('User Roles');
    },
  );

  it(
    shows(
      ...(['s2.nav.signed-out-buttons', 's2.nav.both-to-login', 's2.nav.templates-link', 's6.no-user'] as const),
      ...(['s2.nav.dashboard-link', 's2.nav.archives-link'] as const),
    )('of nobody'),
    async () => {
      const app = mountApp('/login', { host: faults.current, signedIn: false });
      await app.until(() => button('Sign In'));
      expect(links()).toEqual(['Templates']);
      const banner = within(bar().closest('header') ?? document.body);
      expect(banner.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
      expect(banner.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/login');
      expect(screen.queryByText(/^Welcome/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
    },
  );

  it.each([
    '/',
    '/dashboard',
    '/home',
    '/select-template',
    '/login',
    '/signup',
    '/forms/t-board',
    '/open-wip/t-board',
    '/forms/t-board/wips/w-harbor',
    '/admin/create-role',
    '/archives',
    '/no-such-page',
  ])(shows('s2.nav.shown')('stands on %s'), async (path) => {
    const app = mountApp(path, { host: faults.current });
    await app.until(() => bar());
  });

  it.each([
    [shows('s2.nav.not-wip-dashboard')('/wip-dashboard'), '/wip-dashboard/w-harbor', 'Ready Dashboard'],
    [
      shows('s2.nav.not-template-dashboard')('/template-dashboard'),
      '/template-dashboard/t-board',
      'Template Dashboard',
    ],
    [
      shows('s2.nav.not-multiple-dashboard')('/multiple-dashboard'),
      '/multiple-dashboard/t-board/t-brief',
      'Command Dashboard',
    ],
  ])('does not stand on %s', async (_title, path, title) => {
    const app = mountApp(path, { host: faults.current });
    await app.until(() => heading(title));
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByText('Welcome, dana')).toBeNull();
  });
});

describe('the routes', () => {
  it.each([
    [shows('s2.routes.dashboard')('/'), '/', 'View Live Docs'],
    [shows('s2.routes.dashboard')('/dashboard'), '/dashboard', 'View Live Docs'],
    [shows('s2.routes.select')('/home'), '/home', 'Select Base Template'],
    [shows('s2.routes.select')('/select-template'), '/select-template', 'Select Base Template'],
    [shows('s2.routes.form')('/forms/{id}'), '/forms/t-board', 'Status Board'],
    [shows('s2.routes.wip')('/forms/{id}/wips/{uuid}'), '/forms/t-board/wips/w-harbor', 'Harbor watch'],
    [shows('s2.routes.open-wip')('/open-wip/{id}'), '/open-wip/t-board', 'Available WIPs (1)'],
    [shows('s2.routes.wip-dashboard')('/wip-dashboard/{uuid}'), '/wip-dashboard/w-harbor', 'Ready Dashboard'],
    [shows('s2.routes.template-dashboard')('/template-dashboard'), '/template-dashboard/t-board', 'Template Dashboard'],
    [shows('s2.routes.multiple-dashboard')('/multiple-dashboard'), '/multiple-dashboard/a/b', 'Command Dashboard'],
    [shows('s2.routes.admin')('/admin/create-role'), '/admin/create-role', 'User Management'],
    [shows('s2.routes.archives')('/archives'), '/archives', 'Archives'],
    [shows('d14.not-found')('any other address'), '/forms', 'Not Found'],
    [shows('d14.not-found')('a deeper address'), '/forms/t-board/wips/w/x', 'Not Found'],
  ])('%s', async (_title, path, title) => {
    const host = faults.current;
    host.world.user = { username: 'amir', permission: 3 };
    const app = mountApp(path, { host });
    await app.until(() => heading(title));
    if (title === 'Not Found') expect(target('Go to Dashboard')).toBe('/dashboard');
  });
});

describe('the dashboard', () => {
  it(
    shows(
      ...(['s2.dashboard.live-section', 's2.dashboard.card-per-template', 's2.dashboard.view-live'] as const),
      ...(['s2.dashboard.edit-section', 's2.dashboard.new', 's2.dashboard.edit-wips'] as const),
      ...(['s2.dashboard.description-optional', 's7.templates', 's3.template'] as const),
    )('has a card for each template in both sections'),
    async () => {
      const app = mountApp('/dashboard', { host: faults.current });
      const live = await app.until(() => screen.getByRole('list', { name: 'View Live Docs' }));
      const edit = screen.getByRole('list', { name: 'Edit Docs' });
      const titles = (list: HTMLElement) =>
        within(list)
          .getAllByRole('heading')
          .map(({ textContent }) => textContent);
      expect(titles(live)).toEqual(['Command Docs', 'Status Board', 'Daily Brief']);
      expect(titles(edit)).toEqual(['Status Board', 'Daily Brief']);
      within(live).getByText('For the wall.');
      expect(document.body.textContent).not.toMatch(/undefined|null/);
      expect(target('View Live: Status Board')).toBe('/template-dashboard/t-board');
      expect(target('New: Daily Brief')).toBe('/forms/t-brief');
      expect(target('edit WIPs: Daily Brief')).toBe('/open-wip/t-brief');
      expect(link('New: Daily Brief')).toHaveTextContent('New');
      expect(link('edit WIPs: Daily Brief')).toHaveTextContent('edit WIPs');
      expect(link('View Live: Status Board')).toHaveTextContent('View Live');
    },
  );

  it(
    shows(
      's2.dashboard.command-card',
      's2.dashboard.command-target',
      's9.command-ids',
    )('leads to the two fixed templates side by side'),
    async () => {
      const env = { VITE_COMMAND_TEMPLATES: 'left-id,right-id' };
      const app = mountApp('/dashboard', { host: faults.current, env });
      await app.until(() => heading('Command Docs'));
      expect(target('View Live: Command Docs')).toBe('/multiple-dashboard/left-id/right-id');
      app.unmount();
      const again = mountApp('/dashboard', { host: faults.current });
      await again.until(() => heading('Command Docs'));
      expect(target('View Live: Command Docs')).toMatch(/^\/multiple-dashboard\/[\da-f-]{36}\/[\da-f-]{36}$/);
    },
  );

  it(
    shows(
      's2.dashboard.empty-live',
      's2.dashboard.empty-edit',
      's2.dashboard.create-document',
    )('says when it is empty'),
    async () => {
      const host = faults.current;
      host.world.templates = [];
      const app = mountApp('/dashboard', { host });
      await app.until(() => text('No Live Docs Available'));
      text('No Documents Available');
      expect(target('Create Document')).toBe('/select-template');
    },
  );

  it(
    shows(
      's2.dashboard.error',
      's2.dashboard.try-again',
      's8.lists.fetching',
      's8.document.server-message',
    )('says when its templates do not come, and asks again'),
    async () => {
      const host = faults.current;
      const second = hold();
      host.on(
        'GET /v1/templates',
        { kind: 'drop', when: 'mid body' },
        json({ message: 'Too early.' }, 503),
        second.answer,
      );
      const app = mountApp('/dashboard', { host });
      await app.until(() => heading('Error Loading Dashboard'));
      text('Error fetching templates. Please try again.');
      await app.user.click(button('Try Again'));
      await app.until(() => text('Too early.'));
      await app.user.click(button('Try Again'));
      await app.until(() => expect(second.waiting()).toBe(1));
      second.release();
      await app.until(() => heading('View Live Docs'));
    },
  );

  it(
    shows('d6.no-identity', 'd6.absent-fields')('leaves out what has no identity and calls the nameless Untitled'),
    async () => {
      const host = faults.current;
      host.on(
        'GET /v1/templates',
        json({ templates: [{ name: 'No uuid' }, null, 7, { uuid: '' }, { uuid: 't', name: null, description: 5 }] }),
      );
      const app = mountApp('/dashboard', { host });
      await app.until(() => link('New: Untitled'));
      expect(screen.getAllByRole('link', { name: /^New/ })).toHaveLength(1);
      expect(document.body.textContent).not.toMatch(/undefined|null|NaN|No uuid/);
    },
  );
});
