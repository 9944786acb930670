import { describe, expect, it } from 'vitest';
import { dropped, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import { button, click, field, heading, isGone, opened, press, target, text } from '../editor/person.ts';

const host = hostForEachTest();
const SIGNED_OUT = { signedIn: false };
const PASSWORD = 'a quiet morning at sea';

const open = (): Promise<MountedApp> => {
  host.offer('POST /auth/first-run');
  return opened(host, '/first-run#abcde-fghjk', () => heading('Set up Ready'), SIGNED_OUT);
};
async function fill(app: MountedApp, again = PASSWORD): Promise<void> {
  await app.user.clear(field('Organization'));
  await app.user.type(field('Organization'), 'Harbour');
  await app.user.clear(field('Username'));
  await app.user.type(field('Username'), 'rana');
  for (const [label, value] of [
    ['Password', PASSWORD],
    ['Password again', again],
  ] as const) {
    await app.user.clear(field(label));
    await app.user.type(field(label), value);
  }
}

describe('the first run', () => {
  it('makes the first administrator with the code of the address, who is on the dashboard then', async () => {
    const app = await open();
    expect(field('Code')).toHaveValue('abcde-fghjk');
    expect(field('Organization')).toHaveFocus();
    await press(app, 'Set Up');
    text('Enter the name of your organization.');
    await fill(app, 'another');
    await press(app, 'Set Up');
    text('The two passwords differ. Enter it again.');
    host.on(
      'POST /auth/first-run',
      refused(403, 'This is not the code.'),
      dropped(),
      json({ success: true, ...host.world.user, username: 'rana', permission: 4 }, 201, {
        'set-cookie': host.sessionCookie,
      }),
    );
    await fill(app);
    await click(app, button('Set Up'), () => text('This is not the code.'));
    await click(app, button('Set Up'), () =>
      text('No answer came. You may have been made all the same: try to sign in.'),
    );
    await app.user.click(button('Set Up'));
    await app.until(() => expect(app.address()).toBe('/dashboard'));
    await app.advance(100);
    await app.until(() => heading('View Live Docs'));
    expect(host.seen('POST /auth/first-run').at(-1)?.body).toEqual({
      code: 'abcde-fghjk',
      organization: 'Harbour',
      username: 'rana',
      password: PASSWORD,
    });
  });

  it('leads to the sign-in where somebody else was first', async () => {
    const app = await open();
    host.on('POST /auth/first-run', refused(410, 'It is over.'));
    await fill(app);
    await click(app, button('Set Up'), () => text('Ready has its first administrator already.'));
    expect(target('Sign In')).toBe('/login');
    expect(isGone('Password again')).toBe(true);
  });

  it('is nothing on a host that does not wait for anybody', async () => {
    await opened(
      host,
      '/first-run',
      () => text(/^This page was not told that an administrator is missing/),
      SIGNED_OUT,
    );
    expect(target('Sign In')).toBe('/login');
  });
});
