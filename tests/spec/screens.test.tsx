import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { json, refused } from '#tests/support/fault-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, choose, field, heading, isGone, link, signIn, text } from './person.ts';

const faults = hostForEachTest();

/** The other screens inside the whole application: their ways in and out. Their every text is in `tests/views`. */
describe('sign up', () => {
  const SUCCESS = 'Account created successfully! Please check your email for further instructions.';

  it(
    shows(
      's2.signup.wait',
      's2.signup.redirect',
      's2.signup.no-call',
      's7.signup-no-call',
      's1.signup',
    )('calls nothing, and leads to the sign-in after 1 s and 2 s more'),
    async () => {
      const host = faults.current;
      const app = mountApp('/signup', { host, signedIn: false });
      await app.until(() => button('Sign Up'));
      await app.settled();
      const before = host.requests.length;
      await app.user.type(field('First name'), 'Ann');
      await app.user.type(field('Last name'), 'Lee');
      await app.user.selectOptions(field('Organization'), 'Ready');
      await app.user.type(field('Organization login'), 'ann');
      await app.user.type(field('Organization password'), 'secret');
      await app.user.click(button('Sign Up'));
      await app.advance(999);
      expect(isGone(SUCCESS)).toBe(true);
      await app.advance(1);
      await app.until(() => text(SUCCESS));
      await app.advance(1999);
      expect(app.address()).toBe('/signup');
      await app.advance(1);
      await app.until(() => button('Sign In'));
      expect(app.address()).toBe('/login');
      expect(host.requests).toHaveLength(before);
    },
  );
});

describe('select base template', () => {
  const open = async (app: MountedApp): Promise<void> => {
    await app.until(() => button('Select Template'));
    await choose(app, /^Template/, 'Status Board');
  };

  it(
    shows('s2.select.button', 's2.select.wips-heading', 's1.choose')('leads to the editor of the choice'),
    async () => {
      const app = mountApp('/home', { host: faults.current });
      await open(app);
      await app.until(() => heading('Available Works in Progress'));
      await app.user.click(button('Select Template'));
      await app.until(() => heading('Status Board'));
      expect(app.address()).toBe('/forms/t-board');
    },
  );

  it(shows('s2.select.open-wip', 's2.select.wip-card')('leads to a WIP of the choice'), async () => {
    const app = mountApp('/select-template', { host: faults.current });
    await open(app);
    await app.until(() => link('Open WIP: Harbor watch'));
    await app.user.click(link('Open WIP: Harbor watch'));
    await app.until(() => heading('Harbor watch'));
    expect(app.address()).toBe('/forms/t-board/wips/w-harbor');
  });
});

describe('archives', () => {
  it(
    shows(
      's1.archives',
      's2.archives.step-3',
      's2.archives.modal',
      's2.archives.close',
      's2.archives.back',
    )('shows what was submitted in a window with its frame'),
    async () => {
      const app = mountApp('/archives', { host: faults.current });
      await choose(app, 'Template', 'Status Board');
      await app.until(() => screen.getByRole('option', { name: 'Harbor watch' }));
      await app.user.selectOptions(field('WIP'), 'w-harbor');
      await app.until(() => button('View Content: Harbor watch'));
      await app.user.click(button('View Content: Harbor watch'));
      const frame = await app.frame();
      expect([frame.mode, frame.value('note'), frame.iframe.style.height]).toEqual(['view', 'First.', '60vh']);
      const window = screen.getByRole('dialog', { name: 'Harbor watch' });
      for (const fact of ['HTML', 'a-1']) within(window).getByText(fact);
      await app.user.click(within(window).getByRole('button', { name: 'Close' }));
      await app.until(() => expect(screen.queryByRole('dialog')).toBeNull());
      await app.user.click(link('Back to Dashboard'));
      await app.until(() => heading('View Live Docs'));
      expect(app.address()).toBe('/dashboard');
    },
  );
});

describe('user management', () => {
  it(
    shows(
      's1.admin',
      's2.admin.update',
      's2.admin.assign',
      's4.auth.refused',
    )('changes users and gives roles; the own level counts at once'),
    async () => {
      const host = faults.current;
      host.world.user = { username: 'bob', uuid: 'u-bob', permission: 3 };
      const app = mountApp('/admin/create-role', { host });
      await app.until(() => button('Update User'));
      const update = within(screen.getByRole('form', { name: 'Update a user' }));
      const assign = within(screen.getByRole('form', { name: 'Assign a role' }));
      await app.user.selectOptions(assign.getByLabelText(/^User/), 'u-ann');
      await app.user.selectOptions(assign.getByLabelText(/^Role/), 'r-board');
      await app.user.click(button('Assign Role'));
      await app.until(() => text('Role created successfully!'));
      expect(host.seen('POST /v1/users/roles/create')[0]?.body).toEqual({ user_uuid: 'u-ann', role_uuid: 'r-board' });
      host.on('GET /auth/verify', refused(403));
      await app.user.selectOptions(update.getByLabelText(/^User/), 'u-bob');
      await app.user.type(update.getByLabelText('Name'), 'Bobby');
      await app.user.click(button('Update User'));
      await app.until(() => button('Sign In'));
      expect(host.seen('POST /v1/users/:id/update')[0]).toMatchObject({
        path: '/v1/users/u-bob/update',
        body: { name: 'Bobby' },
      });
    },
  );

  it(
    shows('s6.go-back', 's6.denied-title', 's2.admin.only')('sends others back to where they came from, or to /'),
    async () => {
      const host = faults.current;
      const app = mountApp('/admin/create-role', { host });
      await app.until(() => heading('Access Denied'));
      await app.user.click(button('Go Back'));
      await app.until(() => heading('View Live Docs'));
      expect(app.address()).toBe('/');
      expect(host.seen('GET /v1/users')).toEqual([]);
    },
  );
});

describe('somebody who may not', () => {
  it(shows('s6.open-screens')('sees the screens, and the words of a host that refuses'), async () => {
    const host = faults.current;
    host.on('GET /auth/verify', json({ username: 'lena', permission: 0 }));
    host.on('GET /v1/templates/:id/wips', refused(403, 'Ask your administrator.'));
    const app = mountApp('/open-wip/t-board', { host });
    await app.until(() => text('Ask your administrator.'));
    expect(app.address()).toBe('/open-wip/t-board');
  });

  it('is no longer met by the text of the one before', async () => {
    const host = faults.current;
    const app = mountApp('/forms/t-board/wips/w-harbor', { host });
    (await app.frame()).type('note', 'Only mine.');
    await app.until(() => expect(button(/^Save/)).toHaveTextContent('*'));
    await app.settled();
    host.expireSession();
    host.on('POST /auth/refresh-token', refused(401));
    await app.user.click(button(/^Save/));
    await app.until(() => button('Sign In'));
    host.world.user = { username: 'eve', uuid: 'u-eve', permission: 2 };
    await signIn(app, 'eve');
    await app.until(() => text('Login successful!'));
    await app.advance(1500);
    await app.until(() => link('edit WIPs: Status Board'));
    await app.user.click(link('edit WIPs: Status Board'));
    await app.until(() => link('Open WIP: Harbor watch'));
    await app.user.click(link('Open WIP: Harbor watch'));
    expect((await app.frame()).value('note')).toBe('Calm.');
    expect(button(/^Save/)).not.toHaveTextContent('*');
  });

  it('is met by their own text after they sign in again', async () => {
    const host = faults.current;
    const app = mountApp('/forms/t-board/wips/w-harbor', { host });
    (await app.frame()).type('note', 'Not lost.');
    await app.until(() => expect(button(/^Save/)).toHaveTextContent('*'));
    host.expireSession();
    host.on('POST /auth/refresh-token', refused(401));
    await app.user.click(button(/^Save/));
    await app.until(() => button('Sign In'));
    await signIn(app);
    await app.until(() => text('Login successful!'));
    await app.advance(1500);
    await app.until(() => link('edit WIPs: Status Board'));
    await app.user.click(link('edit WIPs: Status Board'));
    await app.until(() => link('Open WIP: Harbor watch'));
    await app.user.click(link('Open WIP: Harbor watch'));
    const frame = await app.frame();
    await app.until(() => expect(frame.value('note')).toBe('Not lost.'));
    await app.until(() => expect(button(/^Save/)).toHaveTextContent('*'));
  });
});
