import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { json } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, heading, link, opened, target, text } from '../editor/person.ts';

const host = hostForEachTest();
const bar = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' });
const links = (): (string | null)[] =>
  within(bar())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the navigation bar', () => {
  it(
    shows('s2.nav.dashboard-link s2.nav.templates-link s2.nav.archives-link s2.nav.welcome s1.brand')(
      'of somebody who writes',
    ),
    async () => {
      await opened(host, '/dashboard', () => text('Welcome, dana'));
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
    shows('s2.nav.user-roles-link s6.admin-level s6.at-least')('of an administrator of level %i'),
    async (permission) => {
      host.on('GET /auth/verify', json({ username: 'amir', permission }));
      await opened(host, '/dashboard', () => link('User Roles'));
      expect(target('User Roles')).toBe('/admin/create-role');
    },
  );

  it.each([0, 1, 2])(
    shows('s2.nav.user-roles-link s6.at-least')('of level %i has no User Roles'),
    async (permission) => {
      host.on('GET /auth/verify', json({ username: 'lena', permission }));
      await opened(host, '/dashboard', () => text('Welcome, lena'));
      expect(links()).not.toContain('User Roles');
    },
  );

  it(
    shows(
      's2.nav.signed-out-buttons s2.nav.both-to-login s2.nav.templates-link s6.no-user s2.nav.dashboard-link',
      's2.nav.archives-link',
    )('of nobody'),
    async () => {
      await opened(host, '/login', () => button('Sign In'), { signedIn: false });
      expect(links()).toEqual(['Templates']);
      const banner = within(bar().closest('header') ?? document.body);
      expect(banner.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
      expect(banner.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/login');
      expect(screen.queryByText(/^Welcome/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
    },
  );
});

describe('the routes', () => {
  it.each([
    [shows('s2.routes.dashboard s2.nav.shown')('/'), '/', 'View Live Docs'],
    [shows('s2.routes.dashboard s2.nav.shown')('/dashboard'), '/dashboard', 'View Live Docs'],
    [shows('s2.routes.select s2.nav.shown')('/home'), '/home', 'Select Base Template'],
    [shows('s2.routes.select s2.nav.shown')('/select-template'), '/select-template', 'Select Base Template'],
    [shows('s2.nav.shown')('/login'), '/login', 'Already Logged In'],
    [shows('s2.nav.shown')('/signup'), '/signup', 'Already Logged In'],
    [shows('s2.routes.form s2.nav.shown')('/forms/{id}'), '/forms/t-board', 'Status Board'],
    [shows('s2.routes.wip s2.nav.shown')('/forms/{id}/wips/{uuid}'), '/forms/t-board/wips/w-harbor', 'Harbor watch'],
    [shows('s2.routes.open-wip s2.nav.shown')('/open-wip/{id}'), '/open-wip/t-board', 'Available WIPs (1)'],
    [shows('s2.routes.admin s2.nav.shown')('/admin/create-role'), '/admin/create-role', 'User Management'],
    [shows('s2.routes.archives s2.nav.shown')('/archives'), '/archives', 'Archives'],
    [shows('d14.not-found s2.nav.shown')('any other address'), '/forms', 'Not Found'],
    [shows('d14.not-found s2.nav.shown')('a deeper address'), '/forms/t-board/wips/w/x', 'Not Found'],
  ])('%s, with the navigation bar', async (_title, path, title) => {
    host.world.user = { username: 'amir', permission: 3 };
    await opened(host, path, () => heading(title));
    bar();
    if (title === 'Not Found') expect(target('Go to Dashboard')).toBe('/dashboard');
  });

  it.each([
    [shows('s2.routes.wip-dashboard s2.nav.not-wip-dashboard')('/wip-dashboard'), 'Ready Dashboard', 'w-harbor'],
    [
      shows('s2.routes.template-dashboard s2.nav.not-template-dashboard')('/template-dashboard'),
      'Template Dashboard',
      't-board',
    ],
    [
      shows('s2.routes.multiple-dashboard s2.nav.not-multiple-dashboard')('/multiple-dashboard'),
      'Command Dashboard',
      't-board/t-brief',
    ],
  ])('%s, without the navigation bar', async (name, title, ids) => {
    await opened(host, `${name.replace(/ .*/, '')}/${ids}`, () => heading(title));
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByText('Welcome, dana')).toBeNull();
  });
});
