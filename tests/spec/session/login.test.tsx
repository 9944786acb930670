import { screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { CODE_DUE } from '#common/config/constants.ts';
import { held, json, usual } from '#tests/support/hosts/fake-answers.ts';
import { mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import {
  button,
  click,
  field,
  heading,
  isGone,
  link,
  opened,
  signIn,
  signInAgain,
  target,
  text,
} from '../editor/person.ts';

const host = hostForEachTest();

describe('the sign-in', () => {
  it(
    shows('s1.sign-in s2.login.form s2.login.button s2.login.signup-link s5.login.required s2.routes.login')(
      'asks for a username and a password, both required, and leads to the sign-up',
    ),
    async () => {
      const app = await opened(host, '/login', () => heading('Sign in'), { signedIn: false });
      expect(field('Username')).toBeRequired();
      expect(field('Password')).toBeRequired();
      expect(field('Password')).toHaveAttribute('type', 'password');
      // One types at once.
      expect(field('Username')).toHaveFocus();
      await app.user.click(button('Sign In'));
      await app.settled();
      expect(host.seen('POST /auth/login')).toEqual([]);
      expect(screen.getAllByRole('link', { name: 'Sign up' }).map((one) => one.getAttribute('href'))).toContain(
        '/signup',
      );
    },
  );

  it(
    shows('s2.login.success s2.login.redirect s4.login s9.login-redirect d13.message-wins s7.login')(
      'says that it worked and goes to /dashboard after 1.5 s, not 1 ms before',
    ),
    async () => {
      const app = mountApp('/login', { host, signedIn: false });
      await app.settled();
      await signIn(app);
      await app.until(() => text('Login successful!'));
      expect(host.seen('POST /auth/login').map(({ body }) => body)).toEqual([{ username: 'dana', password: 'secret' }]);
      await app.advance(100);
      await app.until(() => text('Welcome, dana'));
      text('Login successful!');
      expect(isGone('Already Logged In')).toBe(true);
      await app.advance(1399);
      text('Login successful!');
      expect(app.address()).toBe('/login');
      await app.advance(1);
      await app.until(() => heading('View Live Docs'));
      expect(app.address()).toBe('/dashboard');
    },
  );

  describe('with an identity provider', () => {
    const provider = 'Harbor ID';
    beforeEach(() => host.offer('POST /auth/provider/begin', 'POST /auth/provider/return'));
    const AWAY = 'Harbor ID cannot be reached just now.';

    it('has its button beneath the form, says in the host’s words that it cannot be reached, and works again after Back', async () => {
      host.on('POST /auth/provider/begin', json({ message: AWAY }, 503), json({ url: `${location.origin}/login#at` }));
      const app = mountApp('/login', { host, signedIn: false, provider });
      await app.until(() =>
        text('Forgot your password? An administrator can give you another one. That of Harbor ID is changed there.'),
      );
      await app.user.click(button('Sign in with Harbor ID'));
      await app.until(() => text(AWAY));
      await app.user.click(button('Sign in with Harbor ID'));
      await app.until(() => expect(window.location.hash).toBe('#at'));
      expect(button('Sign In')).toHaveAttribute('aria-disabled', 'true');
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await app.until(() => expect(button('Sign In')).not.toHaveAttribute('aria-disabled', 'true'));
      expect(host.seen('POST /auth/provider/begin')).toHaveLength(2);
    });

    it('says why nobody was signed in, with the form and the button to try again', async () => {
      host.on('POST /auth/provider/return', json({ message: 'You were not signed in at Harbor ID. Try again.' }, 403));
      const app = mountApp('/login/return?error=access_denied&state=s', { host, signedIn: false, provider });
      await app.until(() => text('You were not signed in at Harbor ID. Try again.'));
      expect(app.address()).toBe('/login');
      button('Sign in with Harbor ID');
    });
  });

  it('asks for the code of an authenticator where the host does, in a second step of the form', async () => {
    const asked = (message: string) => json({ message, code: CODE_DUE }, 403);
    host.on('POST /auth/login', asked('Enter the code.'), asked('This code is not right.'), usual);
    const app = mountApp('/login', { host, signedIn: false });
    await app.settled();
    await signIn(app);
    await app.until(() => field('Code'));
    expect(field('Code')).toHaveFocus();
    expect(isGone('Enter the code.')).toBe(true);
    await app.user.type(field('Code'), '123 456');
    await click(app, button('Sign In'), () => text('This code is not right.'));
    expect(field('Password')).toHaveValue('secret');
    await app.user.clear(field('Code'));
    await app.user.type(field('Code'), '654321{Enter}');
    await app.until(() => text('Login successful!'));
    expect(host.seen('POST /auth/login').at(-1)?.body).toEqual({
      username: 'dana',
      password: 'secret',
      code: '654321',
    });
  });

  it('leads from the dashboard on to the page where it was asked for, and after a logout to none', async () => {
    const app = mountApp('/archives?template=t-board', { host, signedIn: false });
    await app.until(() => heading('Sign in'));
    await signInAgain(app);
    expect(app.address()).toBe('/dashboard');
    expect(target('Continue to Archives')).toBe('/archives?template=t-board');
    await click(app, link('Continue to Archives'), () => heading('Archives'));
    await click(app, button('Logout'), () => heading('Sign in'));
    await signInAgain(app);
    expect(screen.queryByRole('link', { name: /^Continue to/ })).toBeNull();
  });

  it('leads a person on whose session was over', async () => {
    const app = await opened(host, '/forms/t-board', () => heading('Status Board'));
    app.app.auth?.send({ type: 'session.lost' });
    await signInAgain(app);
    expect(target('Continue to your document')).toBe('/forms/t-board');
  });

  it(shows('d13.still-verifying')('shows a slow second check on the dashboard'), async () => {
    const app = mountApp('/login', { host, signedIn: false });
    await app.settled();
    host.on('GET /auth/verify', held);
    await signIn(app);
    await app.until(() => text('Login successful!'));
    await app.advance(1500);
    await app.until(() => text('Verifying authentication...'));
    expect(app.address()).toBe('/dashboard');
    host.release('GET /auth/verify');
    await app.until(() => heading('View Live Docs'));
  });

  it(shows('s2.login.already s2.login.go-to-dashboard')('is not asked for again'), async () => {
    await opened(host, '/login', () => heading('Already Logged In'));
    expect(target('Go to Dashboard')).toBe('/dashboard');
    expect(screen.queryByLabelText(/Password/)).toBeNull();
  });

  it.each([
    ['success: false', { success: false, username: 'dana' }],
    ['no success', { username: 'dana' }],
    ["success: 'true'", { success: 'true', username: 'dana' }],
    ['success: 1', { success: 1, username: 'dana' }],
  ])(shows('s5.login.success-true s8.login.not-success')('fails with %s'), async (_what, reply) => {
    const message = 'Login failed. Please check your connection and try again.';
    const app = mountApp('/login', { host, signedIn: false });
    await app.settled();
    host.on('POST /auth/login', json(reply), usual);
    await signIn(app);
    await app.until(() => text(message));
    expect(isGone('Login successful!')).toBe(true);
    // Nothing typed is lost, and the way on is open.
    expect(field('Username')).toHaveValue('dana');
    await click(app, button('Sign In'), () => text('Login successful!'));
    expect(isGone(message)).toBe(true);
  });
});
