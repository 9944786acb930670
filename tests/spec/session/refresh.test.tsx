import { describe, expect, it } from 'vitest';
import { htmlPage, redirect, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, heading, opened, signIn, text } from '../editor/person.ts';

const host = hostForEachTest();

describe('a call that is refused with 401', () => {
  it(
    shows('s4.refresh.on-401 s8.session.refresh s9.token-refresh s7.refresh d6.bodies-unread')(
      'renews the session once and is sent again',
    ),
    async () => {
      host.on('POST /auth/refresh-token', (seen) => (seen.text === '' ? usual : refused(400)));
      const app = await opened(host, '/signup', () => text('Welcome, dana'));
      host.expireSession();
      await app.user.click(document.querySelector<HTMLElement>('a[href="/dashboard"]') ?? document.body);
      await app.until(() => heading('View Live Docs'));
      await app.until(() => heading('Command Docs'));
      expect(host.seen('GET /v1/templates')).toHaveLength(2);
      expect(host.seen('POST /auth/refresh-token')).toHaveLength(1);
    },
  );

  it(shows('d5.excluded-calls s8.login.401')('means a wrong password at the sign-in'), async () => {
    const app = mountApp('/login', { host });
    host.on('POST /auth/login', refused(401));
    host.on('GET /auth/verify', refused(500));
    app.unmount();
    const again = mountApp('/login', { host });
    await signIn(again);
    await again.until(() => text('Invalid username or password. Please try again.'));
    expect(host.seen('POST /auth/refresh-token')).toEqual([]);
  });
});

describe('a redirect', () => {
  it(shows('s4.refresh.on-302 s7.no-redirects')('on an /auth/ path counts as 401 and is not followed'), async () => {
    host.on('GET /auth/verify', redirect('/v1/templates'), usual);
    await opened(host, '/dashboard', () => text('Welcome, dana'));
    expect(host.requests.slice(0, 3).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /auth/verify',
      'POST /auth/refresh-token',
      'GET /auth/verify',
    ]);
  });

  it(
    shows('s7.no-redirects s4.refresh.on-302')('on any other path is an error, not followed and not refreshed'),
    async () => {
      host.on('GET /v1/templates', redirect('/v1/roles'));
      await opened(host, '/dashboard', () => heading('Error Loading Dashboard'));
      text('Error fetching templates. Please try again.');
      expect(host.seen('GET /v1/roles')).toEqual([]);
      expect(host.seen('POST /auth/refresh-token')).toEqual([]);
    },
  );
});

describe('a later check of the session', () => {
  /** The session is asked for again when administrators change themselves. */
  async function administratorAtWork() {
    host.world.user = { username: 'bob', uuid: 'u-bob', organization: 'Ready', permission: 3 };
    const app = await opened(host, '/admin/create-role', () => heading('User Management'));
    await app.until(() => button('Update User'));
    return app;
  }

  it.each([
    ['500', refused(500)],
    ['404', refused(404)],
    ['a page of HTML', htmlPage()],
    ['a page of HTML and 401', htmlPage(401)],
    ['a page of HTML and 403', htmlPage(403)],
  ])(
    shows('s4.auth.other-failures s8.session.verify d41.html')('that ends with %s changes nothing'),
    async (_what, answer) => {
      const app = await administratorAtWork();
      host.on('GET /auth/verify', answer);
      app.app.root.getSnapshot().children.auth?.send({ type: 'session.checkRequested' });
      await app.until(() => expect(host.seen('GET /auth/verify')).toHaveLength(2));
      await app.settled();
      text('Welcome, bob');
      expect(host.seen('POST /auth/refresh-token')).toEqual([]);
      expect(app.address()).toBe('/admin/create-role');
    },
  );
});
