import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { held, htmlPage, json, raw, type Seen } from '#tests/support/hosts/fake-answers.ts';
import type { Route } from '#tests/support/hosts/fake-host.ts';
import { type MountedApp, mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, click, heading, link, opened, save, text } from './editor/person.ts';

const host = hostForEachTest();

/** A walk over every screen that calls the host, up to a deletion and the end of the session. */
async function walk(app: MountedApp): Promise<void> {
  await app.until(() => heading('Command Docs'));
  await click(app, link('edit WIPs: Status Board'), () => link('Open WIP: Harbor watch'));
  await app.user.click(link('Open WIP: Harbor watch'));
  (await app.frame()).type('note', 'Wind.');
  await app.until(() => expect(button(/^Save/)).toHaveTextContent('*'));
  await save(app);
  await app.until(() => expect(button('Submit to Dashboard')).not.toHaveAttribute('aria-disabled'));
  await click(app, button('Submit to Dashboard'), () => text('Form submitted successfully!'));
  await click(app, link('View in Dashboard'), () => heading('Ready Dashboard'));
  await app.until(() => expect(app.frames()[0]?.value('note')).toBe('Wind.'));
  await click(app, link('Back'), () => heading('Command Docs'));
  await click(app, link('User Roles'), () => button('Update User'));
  await click(app, link('Archives'), () => heading('Archives'));
  await click(app, link('Dashboard'), () => link('edit WIPs: Status Board'));
  await click(app, link('edit WIPs: Status Board'), () => button('Delete: Harbor watch'));
  await click(app, button('Delete: Harbor watch'), () => screen.getByRole('alertdialog'));
  await click(app, button('Delete'), () => heading('Available WIPs (0)'));
  await click(app, button('Logout'), () => button('Sign In'));
}

describe('every call', () => {
  it(
    shows('s7.host s7.credentials s7.json d2.plain-host d2.no-other-address d4.every-call s9.anti-forgery')(
      'goes to the one host, with cookies, as JSON, with the anti-forgery value, and to no address but those of section 7',
    ),
    async () => {
      host.world.user = { username: 'amir', uuid: 'u-bob', permission: 3 };
      const cookies = ['theme=dark; Path=/', 'XSRF-TOKEN=one%20two==; Path=/'];
      const app = mountApp('/dashboard', { host, cookies });
      await walk(app);
      const calls = host.requests.filter(({ path }) => !path.startsWith('/events/'));
      expect(new Set(calls.map(({ path }) => path.split('/')[1]))).toEqual(new Set(['auth', 'v1']));
      expect(calls.length).toBeGreaterThan(20);
      const wrong = (isRight: (seen: Seen) => boolean): string[] =>
        calls.filter((seen) => !isRight(seen)).map(({ method, path }) => `${method} ${path}`);
      expect(wrong(({ headers }) => /(^|; )session=s\d+(;|$)/.test(headers.cookie ?? ''))).toEqual([]);
      expect(wrong(({ headers }) => headers['content-type'] === 'application/json')).toEqual([]);
      expect(wrong(({ headers }) => headers['x-xsrf-token'] === 'one two==')).toEqual([]);
      expect(host.seen('GET /v1/wips/:id/delete')).toHaveLength(1);
      expect(host.strangers).toEqual([]);
      expect(new URL(host.origin).origin).not.toBe(window.location.origin);
    },
  );

  it(shows('d4.every-call d2.plain-host')('has no anti-forgery header where the host sets no cookie'), async () => {
    await opened(host, '/dashboard', () => heading('Command Docs'));
    expect(host.requests.filter(({ headers }) => 'x-xsrf-token' in headers)).toEqual([]);
  });
});

describe('a list of WIPs', () => {
  const wips = [
    { uuid: 't-board', wip_uuid: 'w-1', wip_name: 'North pier' },
    { uuid: 'w-2', name: 'South pier' },
    { name: 'Nobody' },
  ];

  it.each([
    [shows('s7.wips-templates d6.no-identity')('templates[]'), { templates: wips }],
    [shows('s7.wips-wips')('wips[]'), { wips }],
    [shows('s7.wips-array')('a bare array'), wips],
  ])('is taken as %s', async (_title, reply) => {
    host.on('GET /v1/templates/:id/wips', json(reply));
    await opened(host, '/open-wip/t-board', () => heading('Available WIPs (2)'));
    expect(link('Open WIP: North pier').getAttribute('href')).toBe('/forms/t-board/wips/w-1');
    expect(link('Open WIP: South pier').getAttribute('href')).toBe('/forms/t-board/wips/w-2');
  });
});

describe('numbers as text', () => {
  it(shows('d6.numeric-text s3.user s3.session.permission')('count as numbers'), async () => {
    host.on('GET /auth/verify', json({ username: 'amir', permission: '3' }));
    host.world.users = [{ uuid: 'u-1', name: 'Ann', email: null, organization_id: '7', permission: '2' }];
    await opened(host, '/admin/create-role', () => button('Update User'));
    expect(screen.getAllByRole('option', { name: /Ann/ }).length).toBeGreaterThan(0);
    link('User Roles');
    expect(document.body.textContent).not.toMatch(/undefined|null|NaN/);
  });
});

/** A screen, and a read that it begins with. */
const places: [string, Route][] = [
  ['/dashboard', 'GET /v1/templates'],
  ['/select-template', 'GET /v1/templates'],
  ['/open-wip/t-board', 'GET /v1/templates/:id/wips'],
  ['/forms/t-board', 'GET /v1/templates/:id'],
  ['/forms/t-board/wips/w-harbor', 'GET /v1/wips/:id'],
  ['/wip-dashboard/w-harbor', 'GET /v1/wips/:id/archives'],
  ['/template-dashboard/t-board', 'GET /v1/templates/:id/archives/recent'],
  ['/multiple-dashboard/t-board/t-brief', 'GET /v1/archives/:id'],
  ['/admin/create-role', 'GET /v1/users'],
  ['/admin/create-role', 'GET /v1/roles'],
  ['/archives', 'GET /v1/templates'],
];
const ARCHIVES = '/archives?template=t-board&wip=w-harbor';

describe('a read', () => {
  it.each([...places, [ARCHIVES, 'GET /v1/templates/:id/wips'], [ARCHIVES, 'GET /v1/wips/:id/archives']] satisfies [
    string,
    Route,
  ][])('at %s is taken back when its screen is left: %s', async (path, route) => {
    host.world.user = { username: 'amir', permission: 3 };
    host.on(route, held);
    const app = await opened(host, path, () => expect(host.waiting(route)).toBeGreaterThan(0));
    window.history.replaceState(null, '', '/signup');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await app.until(() => expect(host.waiting(route)).toBe(0));
  });
});

describe('a reply that is no reply', () => {
  const html = ['HTML', htmlPage()] as const;
  const wrongTypes = [
    'wrong types',
    json({ templates: 7, wips: {}, archives: 'no', result: [], users: null, roles: 'x' }),
  ] as const;
  const others = [
    ['null', json(null)],
    ['a text', json('hello')],
    ['an empty body', raw('')],
  ] as const;
  const [[firstPath, firstRoute] = ['/dashboard', 'GET /v1/templates'] as const] = places;

  it.each([
    ...places.flatMap(([path, route]) =>
      [html, wrongTypes].map(([what, answer]) => [path, route, what, answer] as const),
    ),
    ...others.map(([what, answer]) => [firstPath, firstRoute, what, answer] as const),
  ])(
    shows('d6.malformed s8.session.passed-on')('leaves words and a way on at %s when %s gives %s'),
    async (path, route, _what, answer) => {
      host.world.user = { username: 'amir', permission: 3 };
      host.on(route, answer);
      const app = await opened(host, path, () => expect(host.seen(route).length).toBeGreaterThan(0));
      await app.settled();
      const words = document.querySelector('main')?.textContent ?? '';
      expect(words).toMatch(/Error|Failed|No documents submitted/);
      expect(words).not.toMatch(/could not be shown|undefined|null|Unexpected token|SyntaxError/);
      expect(screen.getAllByRole('link').length + screen.getAllByRole('button').length).toBeGreaterThan(0);
    },
  );
});
