import { screen } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { dropped, hold, htmlPage, json, refused, usual } from '#tests/support/fault-answers.ts';
import { mountApp, hostForEachTest } from '#tests/support/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, field, heading, isGone, link, signIn, text } from './person.ts';

const faults = hostForEachTest();

describe('the first check of the session', () => {
  it(
    shows('s2.access.verifying', 's4.auth.starts-loading', 's4.auth.verify-ends-loading', 's4.auth.states')('runs'),
    async () => {
      const host = faults.current;
      const verify = hold();
      host.on('GET /auth/verify', verify.answer);
      const app = mountApp('/dashboard', { host });
      await app.until(() => text('Verifying authentication...'));
      await app.until(() => expect(verify.waiting()).toBe(1));
      expect(host.seen('GET /v1/templates')).toEqual([]);
      verify.release();
      await app.until(() => heading('View Live Docs'));
      expect(app.address()).toBe('/dashboard');
      expect(isGone('Verifying authentication...')).toBe(true);
      text('Welcome, dana');
    },
  );

  it(
    shows(
      's4.auth.cap',
      's9.initial-auth-check',
      's2.access.redirect',
      'd10.late-success',
      'd10.back-to-page',
    )('counts as unauthenticated after 1 s, not 1 ms before, and a late success brings the page back'),
    async () => {
      const host = faults.current;
      const verify = hold();
      host.on('GET /auth/verify', verify.answer);
      const app = mountApp('/open-wip/t-board?from=mail', { host });
      await app.until(() => text('Verifying authentication...'));
      await app.advance(999);
      text('Verifying authentication...');
      await app.advance(1);
      await app.until(() => button('Sign In'));
      expect(app.address()).toBe('/login');
      expect(verify.waiting()).toBe(1);
      verify.release();
      await app.until(() => heading('Status Board'));
      expect(app.address()).toBe('/open-wip/t-board?from=mail');
    },
  );

  it(shows('d10.sign-in-wins')('loses against a sign-in that was begun meanwhile'), async () => {
    const host = faults.current;
    const first = hold();
    host.on('GET /auth/verify', first.answer, usual);
    const app = mountApp('/dashboard', { host });
    await app.until(() => text('Verifying authentication...'));
    await app.advance(1000);
    await signIn(app);
    await app.until(() => text('Login successful!'));
    first.release(json({ username: 'somebody else' }));
    await app.settled();
    expect(isGone('Welcome, somebody else')).toBe(true);
    await app.advance(100);
    await app.until(() => text('Welcome, dana'));
    await app.advance(1400);
    await app.until(() => heading('View Live Docs'));
    text('Welcome, dana');
  });

  it.each(['/', '/dashboard', '/home', '/select-template', '/forms/t-board', '/forms/t-board/wips/w-harbor'])(
    shows('s2.access.rule', 's2.access.redirect', 'd5.login-stays')('%s leads to /login without a session'),
    async (path) => {
      const app = mountApp(path, { host: faults.current, signedIn: false });
      await app.until(() => button('Sign In'));
      expect(app.address()).toBe('/login');
    },
  );

  it.each([
    '/open-wip/t-board',
    '/wip-dashboard/w-harbor',
    '/template-dashboard/t-board',
    '/multiple-dashboard/t-board/t-brief',
    '/admin/create-role',
    '/archives',
  ])(shows('s2.access.rule', 's2.access.redirect')('%s leads to /login without a session'), async (path) => {
    const app = mountApp(path, { host: faults.current, signedIn: false });
    await app.until(() => button('Sign In'));
    expect(app.address()).toBe('/login');
  });

  it(shows('s2.access.login-open', 'd13.no-wait', 's2.routes.login')('is not waited for on /login'), async () => {
    const host = faults.current;
    host.on('GET /auth/verify', hold().answer);
    const app = mountApp('/login', { host });
    await app.until(() => button('Sign In'));
    expect(isGone('Verifying authentication...')).toBe(true);
  });

  it(shows('s2.access.signup-open', 'd13.no-wait', 's2.routes.signup')('is not waited for on /signup'), async () => {
    const host = faults.current;
    host.on('GET /auth/verify', hold().answer);
    const app = mountApp('/signup', { host });
    await app.until(() => button('Sign Up'));
    expect(isGone('Verifying authentication...')).toBe(true);
  });

  it.each(['/login', '/signup'])(shows('d5.login-stays')('that fails leaves %s where it is'), async (path) => {
    const host = faults.current;
    const app = mountApp(path, { host, signedIn: false });
    await app.until(() => expect(host.seen('POST /auth/refresh-token')).toHaveLength(1));
    await app.settled();
    expect(app.address()).toBe(path);
  });

  it.each([
    ['a server error', refused(500)],
    ['a broken connection', dropped()],
    ['a page of HTML', htmlPage()],
  ])(shows('s2.access.redirect', 'd6.malformed')('that ends with %s leads to /login'), async (_what, answer) => {
    const host = faults.current;
    host.on('GET /auth/verify', answer);
    const app = mountApp('/dashboard', { host });
    await app.until(() => button('Sign In'));
    expect(app.address()).toBe('/login');
  });
});

describe('who is signed in', () => {
  it.each(
    [
      ['flat', { username: 'eve', uuid: 'u-eve', organization: 'Ready', permission: 3 }, shows('s3.session.flat')],
      [
        'nested',
        { user: { username: 'eve', uuid: 'u-eve', organization: 7, permission: '3' } },
        shows('s3.session.nested'),
      ],
    ].map(([shape, reply, name]) => [(name as ReturnType<typeof shows>)(`a ${shape as string} reply`), reply] as const),
  )('is read from %s', async (_title, reply) => {
    const host = faults.current;
    host.on('GET /auth/verify', json(reply));
    const app = mountApp('/signup', { host });
    await app.until(() => text('Welcome, eve'));
    link('User Roles');
  });

  it(
    shows(
      's3.session.username-initial',
      's3.session.permission',
    )("is 'User' of level 0 when the first check names nobody"),
    async () => {
      const host = faults.current;
      host.on('GET /auth/verify', json({}));
      const app = mountApp('/dashboard', { host });
      await app.until(() => text('Welcome, User'));
      expect(screen.queryByRole('link', { name: 'User Roles' })).toBeNull();
    },
  );

  it(shows('s3.session.username-later')("is 'guest' when the check after a sign-in names nobody"), async () => {
    const host = faults.current;
    const app = mountApp('/login', { host, signedIn: false });
    await app.settled();
    host.on('GET /auth/verify', json({}));
    await signIn(app);
    await app.until(() => text('Login successful!'));
    await app.advance(100);
    await app.until(() => text('Welcome, guest'));
  });

  it(shows('s3.session.user-id')("has the id 'null' when no reply gives a uuid"), async () => {
    const host = faults.current;
    host.on('GET /auth/verify', json({ username: 'eve' }));
    const app = mountApp('/dashboard', { host });
    await app.until(() => text('Welcome, eve'));
    expect(app.app.root.getSnapshot().children.auth?.getSnapshot().context.user).toEqual({
      username: 'eve',
      user_id: 'null',
      organization: null,
      permission: 0,
      capabilities: [],
    });
  });
});

describe('after a sign-in', () => {
  it(
    shows(
      's4.auth.reverify',
      's9.post-login-wait',
      's7.verify',
    )('the session is verified through the cookie after 100 ms'),
    async () => {
      const host = faults.current;
      const app = mountApp('/login', { host, signedIn: false });
      await app.settled();
      const before = host.seen('GET /auth/verify').length;
      await signIn(app);
      await app.until(() => text('Login successful!'));
      await app.advance(99);
      expect(host.seen('GET /auth/verify')).toHaveLength(before);
      host.world.user = { username: 'from verify' };
      await app.advance(1);
      await app.until(() => text('Welcome, from verify'));
      const [verify] = host.seen('GET /auth/verify').slice(before);
      expect(verify).toMatchObject({ text: '', headers: { cookie: expect.stringMatching(/^session=/) as string } });
    },
  );

  it.each([
    ['401', refused(401)],
    ['403', refused(403)],
    ['500', refused(500)],
    ['a page of HTML', htmlPage()],
    ['a broken connection', dropped()],
  ])(
    shows(
      's4.auth.reverify-fails',
      'd5.excluded-calls',
      's3.session.login',
    )('the reply of the login serves when that ends with %s, and nothing is refreshed'),
    async (_what, answer) => {
      const host = faults.current;
      const app = mountApp('/login', { host, signedIn: false });
      await app.settled();
      const refreshes = host.seen('POST /auth/refresh-token').length;
      host.on('GET /auth/verify', answer);
      await signIn(app);
      await app.until(() => text('Login successful!'));
      await app.advance(100);
      await app.until(() => text('Welcome, dana'));
      await app.advance(1400);
      await app.until(() => heading('View Live Docs'));
      expect(host.seen('POST /auth/refresh-token')).toHaveLength(refreshes);
    },
  );
});

describe('logging out', () => {
  it(
    shows('s4.auth.logout', 's2.nav.logout-home', 's2.nav.logout-button', 's7.logout')('clears the user and goes to /'),
    async () => {
      const host = faults.current;
      const app = mountApp('/archives', { host });
      await app.until(() => heading('Archives'));
      const pushed = vi.spyOn(window.history, 'pushState');
      await app.user.click(button('Logout'));
      await app.until(() => button('Sign In'));
      expect(isGone(/^Welcome/)).toBe(true);
      // / is protected: the sign-in form stands in its place.
      expect(pushed.mock.calls.map(([, , to]) => to)).toEqual(['/']);
      expect(app.address()).toBe('/login');
      expect(host.seen('POST /auth/logout')).toMatchObject([{ text: '' }]);
    },
  );

  it.each([
    [shows('s7.logout-404', 's4.auth.logout-fails')('404'), 404],
    [shows('s4.auth.logout-fails')('500'), 500],
    [shows('s4.auth.logout-fails', 'd5.excluded-calls')('401'), 401],
  ])('clears the user in silence when it is answered %s', async (_title, status) => {
    const host = faults.current;
    host.on('POST /auth/logout', refused(status, 'No such thing.'));
    const app = mountApp('/dashboard', { host });
    await app.until(() => text('Welcome, dana'));
    await app.user.click(button('Logout'));
    await app.until(() => button('Sign In'));
    expect(isGone('No such thing.')).toBe(true);
    expect(host.seen('POST /auth/refresh-token')).toEqual([]);
  });

  it(shows('s4.auth.logout-fails')('with a broken connection clears the user'), async () => {
    const host = faults.current;
    host.on('POST /auth/logout', dropped());
    const app = mountApp('/dashboard', { host });
    await app.until(() => text('Welcome, dana'));
    await app.user.click(button('Logout'));
    await app.until(() => button('Sign In'));
    field('Username');
  });
});
