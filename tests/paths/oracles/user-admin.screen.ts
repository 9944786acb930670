import type { Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Hands, Shown } from './page.ts';

const USERS = 'GET /v1/users';
const ROLES = 'GET /v1/roles';
const ASSIGN = 'POST /v1/users/roles/create';
const UPDATE = 'POST /v1/users/u-1/update';
const SESSION = 'GET /auth/verify';
const REFRESH = 'POST /auth/refresh-token';
/** The signed-in user is the one in the list: users who change their own data have the session checked again. */
const user = { username: 'ada', uuid: 'u-1', permission: 3 };

const USERS_FAILED = 'Error loading users. Please try again.';
const ROLES_FAILED = 'Error loading roles. Please try again.';
const FILL_IN = 'Change only what you need. An empty field stays as it is: a value can be replaced, not cleared.';
const NOW = ['Now: Ada', 'Now: ada@example.org', 'Now: 1', 'Now: Basic User'];
const USER_REQUIRED = 'User selection is required.';
const ASSIGN_FORM = 'Assign a role';
const UPDATE_FORM = 'Update a user';

type List = 'loading' | 'loaded' | 'failed';
const note = (memory: Memory, key: string): string => memory.get(key) ?? '';
const listIn = (memory: Memory, key: 'users' | 'roles'): List => (memory.get(key) as List | undefined) ?? 'loading';
const some = (...texts: readonly (string | false)[]): string[] =>
  texts.filter((text) => text !== false && text !== '') as string[];

/**
 * The whole screen. Noted are how the lists are, whether users were ever there, who is chosen, and for each form what is asked for (`…Problem`), what was
 * answered (`…Answer`) and the request that is under way (`…Call`).
 */
function draw(memory: Memory): Shown {
  const [users, roles] = [listIn(memory, 'users'), listIn(memory, 'roles')];
  const of = (key: string): string => note(memory, key);
  const page = {
    address: '/admin/create-role',
    waits: some(...note(memory, 'waits').split('\n')),
  };
  if (of('known') === '') {
    const hasFailed = users === 'failed';
    return {
      ...page,
      headings: ['User Management', ...some(hasFailed && 'Error Loading Users')],
      says: [hasFailed ? USERS_FAILED : 'Loading users'],
      offers: some(hasFailed && 'Try Again'),
    };
  }
  return {
    ...page,
    headings: ['User Management', ASSIGN_FORM, UPDATE_FORM],
    says: some(
      users === 'failed' && `${USERS_FAILED}Try Again`,
      roles === 'failed' && `${ROLES_FAILED}Try Again`,
      of('assignProblem') === 'user' && USER_REQUIRED,
      of('assignProblem') === 'role' && 'Role selection is required.',
      of('assignCall') !== '' && 'Assigning the role',
      of('assignAnswer'),
      of('updateProblem') === 'user' && USER_REQUIRED,
      FILL_IN,
      ...(of('user') === '' ? [] : NOW),
      of('updateCall') !== '' && 'Updating the user',
      of('updateAnswer'),
    ),
    offers: some(
      users === 'failed' && 'Try Again',
      roles === 'failed' && 'Try Again',
      of('assignCall') === '' && 'Assign Role',
      of('updateCall') === '' && 'Update User',
    ),
  };
}

type Change = Readonly<Record<string, string>>;

const drawn =
  (change: Change) =>
  (_before: Shown, memory: Memory): Partial<Shown> => {
    for (const [key, value] of Object.entries(change)) memory.set(key, value);
    return draw(memory);
  };

/** A request begins. */
const asks = (line: string, change: Change) => (before: Shown, memory: Memory) =>
  drawn({ ...change, waits: [...before.waits, line].join('\n') })(before, memory);

/** A request has ended. */
const ended = (start: string, change: Change, next?: string) => (before: Shown, memory: Memory) => {
  const others = before.waits.filter((line) => !line.startsWith(start));
  return drawn({ ...change, waits: some(...others, next ?? '').join('\n') })(before, memory);
};

function assigned(text: string) {
  return ended(ASSIGN, { assignCall: '', assignAnswer: text });
}
function notUpdated(text: string) {
  return ended(UPDATE, { updateCall: '', updateAnswer: text });
}

async function assign(page: Hands, who: string, role: string): Promise<void> {
  await page.choose('user', who, ASSIGN_FORM);
  await page.choose('role', role, ASSIGN_FORM);
  await page.press('Assign Role');
}
const ADA = 'Ada (ada@example.org)';
const NOBODY = 'Choose a user';
const NO_ROLE = 'Choose a role';

/** A 401 asks for one renewal of the session, and then once more (`s4.refresh.on-401`). */
const refusedAgain = (request: string) => async (page: Hands) => {
  await page.reply(REFRESH, {});
  await page.reply(request, {}, 401);
};

/** Written from the clauses `s2.admin`, `s5.role`, `s5.update`, `s8.admin` and `d24` of `docs/spec-coverage.md`. */
export const userAdminScreen: ScreenSpec = {
  user,
  holdsSession: true,
  address: { 'user management': '/admin/create-role' },
  before: { 'user management': async (_page, memory) => void memory.set('waits', `${USERS}\n${ROLES}`) },
  begin: {
    'user management': {
      address: '/admin/create-role',
      headings: ['User Management'],
      says: ['Loading users'],
      offers: [],
      waits: [USERS, ROLES],
    },
  },
  does: {
    'tries the users again': (page) => page.press('Try Again'),
    // The users' button comes before it.
    'tries the roles again': (page, memory) => page.press('Try Again', listIn(memory, 'users') === 'failed' ? 1 : 0),
    'gives a role to nobody': (page) => assign(page, NOBODY, 'Watch'),
    'gives no role': (page) => assign(page, ADA, NO_ROLE),
    'gives a role': (page) => assign(page, ADA, 'Watch'),
    'chooses a user': (page) => page.choose('user', ADA, UPDATE_FORM),
    'chooses no user': (page) => page.choose('user', NOBODY, UPDATE_FORM),
    'saves the user': async (page) => {
      await page.type('name', ' Ada Byron ');
      await page.type('organization_id', '7');
      await page.choose('permission', 'Administrator', UPDATE_FORM);
      await page.press('Update User');
    },
  },
  calls: {
    listUsers: { request: USERS, body: (users) => ({ success: true, users }) },
    listRoles: { request: ROLES, body: (roles) => ({ success: true, roles }) },
    assignRole: { request: ASSIGN, body: (outcome) => outcome },
    updateUser: { request: UPDATE, body: (outcome) => outcome },
  },
  settles: {
    'assignRole: unauthorized (401)': refusedAgain(ASSIGN),
    'updateUser: unauthorized (401)': refusedAgain(UPDATE),
    'updateUser: done': (page) => page.reply(SESSION, user),
  },
  after: {
    'listUsers: one user': ended(USERS, { users: 'loaded', known: 'yes' }),
    'listUsers: not reached': ended(USERS, { users: 'failed' }),
    'listRoles: one role': ended(ROLES, { roles: 'loaded' }),
    'listRoles: not reached': ended(ROLES, { roles: 'failed' }),
    'tries the users again': asks(USERS, { users: 'loading' }),
    'tries the roles again': asks(ROLES, { roles: 'loading' }),

    'gives a role to nobody': drawn({ assignProblem: 'user', assignAnswer: '' }),
    'gives no role': drawn({ assignProblem: 'role', assignAnswer: '' }),
    'gives a role': asks(`${ASSIGN} {"user_uuid":"u-1","role_uuid":"r-1"}`, {
      assignProblem: '',
      assignAnswer: '',
      assignCall: 'yes',
    }),
    'assignRole: done': assigned('Role created successfully!'),
    'assignRole: unauthorized (401)': assigned('You are not authorized to create roles.'),
    'assignRole: refused with a reason': assigned('Not in your organization.'),
    'assignRole: refused without a reason': assigned('Failed to create role.'),
    'assignRole: invalid (400)': assigned('Invalid input data.'),
    'assignRole: denied (403)': assigned('An error occurred while creating the role. Please try again.'),
    'assignRole: not reached': assigned('An error occurred while creating the role. Please try again.'),

    'chooses a user': drawn({ user: 'u-1', updateProblem: '', updateAnswer: '' }),
    'chooses no user': drawn({ user: '', updateProblem: '', updateAnswer: '' }),
    'saves the user': (before, memory) => {
      if (note(memory, 'user') === '') return drawn({ updateProblem: 'user', updateAnswer: '' })(before, memory);
      const body = '{"name":"Ada Byron","organization_id":7,"permission":3}';
      return asks(`${UPDATE} ${body}`, { updateProblem: '', updateAnswer: '', updateCall: 'yes' })(before, memory);
    },
    // The users that are shown are out of date then.
    'updateUser: done': ended(
      UPDATE,
      { updateCall: '', updateAnswer: 'User updated successfully!', users: 'loading' },
      USERS,
    ),
    'updateUser: unauthorized (401)': notUpdated('You are not authorized to update users.'),
    'updateUser: refused with a reason': notUpdated('Not in your organization.'),
    'updateUser: refused without a reason': notUpdated('Failed to update user.'),
    'updateUser: invalid (400)': notUpdated('Invalid input data.'),
    'updateUser: denied (403)': notUpdated('An error occurred while updating the user. Please try again.'),
    'updateUser: not reached': notUpdated('An error occurred while updating the user. Please try again.'),
  },
};
