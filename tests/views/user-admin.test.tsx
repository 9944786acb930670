import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { type FakeHost, type FakeReply, failed, htmlPage, ok } from '#tests/support/fake-host.ts';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { hostWithPerson, showScreen, type Went } from '#tests/support/render-screen.tsx';
import { shows } from '#tests/support/shows.ts';
import { UserAdminScreen } from '#ui/screens/user-admin.tsx';

prepareJsdom();

const USERS = 'GET /v1/users';
const ROLES = 'GET /v1/roles';
const ASSIGN = 'POST /v1/users/roles/create';
const UPDATE = 'POST /v1/users/u-1/update';
const REFRESH = 'POST /auth/refresh-token';

const ann = { uuid: 'u-1', email: 'ann@example.org', name: 'Ann', organization_id: 7, permission: 3 };
const users = ok({
  success: true,
  users: [
    ann,
    { uuid: 'u-2', email: null, name: null, organization_id: '9', permission: '1' },
    { uuid: 'u-3', email: 'cy@example.org', name: 'Cy', permission: 4 },
    { uuid: 'u-4', email: 'dee@example.org', name: 'Dee', permission: 2 },
  ],
});
const roles = ok({
  success: true,
  roles: [
    { uuid: 'r-1', name: 'Briefing officer', file_name: 'briefing.html' },
    { uuid: 'r-2', name: null, file_name: null },
  ],
});
const done = ok({ success: true, message: 'As you wish.' });

const assigning = () => within(screen.getByRole('form', { name: 'Assign a role' }));
const updating = () => within(screen.getByRole('form', { name: 'Update a user' }));
type Form = ReturnType<typeof assigning>;
const fill = (form: Form, label: RegExp, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });
const press = (form: Form, name: string) => act(async () => fireEvent.click(form.getByRole('button', { name })));
const release = (host: FakeHost, call: string, reply: FakeReply) => act(async () => host.release(call, reply));

async function showAdmin(permission = 3): Promise<{ host: FakeHost; went: Went }> {
  const host = hostWithPerson(permission);
  host.answer(USERS, users);
  host.answer(ROLES, roles);
  host.answer(REFRESH, ok({}));
  const went = await showScreen(<UserAdminScreen />);
  return { host, went };
}

describe('who may use the administration', () => {
  it(
    shows(
      's2.admin.only',
      's6.denied-title',
      's6.denied-text',
      's6.go-back',
    )('tells the others, asks the host for nothing, and leads back'),
    async () => {
      const { host, went } = await showAdmin(2);
      expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
      expect(
        screen.getByText(
          'You do not have sufficient permissions to create roles. Permission level 3 or higher is required.',
        ),
      ).toBeVisible();
      expect(host.requests.map(({ path }) => path)).toEqual(['/auth/verify']);
      fireEvent.click(screen.getByRole('button', { name: 'Go Back' }));
      expect(went.backOr).toEqual(['/']);
    },
  );

  it(shows('s6.at-least', 's6.admin-level', 's7.users', 's7.roles')('lets a higher level in too'), async () => {
    const { host } = await showAdmin(4);
    expect(screen.getByRole('heading', { name: 'User Management' })).toBeVisible();
    expect([host.asked(USERS).length, host.asked(ROLES).length]).toEqual([1, 1]);
  });
});

describe('assigning a role', () => {
  it(
    shows(
      's5.role.user',
      's5.role.role',
      's2.admin.assign',
      's7.assign',
      's8.admin.role-done',
      's3.role',
    )('asks for both, sends them once, and says that it is done'),
    async () => {
      const { host } = await showAdmin();
      host.hold(ASSIGN);
      await press(assigning(), 'Assign Role');
      expect(assigning().getByLabelText(/^User/)).toHaveAccessibleDescription('User selection is required.');
      expect(assigning().getByLabelText(/^User/)).toHaveFocus();
      fill(assigning(), /^User/, 'u-1');
      await press(assigning(), 'Assign Role');
      expect(assigning().getByLabelText(/^Role/)).toHaveAccessibleDescription('Role selection is required.');
      expect(assigning().getByLabelText(/^User/)).not.toHaveAccessibleDescription();
      const offered = within(assigning().getByLabelText(/^Role/)).getAllByRole('option');
      expect(offered.slice(1).map(({ textContent }) => textContent)).toEqual(['Briefing officer', 'Untitled']);
      expect(host.asked(ASSIGN)).toEqual([]);

      fill(assigning(), /^Role/, 'r-1');
      await press(assigning(), 'Assign Role');
      await press(assigning(), 'Assign Role');
      expect(host.asked(ASSIGN).map(({ body }) => body)).toEqual([{ user_uuid: 'u-1', role_uuid: 'r-1' }]);
      await release(host, ASSIGN, done);
      expect(assigning().getByText('Role created successfully!')).toBeVisible();
      expect(screen.queryByText('As you wish.')).toBeNull();
      expect(assigning().getByLabelText(/^User/)).toHaveValue('');
      expect(assigning().getByLabelText(/^Role/)).toHaveValue('');
    },
  );

  it(
    shows(
      's8.admin.400-message',
      's8.admin.400-default',
      's8.admin.401-role',
      's8.admin.other-role',
      's8.admin.refused-message',
      's8.admin.refused-role',
    )('says in the words of the catalogue why it was not done, and keeps the choices'),
    async () => {
      const { host } = await showAdmin();
      fill(assigning(), /^User/, 'u-1');
      fill(assigning(), /^Role/, 'r-1');
      const other = 'An error occurred while creating the role. Please try again.';
      const cases: [FakeReply, string][] = [
        [failed(400, 'Ann has it already.'), 'Ann has it already.'],
        [failed(400), 'Invalid input data.'],
        [failed(401), 'You are not authorized to create roles.'],
        [failed(500, 'Stack overflow in line 3'), other],
        ['dropped', other],
        [htmlPage, other],
        [ok({ success: false, message: 'Not on a Sunday.' }), 'Not on a Sunday.'],
        [ok({ success: false }), 'Failed to create role.'],
        [ok({}), 'Failed to create role.'],
      ];
      for (const [reply, text] of cases) {
        host.answer(ASSIGN, reply);
        await press(assigning(), 'Assign Role');
        expect(assigning().getByRole('alert')).toHaveTextContent(text);
        expect(assigning().getByLabelText(/^Role/)).toHaveValue('r-1');
      }
      host.answer(ASSIGN, done);
      await press(assigning(), 'Assign Role');
      expect(assigning().getByRole('alert')).toBeEmptyDOMElement();
    },
  );
});

describe('updating a user', () => {
  it(
    shows(
      's5.update.user',
      's5.update.non-empty',
      's2.admin.update',
      's7.update-user',
      's8.admin.user-done',
      's3.user',
    )('needs a user, sends what is not empty once, and shows the new facts'),
    async () => {
      const { host } = await showAdmin();
      await press(updating(), 'Update User');
      expect(updating().getByLabelText(/^User/)).toHaveAccessibleDescription('User selection is required.');
      host.hold(UPDATE);
      fill(updating(), /^User/, 'u-1');
      expect(screen.queryByText('User selection is required.')).toBeNull();
      expect(updating().getByLabelText('Name')).toHaveAccessibleDescription('Now: Ann');
      expect(updating().getByLabelText('Organization ID')).toHaveAccessibleDescription('Now: 7');
      fill(updating(), /^Name/, ' Anna ');
      fill(updating(), /^Email/, '   ');
      await press(updating(), 'Update User');
      await press(updating(), 'Update User');
      fill(updating(), /^Email/, 'typed@meanwhile.org');
      host.answer(USERS, ok({ users: [{ ...ann, name: 'Anna' }] }));
      await release(host, UPDATE, done);
      expect(host.asked(UPDATE).map(({ body }) => body)).toEqual([{ name: 'Anna' }]);
      expect(updating().getByText('User updated successfully!')).toBeVisible();
      expect(updating().getByLabelText('Name')).toHaveValue('');
      expect(updating().getByLabelText('Name')).toHaveAccessibleDescription('Now: Anna');
      expect(updating().getByLabelText('Email')).toHaveValue('typed@meanwhile.org');
      expect(updating().getByLabelText(/^User/)).toHaveValue('u-1');
    },
  );

  it(
    shows(
      's6.options',
      's9.levels',
      'd24.cannot-clear',
      'd24.integers',
      'd24.other-levels',
    )('offers two levels, shows another one as text, and sends whole numbers as integers'),
    async () => {
      const { host } = await showAdmin();
      expect(updating().getByText(/An empty field stays as it is: .* not cleared\./)).toBeVisible();
      const level = () => updating().getByLabelText('Permission');
      const options = within(level()).getAllByRole<HTMLOptionElement>('option');
      expect(options.map(({ value, text }) => [value, text])).toEqual([
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
        fill(updating(), /^User/, user);
        expect(level()).toHaveAccessibleDescription(now);
        expect(level()).toHaveValue('');
      }
      fill(updating(), /^User/, 'u-1');
      host.answer(UPDATE, done);
      fill(updating(), /^Organization ID/, ' 12 ');
      fill(updating(), /^Permission/, '2');
      await press(updating(), 'Update User');
      fill(updating(), /^Organization ID/, 'org-b');
      await press(updating(), 'Update User');
      expect(host.asked(UPDATE).map(({ body }) => body)).toEqual([
        { organization_id: 12, permission: 2 },
        { organization_id: 'org-b' },
      ]);
    },
  );

  it(
    shows(
      's8.admin.401-user',
      's8.admin.other-user',
      's8.admin.refused-user',
    )('says in the words of the catalogue why it was not done, and keeps what was typed'),
    async () => {
      const { host } = await showAdmin();
      fill(updating(), /^User/, 'u-1');
      fill(updating(), /^Name/, 'Anna');
      const other = 'An error occurred while updating the user. Please try again.';
      const cases: [FakeReply, string][] = [
        [failed(400, 'This is not a name.'), 'This is not a name.'],
        [failed(400), 'Invalid input data.'],
        [failed(401), 'You are not authorized to update users.'],
        [failed(403, 'Level 4 may do that.'), 'Level 4 may do that.'],
        [failed(500), other],
        [htmlPage, other],
        [ok({ success: false, message: 'Not on a Sunday.' }), 'Not on a Sunday.'],
        [ok({ success: false, message: ' ' }), 'Failed to update user.'],
      ];
      for (const [reply, text] of cases) {
        host.answer(UPDATE, reply);
        await press(updating(), 'Update User');
        expect(updating().getByRole('alert')).toHaveTextContent(text);
        expect(updating().getByLabelText('Name')).toHaveValue('Anna');
      }
      expect(host.asked(USERS)).toHaveLength(1);
    },
  );

  it('has the session looked at again when administrators change themselves', async () => {
    const host = hostWithPerson(3);
    host.answer(USERS, ok({ users: [{ uuid: 'user-amir', name: 'Amir', permission: 3 }, ann] }));
    host.answer(ROLES, roles);
    host.answer('POST /v1/users/user-amir/update', done);
    host.answer(UPDATE, done);
    await showScreen(<UserAdminScreen />);
    fill(updating(), /^User/, 'u-1');
    fill(updating(), /^Permission/, '2');
    await press(updating(), 'Update User');
    expect(host.asked('GET /auth/verify')).toHaveLength(1);

    host.answer('GET /auth/verify', ok({ username: 'amir', uuid: 'user-amir', permission: 2 }));
    fill(updating(), /^User/, 'user-amir');
    fill(updating(), /^Permission/, '2');
    await press(updating(), 'Update User');
    expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  });
});

describe('the lists of the administration', () => {
  it('says which one did not come; without roles a user can still be changed', async () => {
    const host = hostWithPerson(3);
    host.answer(USERS, 'dropped');
    host.answer(ROLES, failed(403, 'Roles are closed today.'));
    host.answer(UPDATE, done);
    await showScreen(<UserAdminScreen />);
    expect(screen.getByRole('alert')).toHaveTextContent('Error loading users. Please try again.');
    host.answer(USERS, users);
    await press(within(document.body), 'Try Again');
    expect(screen.getByText('Roles are closed today.')).toBeVisible();
    fill(updating(), /^User/, 'u-1');
    fill(updating(), /^Name/, 'Anna');
    host.answer(USERS, htmlPage);
    await press(updating(), 'Update User');
    expect(updating().getByText('User updated successfully!')).toBeVisible();
    expect(screen.getByText('Error loading users. Please try again.')).toBeVisible();
  });
});
