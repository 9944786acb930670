import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { held, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, click, heading, isGone, press, text } from '../editor/person.ts';

const host = hostForEachTest();

const USERS = 'GET /v1/users';
const ROLES = 'GET /v1/roles';
const ASSIGN = 'POST /v1/users/roles/create';
const UPDATE = 'POST /v1/users/u-1/update';

const ann = { uuid: 'u-1', email: 'ann@example.org', name: 'Ann', organization_id: 7, permission: 3 };
const users = json({
  success: true,
  users: [
    ann,
    { uuid: 'u-2', email: null, name: null, organization_id: '9', permission: '1' },
    { uuid: 'u-3', email: 'cy@example.org', name: ' ', permission: 4 },
    { uuid: 'u-4', email: 'dee@example.org', name: 'Ann', permission: 2 },
  ],
});
const roles = json({
  success: true,
  roles: [
    { uuid: 'r-1', name: 'Briefing officer', file_name: 'briefing.html' },
    { uuid: 'r-2', name: null, file_name: null },
  ],
});
const done = json({ success: true, message: 'As you wish.' });

const assigning = () => within(screen.getByRole('form', { name: 'Assign a role' }));
const updating = () => within(screen.getByRole('form', { name: 'Update a user' }));
type Form = ReturnType<typeof assigning>;

async function open(permission = 3): Promise<MountedApp> {
  host.world.user = { username: 'amir', uuid: 'user-amir', organization: 'Harbour', permission };
  host.on(USERS, users);
  host.on(ROLES, roles);
  const app = mountApp('/admin/create-role', { host });
  await app.until(() => heading(permission < 3 ? 'Access Denied' : 'User Management'));
  await app.settled();
  return app;
}

async function fill(app: MountedApp, form: Form, label: RegExp, value: string): Promise<void> {
  const control = form.getByLabelText(label);
  if (control instanceof HTMLSelectElement) return app.user.selectOptions(control, value);
  await app.user.clear(control);
  return app.user.type(control, value);
}

const update = (app: MountedApp) => press(app, 'Update User');
const assign = (app: MountedApp) => press(app, 'Assign Role');

/** The press takes the focus away; each complaint, the second about the same field too, brings it back. */
async function complains(send: () => Promise<void>, control: () => HTMLElement, words: string): Promise<void> {
  await send();
  expect(control()).toHaveFocus();
  await send();
  expect(control()).toHaveFocus();
  expect(control()).toHaveAccessibleDescription(words);
}

describe('who may use the administration', () => {
  it(
    shows('s2.admin.only s6.denied-title s6.denied-text s6.go-back')(
      'tells the others, asks the host for nothing, and leads back',
    ),
    async () => {
      const app = await open(2);
      text('You do not have sufficient permissions to create roles. Permission level 3 or higher is required.');
      expect(host.requests.map(({ path }) => path)).toEqual(['/auth/verify']);
      await click(app, button('Go Back'), () => heading('View Live Docs'));
      expect(app.address()).toBe('/');
    },
  );

  it(shows('s6.at-least s6.admin-level s7.users s7.roles')('lets a higher level in too'), async () => {
    await open(4);
    expect([host.seen(USERS).length, host.seen(ROLES).length]).toEqual([1, 1]);
  });
});

describe('assigning a role', () => {
  it(
    shows('s5.role.user s5.role.role s2.admin.assign s7.assign s8.admin.role-done s3.role s1.admin')(
      'asks for both, sends them once, and says that it is done',
    ),
    async () => {
      const app = await open();
      host.on(ASSIGN, held);
      await complains(
        () => assign(app),
        () => assigning().getByLabelText(/^User/),
        'User selection is required.',
      );
      await fill(app, assigning(), /^User/, 'u-1');
      await complains(
        () => assign(app),
        () => assigning().getByLabelText(/^Role/),
        'Role selection is required.',
      );
      expect(assigning().getByLabelText(/^User/)).not.toHaveAccessibleDescription();
      expect(within(assigning().getByLabelText(/^User/)).getByRole('option', { name: 'cy@example.org' })).toBeTruthy();
      const offered = within(assigning().getByLabelText(/^Role/)).getAllByRole('option');
      expect(offered.slice(1).map(({ textContent }) => textContent)).toEqual(['Briefing officer', 'Untitled']);
      expect(host.seen(ASSIGN)).toEqual([]);

      await fill(app, assigning(), /^Role/, 'r-1');
      await assign(app);
      await assign(app);
      expect(host.seen(ASSIGN).map(({ body }) => body)).toEqual([{ user_uuid: 'u-1', role_uuid: 'r-1' }]);
      host.release(ASSIGN, done);
      await app.until(() => assigning().getByText('Role created successfully!'));
      expect(isGone('As you wish.')).toBe(true);
      expect(assigning().getByLabelText(/^User/)).toHaveValue('');
      expect(assigning().getByLabelText(/^Role/)).toHaveValue('');
    },
  );
});

it('what was chosen and typed stays where it was not done, with the reason that the host gives', async () => {
  const app = await open();
  await fill(app, assigning(), /^User/, 'u-1');
  await fill(app, assigning(), /^Role/, 'r-1');
  host.on(ASSIGN, refused(400, 'Ann has it already.'));
  await assign(app);
  expect(assigning().getByRole('alert')).toHaveTextContent('Ann has it already.');
  expect(assigning().getByLabelText(/^Role/)).toHaveValue('r-1');
  host.on(ASSIGN, done);
  await assign(app);
  expect(assigning().getByRole('alert')).toBeEmptyDOMElement();

  await fill(app, updating(), /^User/, 'u-1');
  await fill(app, updating(), /^Name/, 'Anna');
  host.on(UPDATE, refused(403, 'Level 4 may do that.'));
  await update(app);
  expect(updating().getByRole('alert')).toHaveTextContent('Level 4 may do that.');
  expect(updating().getByLabelText('Name')).toHaveValue('Anna');
  expect(host.seen(USERS)).toHaveLength(1);
});

describe('updating a user', () => {
  it(
    shows('s5.update.user s5.update.non-empty s2.admin.update s7.update-user s8.admin.user-done s3.user')(
      'needs a user, sends what is not empty once, and shows the new facts',
    ),
    async () => {
      const app = await open();
      await complains(
        () => update(app),
        () => updating().getByLabelText(/^User/),
        'User selection is required.',
      );
      host.on(UPDATE, held);
      await fill(app, updating(), /^User/, 'u-1');
      expect(isGone('User selection is required.')).toBe(true);
      expect(updating().getByLabelText('Name')).toHaveAccessibleDescription('Now: Ann');
      expect(updating().getByLabelText('Organization ID')).toHaveAccessibleDescription('Now: 7');
      await fill(app, updating(), /^Name/, ' Anna ');
      await fill(app, updating(), /^Email/, '   ');
      await update(app);
      await update(app);
      await fill(app, updating(), /^Email/, 'typed@meanwhile.org');
      host.on(USERS, json({ users: [{ ...ann, name: 'Anna' }] }));
      host.release(UPDATE, done);
      await app.until(() => updating().getByText('User updated successfully!'));
      await app.settled();
      expect(host.seen(UPDATE).map(({ body }) => body)).toEqual([{ name: 'Anna' }]);
      expect(updating().getByLabelText('Name')).toHaveValue('');
      expect(updating().getByLabelText('Name')).toHaveAccessibleDescription('Now: Anna');
      expect(updating().getByLabelText('Email')).toHaveValue('typed@meanwhile.org');
      expect(updating().getByLabelText(/^User/)).toHaveValue('u-1');
    },
  );

  it(
    shows('s6.options s9.levels d24.cannot-clear d24.integers d24.other-levels')(
      'offers two levels, shows another one as text, and sends whole numbers as integers',
    ),
    async () => {
      const app = await open();
      expect(updating().getByText(/An empty field stays as it is: .* not cleared\./)).toBeVisible();
      const level = () => updating().getByLabelText('Permission');
      const options = within(level()).getAllByRole<HTMLOptionElement>('option');
      expect(options.map(({ value, text: words }) => [value, words])).toEqual([
        ['', 'No change'],
        ['2', 'Basic User'],
        ['3', 'Administrator'],
      ]);
      for (const [user, now] of [
        ['u-1', 'Now: Administrator'],
        ['u-2', 'Now: Level 1'],
        ['u-3', 'Now: Level 4'],
        ['u-4', 'Now: Basic User'],
      ] as const) {
        await fill(app, updating(), /^User/, user);
        expect(level()).toHaveAccessibleDescription(now);
        expect(level()).toHaveValue('');
      }
      await fill(app, updating(), /^User/, 'u-1');
      host.on(UPDATE, done);
      await fill(app, updating(), /^Organization ID/, ' 12 ');
      await fill(app, updating(), /^Permission/, '2');
      await update(app);
      await fill(app, updating(), /^Organization ID/, 'org-b');
      await update(app);
      expect(host.seen(UPDATE).map(({ body }) => body)).toEqual([
        { organization_id: 12, permission: 2 },
        { organization_id: 'org-b' },
      ]);
    },
  );

  it('has the session looked at again when administrators change themselves, and only then', async () => {
    host.on('POST /v1/users/user-amir/update', done);
    host.on(UPDATE, done);
    const app = await open();
    host.on(USERS, json({ users: [{ uuid: 'user-amir', name: 'Amir', permission: 3 }, ann] }));
    await fill(app, updating(), /^User/, 'u-1');
    await fill(app, updating(), /^Permission/, '2');
    await update(app);
    expect(host.seen('GET /auth/verify')).toHaveLength(1);

    host.world.user = { username: 'amir', uuid: 'user-amir', permission: 2 };
    await fill(app, updating(), /^User/, 'user-amir');
    await fill(app, updating(), /^Permission/, '2');
    await update(app);
    heading('Access Denied');
  });

  it(shows('s4.auth.refused')('signs administrators out whom the host then refuses'), async () => {
    const app = await open();
    host.on(USERS, json({ users: [{ uuid: 'user-amir', name: 'Amir', permission: 3 }] }));
    host.on('POST /v1/users/user-amir/update', done);
    host.on('GET /auth/verify', refused(403));
    await fill(app, updating(), /^User/, 'u-1');
    host.on(UPDATE, done);
    await update(app);
    await fill(app, updating(), /^User/, 'user-amir');
    await fill(app, updating(), /^Name/, 'Bobby');
    await update(app);
    await app.until(() => button('Sign In'));
    expect(host.seen('POST /v1/users/user-amir/update')[0]?.body).toEqual({ name: 'Bobby' });
  });
});
