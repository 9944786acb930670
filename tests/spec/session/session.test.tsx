import { screen } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { FORM_REST, SESSION_CHECK, SESSION_CHECK_INTERVAL } from '#common/config/constants.ts';
import { dropped, held, htmlPage, json, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, click, field, heading, isGone, link, opened, signIn, text } from '../editor/person.ts';

const host = hostForEachTest();
/** A look at a session that has ended. */
const LOOK = ['GET /auth/verify', 'POST /auth/refresh-token'];

describe('the first check of the session', () => {
  it(
    shows('s2.access.verifying s4.auth.starts-loading s4.auth.verify-ends-loading s4.auth.states')('runs'),
    async () => {
      host.on('GET /auth/verify', held);
      const app = await opened(host, '/dashboard', () => text('Verifying authentication...'));
      await app.until(() => expect(host.waiting('GET /auth/verify')).toBe(1));
      expect(host.seen('GET /v1/templates')).toEqual([]);
      host.release('GET /auth/verify');
      await app.until(() => heading('View Live Docs'));
      expect(app.address()).toBe('/dashboard');
      expect(isGone('Verifying authentication...')).toBe(true);
      text('Welcome, dana');
    },
  );

  it(
    shows('s4.auth.cap s9.initial-auth-check s2.access.redirect d10.late-success d10.back-to-page')(
      'counts as unauthenticated after 1 s, not 1 ms before, and a late success brings the page back',
    ),
    async () => {
      host.on('GET /auth/verify', held);
      const app = await opened(host, '/open-wip/t-board?from=mail', () => text('Verifying authentication...'));
      await app.advance(999);
      text('Verifying authentication...');
      const drawn: string[] = [];
      const changes = new MutationObserver(() => drawn.push(document.querySelector('main')?.textContent ?? ''));
      changes.observe(document.body, { childList: true, subtree: true });
      await app.advance(1);
      await app.until(() => button('Sign In'));
      changes.disconnect();
      // No empty page in between.
      expect(drawn).not.toContain('');
      expect(app.address()).toBe('/login');
      expect(host.waiting('GET /auth/verify')).toBe(1);
      host.release('GET /auth/verify');
      await app.until(() => heading('Status Board'));
      expect(app.address()).toBe('/open-wip/t-board?from=mail');
    },
  );

  it(shows('d10.sign-in-wins')('loses against a sign-in that was begun meanwhile'), async () => {
    host.on('GET /auth/verify', held, usual);
    const app = await opened(host, '/dashboard', () => text('Verifying authentication...'));
    await app.advance(1000);
    host.on('POST /auth/login', held);
    expect(host.waiting('GET /auth/verify')).toBe(1);
    await signIn(app);
    // The check is given up while the sign-in is under way: its answer about another user could reach no screen.
    await app.until(() => expect(host.waiting('POST /auth/login')).toBe(1));
    expect(host.waiting('GET /auth/verify')).toBe(0);
    host.release('POST /auth/login');
    await app.until(() => text('Login successful!'));
    await app.advance(100);
    await app.until(() => text('Welcome, dana'));
    await app.advance(1400);
    await app.until(() => heading('View Live Docs'));
    text('Welcome, dana');
  });

  it.each([
    '/',
    '/dashboard',
    '/home',
    '/select-template',
    '/forms/t-board',
    '/forms/t-board/wips/w-harbor',
    '/open-wip/t-board',
    '/wip-dashboard/w-harbor',
    '/template-dashboard/t-board',
    '/multiple-dashboard/t-board/t-brief',
    '/admin/create-role',
    '/archives',
  ])(shows('s2.access.rule s2.access.redirect')('%s leads to /login without a session'), async (path) => {
    const app = await opened(host, path, () => button('Sign In'), { signedIn: false });
    expect(app.address()).toBe('/login');
  });

  it.each([
    [shows('s2.access.login-open d13.no-wait s2.routes.login')('/login'), '/login', 'Sign In'],
    [shows('s2.access.signup-open d13.no-wait s2.routes.signup')('/signup'), '/signup', 'Sign Up'],
  ])('is not waited for on %s', async (_title, path, name) => {
    host.on('GET /auth/verify', held);
    await opened(host, path, () => button(name));
    expect(isGone('Verifying authentication...')).toBe(true);
  });

  it.each(['/login', '/signup'])(shows('d5.login-stays')('that fails leaves %s where it is'), async (path) => {
    const app = mountApp(path, { host, signedIn: false });
    await app.until(() => expect(host.seen('POST /auth/refresh-token')).toHaveLength(1));
    await app.settled();
    expect(app.address()).toBe(path);
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
    host.on('GET /auth/verify', json(reply));
    await opened(host, '/signup', () => text('Welcome, eve'));
    link('User Roles');
  });

  it(
    shows(
      's3.session.username-initial',
      's3.session.permission',
    )("is 'User' of level 0 when the first check names nobody"),
    async () => {
      host.on('GET /auth/verify', json({}));
      await opened(host, '/dashboard', () => text('Welcome, User'));
      expect(screen.queryByRole('link', { name: 'User Roles' })).toBeNull();
    },
  );

  it(shows('s3.session.username-later')("is 'guest' when the check after a sign-in names nobody"), async () => {
    const app = mountApp('/login', { host, signedIn: false });
    await app.settled();
    host.on('GET /auth/verify', json({}));
    await signIn(app);
    await app.until(() => text('Login successful!'));
    await app.advance(100);
    await app.until(() => text('Welcome, guest'));
  });

  it(shows('s3.session.user-id')("has the id 'null' when no reply gives a uuid"), async () => {
    host.on('GET /auth/verify', json({ username: 'eve' }));
    const app = await opened(host, '/dashboard', () => text('Welcome, eve'));
    expect(app.app.root.getSnapshot().children.auth?.getSnapshot().context.user).toEqual({
      username: 'eve',
      user_id: 'null',
      organization: null,
      permission: 0,
      capabilities: [],
      drafts_key: null,
      drafts_mark: null,
      must_change_password: false,
      must_set_second_factor: false,
      identity_provider: null,
      command_docs: { left: null, right: null },
    });
  });
});

describe('after a sign-in', () => {
  it(
    shows('s4.auth.reverify s9.post-login-wait s7.verify')('the session is verified through the cookie after 100 ms'),
    async () => {
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
    shows('s4.auth.reverify-fails d5.excluded-calls s3.session.login')(
      'the reply of the login serves when that ends with %s, and nothing is refreshed',
    ),
    async (_what, answer) => {
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

describe('the sign-in form in the place of a wall', () => {
  const WALL = '/template-dashboard/t-board?wall';
  const looks = (): number => host.seen('GET /auth/verify').length;
  /** A wall whose host is away for so long that its session has to be renewed, and answers, half up again, with 502. */
  const lost = async (): Promise<MountedApp> => {
    host.on('GET /auth/verify', refused(502), usual);
    return opened(host, WALL, () => button('Sign In'));
  };

  it(
    shows('s4.refresh.fails-login d10.back-to-page')(
      'leads back by itself when a renewal of the session has failed and the next one does not',
    ),
    async () => {
      const app = await opened(host, WALL, () => button('Leave wall mode'));
      host.expireSession();
      host.on('POST /auth/refresh-token', refused(502), usual);
      await app.advance(SESSION_CHECK);
      await app.until(() => button('Sign In'));
      expect(app.address()).toBe('/login');
      await app.advance(SESSION_CHECK_INTERVAL);
      await app.until(() => button('Leave wall mode'));
      expect(app.address()).toBe(WALL);
    },
  );

  it.each([
    ['a server error', refused(502)],
    ['a broken connection', dropped()],
    ['a page of HTML', htmlPage()],
  ])('leads back when a first check that ended with %s goes well later', async (_what, answer) => {
    host.on('GET /auth/verify', answer, answer, answer, usual);
    const app = await opened(host, WALL, () => button('Sign In'));
    await app.advance(SESSION_CHECK_INTERVAL);
    button('Sign In');
    await app.advance(SESSION_CHECK_INTERVAL - 1);
    const before = looks();
    await app.advance(1);
    expect(looks()).toBeGreaterThan(before);
    for (let at = 0; at < 3; at += 1) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one look after the other
      await app.advance(SESSION_CHECK_INTERVAL);
    }
    await app.until(() => button('Leave wall mode'));
    expect(app.address()).toBe(WALL);
  });

  it('is left alone for a minute after each key, and no look that was under way takes it away', async () => {
    const app = await lost();
    host.on('GET /auth/verify', held);
    await app.advance(SESSION_CHECK_INTERVAL);
    expect(host.waiting('GET /auth/verify')).toBe(1);
    await app.user.type(field('Username'), 'd');
    await app.until(() => expect(host.waiting('GET /auth/verify')).toBe(0));
    const before = looks();
    await app.advance(FORM_REST - 1);
    await app.user.type(field('Username'), 'a');
    await app.advance(FORM_REST - 1);
    expect(looks()).toBe(before);
    expect(field('Username')).toHaveValue('da');
    host.on('GET /auth/verify', usual);
    await app.advance(1 + SESSION_CHECK_INTERVAL);
    await app.until(() => button('Leave wall mode'));
  });

  it('asks two questions at a time and no more where the session has ended, and signs in as ever', async () => {
    const app = await opened(host, WALL, () => button('Sign In'), { signedIn: false });
    const before = host.requests.length;
    await app.advance(SESSION_CHECK_INTERVAL);
    await app.advance(SESSION_CHECK_INTERVAL);
    const asked = host.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(asked).toEqual([...LOOK, ...LOOK]);
    await signIn(app);
    await app.until(() => text('Login successful!'));
    await app.advance(1_500);
    await app.until(() => heading('View Live Docs'));
    expect(app.address()).toBe('/dashboard');
  });

  it.each(['/template-dashboard/t-board', '/archives'])('asks for nothing where it stands for %s', async (path) => {
    const app = await opened(host, path, () => button('Sign In'), { signedIn: false });
    const before = host.requests.length;
    await app.advance(10 * SESSION_CHECK_INTERVAL);
    await app.user.type(field('Username'), 'd');
    await app.advance(FORM_REST + SESSION_CHECK_INTERVAL);
    expect(host.requests).toHaveLength(before);
  });
});

describe('logging out', () => {
  it(
    shows('s4.auth.logout s2.nav.logout-home s2.nav.logout-button s7.logout')('clears the user and goes to /'),
    async () => {
      const app = await opened(host, '/archives', () => heading('Archives'));
      const pushed = vi.spyOn(window.history, 'pushState');
      await click(app, button('Logout'), () => button('Sign In'));
      expect(isGone(/^Welcome/)).toBe(true);
      // / is protected: the sign-in form takes its place.
      expect(pushed.mock.calls.map(([, , to]) => to)).toEqual(['/']);
      expect(app.address()).toBe('/login');
      expect(host.seen('POST /auth/logout')).toMatchObject([{ text: '' }]);
    },
  );

  it.each([
    [shows('s7.logout-404 s4.auth.logout-fails')('404'), 404],
    [shows('s4.auth.logout-fails')('500'), 500],
    [shows('s4.auth.logout-fails d5.excluded-calls')('401'), 401],
  ])('clears the user in silence when it is answered %s', async (_title, status) => {
    host.on('POST /auth/logout', refused(status, 'No such thing.'));
    const app = await opened(host, '/dashboard', () => text('Welcome, dana'));
    await click(app, button('Logout'), () => button('Sign In'));
    expect(isGone('No such thing.')).toBe(true);
    expect(host.seen('POST /auth/refresh-token')).toEqual([]);
  });
});
