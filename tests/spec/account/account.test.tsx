import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { FACTOR_DUE, PASSWORD_DUE } from '#common/config/constants.ts';
import { dropped, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, hostForEachTest, mountApp } from '#tests/support/jsdom/mount.tsx';
import { button, click, field, heading, isGone, link, opened, press, signIn, text } from '../editor/person.ts';

const host = hostForEachTest();
const NEW = 'a quiet morning at sea';
const sessions = [
  { uuid: 's-1', is_this: true, opened_on: 1_750_000_000, used_on: 1_750_000_000, address: '192.0.2.7', agent: 'x' },
  { uuid: 's-2', is_this: false, opened_on: null, used_on: null, address: '198.51.100.4', agent: 'Firefox/1 Android' },
];

beforeEach(() => {
  host.offer('POST /v1/account/password', 'GET /v1/account/sessions', 'POST /v1/account/sessions/:id/end');
  Object.assign(host.world.user, { capabilities: ['account'] });
  host.on('POST /v1/account/password', json({ success: true }));
  host.on('GET /v1/account/sessions', json({ sessions }));
});

async function fill(app: MountedApp, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await app.user.clear(field(label));
    if (value !== '') await app.user.type(field(label), value);
  }
}

describe('the account', () => {
  const open = (): Promise<MountedApp> => opened(host, '/account', () => heading('Sessions (2)'));

  it('is reached behind More where the host has one', async () => {
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await click(app, text('More'), () => link('Account'));
    await click(app, link('Account'), () => heading('Sessions (2)'));
    app.unmount();
    Object.assign(host.world.user, { capabilities: [] });
    const plain = await opened(host, '/account', () => text('This host keeps passwords and sessions by itself.'));
    expect(isGone('More')).toBe(true);
    plain.unmount();
    expect(host.seen('GET /v1/account/sessions')).toHaveLength(1);
  });

  it('gets another password, and says what is missing and what was refused', async () => {
    host.on(
      'POST /v1/account/password',
      refused(400, 'The current password is not right.'),
      dropped(),
      json({ success: true }),
    );
    const app = await open();
    await press(app, 'Change Password');
    text('Enter your current password.');
    expect(field('Current password')).toHaveFocus();
    await fill(app, { 'Current password': 'old one' });
    await press(app, 'Change Password');
    text('Enter a new password of 12 characters or more.');
    await fill(app, { 'New password': NEW, 'New password again': 'another' });
    await press(app, 'Change Password');
    text('The two new passwords differ. Enter it again.');
    expect(host.seen('POST /v1/account/password')).toHaveLength(0);
    await fill(app, { 'New password again': NEW });
    await click(app, button('Change Password'), () => text('The current password is not right.'));
    expect(field('New password')).toHaveValue(NEW);
    await click(app, button('Change Password'), () =>
      text(/^No answer came\. Your password may be changed all the same/),
    );
    await click(app, button('Change Password'), () =>
      text('Your password is changed. Your other sessions have ended.'),
    );
    expect(host.seen('POST /v1/account/password').at(-1)?.body).toEqual({ current: 'old one', password: NEW });
    expect(field('Current password')).toHaveValue('');
    // Others have ended with it.
    expect(host.seen('GET /v1/account/sessions')).toHaveLength(2);
  });

  it('lists the sessions, and ends one that is not this', async () => {
    host.on('POST /v1/account/sessions/:id/end', refused(500), json({ success: true }));
    const app = await open();
    const list = within(screen.getByRole('list', { name: 'Sessions (2)' }));
    list.getByText('This session');
    list.getByText('Firefox on Android');
    await click(app, list.getByRole('button', { name: /^End session: Firefox on Android/ }), () =>
      text('The session was not ended. Please try again.'),
    );
    // It has ended, also where the list does not come again.
    host.on('GET /v1/account/sessions', refused(500));
    await click(app, list.getByRole('button', { name: /^End session/ }), () => heading('Sessions (1)'));
    expect(host.seen('GET /v1/account/sessions')).toHaveLength(2);
    expect(heading('Account')).toHaveFocus();
    expect(host.seen('POST /v1/account/sessions/:id/end').at(-1)?.path).toBe('/v1/account/sessions/s-2/end');
  });

  it('says when the sessions do not come, and asks again', async () => {
    host.on('GET /v1/account/sessions', refused(500), json({ sessions }));
    const app = await opened(host, '/account', () => text('Your sessions did not come. Please try again.'));
    await click(app, button('Try Again'), () => heading('Sessions (2)'));
    expect(isGone('Your sessions did not come. Please try again.')).toBe(true);
  });
});

describe('a second factor', () => {
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  beforeEach(() => {
    host.offer(
      'GET /v1/account/second-factor',
      'POST /v1/account/second-factor',
      'POST /v1/account/second-factor/begin',
      'POST /v1/account/second-factor/remove',
    );
    Object.assign(host.world.user, { capabilities: ['account', 'second-factor'] });
    const picture = { size: 21, path: 'M0 0h1v1h-1z' };
    host.on(
      'POST /v1/account/second-factor/begin',
      json({ secret, uri: `otpauth://totp/x?secret=${secret}`, picture }),
    );
  });
  const is = (since: number | null) => json({ since, recovery_codes_left: since === null ? 0 : 2 });

  it('is set up with a code and the password, and its recovery codes are shown once', async () => {
    host.on('GET /v1/account/second-factor', refused(500), is(null), is(1_750_000_000));
    host.on(
      'POST /v1/account/second-factor',
      refused(400, 'This code is not right.'),
      json({ recovery_codes: ['abcd-efgh'] }),
    );
    const app = await opened(host, '/account', () => text(/^It is not known whether a code is asked of you/));
    await click(app, button('Try Again'), () => text('It is off: your password alone signs you in.'));
    await click(app, button('Set Up'), () => text('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567'));
    expect(link('open it in one on this device')).toHaveAttribute('href', expect.stringMatching(/^otpauth:/));
    await press(app, 'Turn On');
    expect(field('Code')).toHaveFocus();
    await fill(app, { Code: '123456' });
    await press(app, 'Turn On');
    expect(field('Your password')).toHaveFocus();
    await fill(app, { 'Your password': 'old one' });
    await click(app, button('Turn On'), () => text('This code is not right.'));
    expect(host.seen('GET /v1/account/sessions')).toHaveLength(1);
    await click(app, button('Turn On'), () => text('abcd-efgh'));
    text(/^The second step is on, and your other sessions have ended\./);
    expect(host.seen('GET /v1/account/sessions')).toHaveLength(2);
    expect(host.seen('POST /v1/account/second-factor').at(-1)?.body).toEqual({
      current: 'old one',
      code: '123456',
      secret,
    });
    await app.user.keyboard('{Escape}');
    text('abcd-efgh');
    await click(app, button('Done'), () => text(/2 recovery codes are left: turn it off and set it up again/));
    expect(isGone('abcd-efgh')).toBe(true);
  });

  it('is turned off with a code and the password', async () => {
    host.on('GET /v1/account/second-factor', is(1_750_000_000), is(null));
    host.on('POST /v1/account/second-factor/remove', dropped(), json({ success: true }));
    const app = await opened(host, '/account', () => text(/^A code is asked for since/));
    await press(app, 'Turn Off');
    await press(app, 'Turn Off');
    expect(field('Code')).toHaveFocus();
    await fill(app, { Code: '123456' });
    await press(app, 'Turn Off');
    text('Enter your current password.');
    await fill(app, { 'Your password': 'old one' });
    await click(app, button('Turn Off'), () => text(/^No answer came\. It may have been done all the same/));
    await click(app, button('Turn Off'), () => text('It is off: your password alone signs you in.'));
    expect(host.seen('POST /v1/account/second-factor/remove').at(-1)?.body).toEqual({
      current: 'old one',
      code: '123456',
    });
  });

  describe('that the host requires', () => {
    const require = (): void => void Object.assign(host.world.user, { must_set_second_factor: true });
    const settle = (): void => void Object.assign(host.world.user, { must_set_second_factor: false });

    it('is set up before anything else, its recovery codes are shown, and then the wanted page is there', async () => {
      require();
      let since: number | null = null;
      host.on('GET /v1/account/second-factor', () => is(since));
      host.on('POST /v1/account/second-factor', () => {
        since = 1_750_000_000;
        settle();
        return json({ recovery_codes: ['abcd-efgh', 'ijkl-mnop'] });
      });
      const app = await opened(host, '/archives', () => heading('Set up a second step'));
      expect(host.seen('GET /v1/templates')).toHaveLength(0);
      await app.until(() => button('Set Up'));
      await click(app, button('Set Up'), () => field('Code'));
      await fill(app, { Code: '123456', 'Your password': 'old one' });
      await click(app, button('Turn On'), () => text('abcd-efgh'));
      expect(host.seen('GET /v1/templates')).toHaveLength(0);
      await click(app, button('Done'), () => heading('Archives'));
      expect(app.address()).toBe('/archives');
    });

    it('follows the change of a one-time password', async () => {
      require();
      Object.assign(host.world.user, { must_change_password: true });
      host.on('GET /v1/account/second-factor', is(null));
      const app = await opened(host, '/archives', () => heading('Choose a password'));
      await fill(app, { 'One-time password': 'abcde-fghjk', 'New password': NEW, 'New password again': NEW });
      await click(app, button('Change Password'), () => heading('Set up a second step'));
    });

    it('that was set up in another tab lets go on, also where that was not heard at once', async () => {
      require();
      host.on('GET /v1/account/second-factor', is(1_750_000_000));
      const app = await opened(host, '/archives', () => button('Go On'));
      host.on('GET /auth/verify', dropped());
      await click(app, button('Go On'), () => text('No answer came. Please try again.'));
      settle();
      host.on('GET /auth/verify', () => json(host.world.user));
      await click(app, button('Go On'), () => heading('Archives'));
    });

    it('is heard of at the next call', async () => {
      const app = await opened(host, '/select-template', () => heading(/Template/));
      require();
      host.on('GET /v1/account/second-factor', is(null));
      host.on('GET /v1/templates', json({ message: 'Set up your second step first.', code: FACTOR_DUE }, 403));
      await app.user.click(link('Archives'));
      await app.until(() => heading('Set up a second step'));
    });
  });
});

describe('a one-time password', () => {
  const isDue = (): void => void Object.assign(host.world.user, { must_change_password: true });

  it('has to be changed before anything else, and then the wanted page is there', async () => {
    isDue();
    const app = await opened(host, '/archives', () => heading('Choose a password'));
    expect(host.seen('GET /v1/templates')).toHaveLength(0);
    await app.user.keyboard('{Control>}k{/Control}');
    await app.settled();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.address()).toBe('/archives');
    await fill(app, { 'One-time password': 'abcde-fghjk', 'New password': NEW, 'New password again': NEW });
    await click(app, button('Change Password'), () => heading('Archives'));
    expect(app.address()).toBe('/archives');
    expect(host.seen('POST /v1/account/password').at(-1)?.body).toEqual({ current: 'abcde-fghjk', password: NEW });
    expect(host.seen('GET /v1/templates')).toHaveLength(1);
  });

  it('leads from the sign-in to the change, and from there to the dashboard', async () => {
    isDue();
    const app = mountApp('/login', { host, signedIn: false });
    await signIn(app);
    await app.until(() => text('Login successful!'));
    await app.advance(1_500);
    await app.until(() => heading('Choose a password'));
    await fill(app, { 'One-time password': 'abcde-fghjk', 'New password': NEW, 'New password again': NEW });
    await click(app, button('Change Password'), () => heading('Command Docs'));
  });

  it('that came in another tab is heard of at the next call', async () => {
    const app = await opened(host, '/select-template', () => heading(/Template/));
    isDue();
    host.on('GET /v1/templates', json({ message: 'Change your one-time password first.', code: PASSWORD_DUE }, 403));
    await app.user.click(link('Archives'));
    await app.until(() => heading('Choose a password'));
  });
});
