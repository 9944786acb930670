import type { SessionUser } from '#common/calls/session.ts';
import type { After, Given, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Hands, Shown } from './page.ts';

const SESSION = 'GET /auth/verify';
const REFRESH = 'POST /auth/refresh-token';
const SIGN_IN = 'POST /auth/login';
const SIGN_OUT = 'POST /auth/logout';
const USERS = 'GET /v1/users';
const ROLES = 'GET /v1/roles';
const UPDATE = 'POST /v1/users/u-1/update';

const ADMINISTRATION = '/admin/create-role';
const SIGN_UP = ['No account yet? Sign up', 'Forgot your password? An administrator can give you another one.'];
const DENIED = 'You do not have sufficient permissions to create roles. Permission level 3 or higher is required.';
const FILL_IN = 'Change only what you need. An empty field stays as it is: a value can be replaced, not cleared.';
const NOW = ['Now: Ada', 'Now: ada@example.org', 'Now: 1', 'Now: Basic User'];
const ADA = { uuid: 'u-1', email: 'ada@example.org', name: 'Ada', organization_id: '1', permission: 2 };

const NOBODY = ['Ready', 'Templates', 'Login', 'Sign up'];
const barOf = (permission: number): string[] => [
  'Ready',
  'Dashboard',
  'Templates',
  'Archives',
  ...(permission >= 3 ? ['User Roles'] : []),
  'Search',
  'Shortcuts',
  'Welcome, ada',
  'Logout',
];

/** Screen of a user who has just come to the page of the administration; below level 3 it has no forms, and makes no calls. */
function arrived(permission: number): Partial<Shown> {
  const navigation = barOf(permission);
  if (permission < 3) {
    return {
      address: ADMINISTRATION,
      headings: ['Access Denied'],
      says: [DENIED],
      offers: ['Go Back'],
      waits: [],
      navigation,
    };
  }
  return {
    address: ADMINISTRATION,
    headings: ['User Management'],
    says: ['Loading users'],
    offers: [],
    waits: [USERS, ROLES],
    navigation,
  };
}

const permissionOf = ({ output }: Given): number => (output as SessionUser).permission;

/** The sign-in page, in the place of a page that needs a user: no user is signed in, and no call of a user is under way any more. */
const signedOut = ({ behind = 0 }: Shown, pagesMore = 0): Partial<Shown> => ({
  address: '/login',
  behind: behind + pagesMore,
  headings: ['Sign in'],
  says: [...SIGN_UP],
  offers: ['Show password', 'Sign In'],
  waits: [],
  navigation: NOBODY,
});

const without = (waits: readonly string[], line: string): string[] => waits.filter((one) => one !== line);

async function fillIn(page: Hands): Promise<void> {
  await page.type('username', 'ada');
  await page.type('password', 'correct horse');
  await page.press('Sign In');
}

/** The sign-in page by the link of the navigation bar, if it is not there. */
async function goToSignIn(page: Hands, memory: Memory): Promise<void> {
  if (memory.get('at') !== '/login') await page.goTo('/login');
  await page.sees('Sign in');
  memory.set('at', '/login');
}

const person = (permission: number): object => ({
  username: 'ada',
  uuid: 'u-1',
  organization: 'Harbour Watch',
  permission,
});
const bodyOf = (output: unknown): object => person((output as SessionUser).permission);

/** A 401 asks for one renewal of the session, and then once more. */
const refusedAgain = async (page: Hands): Promise<void> => {
  await page.reply(REFRESH, {});
  await page.reply(SESSION, {}, 401);
};

/** 1.5 s after the success the person is on the dashboard, and goes on to the administration. */
const goOn = async (page: Hands): Promise<void> => {
  await page.reads('Login successful!');
  await page.pass(1_500);
  await page.asks('GET /v1/templates');
  await page.goTo(ADMINISTRATION);
};

/** Changes the signed-in user's own data, after which the session is checked again. */
async function changeOneself(page: Hands, memory: Memory): Promise<void> {
  await page.reply(USERS, { users: [ADA] });
  if (!memory.has('roles')) await page.reply(ROLES, { roles: [] });
  memory.set('roles', 'there');
  await page.choose('user', 'Ada (ada@example.org)', 'Update a user');
  await page.type('name', 'Ada Byron');
  await page.press('Update User');
  await page.reply(UPDATE, { success: true });
}

const noted =
  (key: string, value: string, shown: After): After =>
  (before, memory, given) => {
    memory.set(key, value);
    return shown(before, memory, given);
  };

const leaves =
  (pagesMore = 0) =>
  (before: Shown, memory: Memory): Partial<Shown> => {
    memory.set('at', '/login');
    memory.delete('form');
    return signedOut(before, pagesMore);
  };

/** A user is signed in now: the screen depends on the user's level alone. */
const enters = (permission: number | null, pagesMore: number) => (before: Shown, memory: Memory, given: Given) => {
  memory.set('at', ADMINISTRATION);
  memory.delete('roles');
  return { ...arrived(permission ?? permissionOf(given)), behind: (before.behind ?? 0) + pagesMore };
};

/** The session was checked again, and goes on with its rights, which may be others now. */
const goesOn: After = (before, memory, given) => {
  const permission = given['output'] === null ? null : permissionOf(given);
  if (permission !== null && permission < 3) return enters(permission, 0)(before, memory, given);
  return { waits: without(before.waits, SESSION) };
};

/** Written from the clauses `s2.access`, `s2.nav`, `s4.auth`, `s6`, `d5`, `d10` and `d13` of `docs/spec-coverage.md`. */
export const authScreen: ScreenSpec = {
  user: null,
  holdsSession: true,
  isWhole: true,
  showsNavigation: true,
  outOfReach({ choice: { label } }, { snapshot }) {
    if (label === 'the session of a wall is sought' || snapshot.matches({ unauthenticated: 'seeking' })) {
      return 'the administration is on no wall: `tests/spec/session/session.test.tsx` has one';
    }
    if (label === 'the pair of Command Docs is told')
      return 'a plain host has none: `tests/spec/templates/templates.test.tsx`';
    return /one-time password|second factor/.test(label) || snapshot.hasTag('due')
      ? 'a plain host says nothing of it: `tests/spec/account/account.test.tsx` has one that does'
      : null;
  },
  address: { start: ADMINISTRATION },
  begin: {
    start: {
      address: ADMINISTRATION,
      headings: [],
      says: ['Verifying authentication...'],
      offers: [],
      waits: [SESSION],
      navigation: NOBODY,
    },
  },
  does: {
    'a sign-in begins': async (page, memory) => {
      await goToSignIn(page, memory);
      await fillIn(page);
    },
    'a sign-in succeeds': async (page, memory) => {
      // A user who has signed in just now sees no form, but for one that is opened again.
      if (memory.get('form') === 'done') {
        await page.goTo('/signup');
        await page.sees('Sign up');
        await page.goTo('/login');
        await page.sees('Sign in');
      }
      if (memory.get('form') !== 'sent') await fillIn(page);
      await page.reply(SIGN_IN, { success: true, ...person(3) });
    },
    'logs out': (page) => page.pressInBar('Logout'),
    'a renewal of the session fails': async (page, memory) => {
      await page.reply(memory.get('at') === ADMINISTRATION ? USERS : SESSION, {}, 401);
      await page.reply(REFRESH, {}, 401);
    },
    'somebody signs out in another tab': (page) => page.signOutElsewhere(),
    'the session is to be checked': changeOneself,
  },
  calls: {
    verifySession: { request: SESSION, body: bodyOf },
    verifyAfterSignIn: { request: SESSION, body: bodyOf },
    revalidateSession: { request: SESSION, body: bodyOf },
    signOut: { request: SIGN_OUT, body: () => ({ success: true }) },
  },
  settles: {
    'verifySession: refused (401)': refusedAgain,
    'revalidateSession: refused (401)': refusedAgain,
    ...Object.fromEntries(
      [
        'still signed in, with more rights',
        'still signed in, with fewer rights',
        'refused (401)',
        'refused (403)',
        'server error (500)',
        'not reached',
      ].map((end) => [`verifyAfterSignIn: ${end}`, goOn]),
    ),
    // The form's message of success is gone by then.
    'somebody signs out in another tab': (page) => page.pass(1_500),
  },
  after: {
    'after 1000 ms': noted('at', '/login', (before) => ({ ...signedOut(before), waits: before.waits })),
    'verifySession: signed in': enters(null, 0),
    'verifySession: refused (401)': leaves(),
    'verifySession: refused (403)': leaves(),
    'verifySession: server error (500)': leaves(),
    'verifySession: not reached': leaves(),

    // The look at the session is taken back: the sign-in wins.
    'a sign-in begins': noted('form', 'sent', (before) => ({
      ...signedOut(before, before.address === '/login' ? 0 : 1),
      says: ['Signing in', ...SIGN_UP],
      offers: ['Show password'],
      waits: [`${SIGN_IN} {"username":"ada","password":"correct horse"}`],
    })),
    'a sign-in succeeds': (before, memory) => {
      const isSignedUp = memory.get('form') === 'done';
      memory.set('form', 'done');
      return {
        ...signedOut(before, isSignedUp ? 2 : 0),
        says: ['Login successful!', ...SIGN_UP],
        offers: ['Show password'],
      };
    },
    'after 100 ms': () => ({ waits: [SESSION] }),
    'verifyAfterSignIn: still signed in, with more rights': enters(null, 2),
    'verifyAfterSignIn: still signed in, with fewer rights': enters(null, 2),
    // The login's own reply serves.
    'verifyAfterSignIn: refused (401)': enters(3, 2),
    'verifyAfterSignIn: refused (403)': enters(3, 2),
    'verifyAfterSignIn: server error (500)': enters(3, 2),
    'verifyAfterSignIn: not reached': enters(3, 2),

    'the session is to be checked': () => ({
      headings: ['User Management', 'Assign a role', 'Update a user'],
      says: [FILL_IN, ...NOW, 'User updated successfully!'],
      offers: ['Assign Role', 'Update User'],
      waits: [SESSION, USERS],
    }),
    'revalidateSession: still signed in, with more rights': goesOn,
    'revalidateSession: still signed in, with fewer rights': goesOn,
    'revalidateSession: server error (500)': goesOn,
    'revalidateSession: not reached': goesOn,
    'revalidateSession: refused (401)': leaves(),
    'revalidateSession: refused (403)': leaves(),

    'a renewal of the session fails': leaves(),
    // The form that said its success has gone to the dashboard, which leads back to it.
    'somebody signs out in another tab': (before, memory) =>
      leaves(memory.get('form') === 'done' && memory.get('at') === '/login' ? 1 : 0)(before, memory),

    'logs out': (before) => ({
      waits: [...without(before.waits, SESSION), SIGN_OUT],
      navigation: (before.navigation ?? []).map((words) => (words === 'Logout' ? 'Logging out' : words)),
    }),
    // By way of the dashboard, which only shows to those who are signed in.
    'signOut: signed out': leaves(1),
    'signOut: unknown to the host (404)': leaves(1),
    'signOut: server error (500)': leaves(1),
    'signOut: not reached': leaves(1),
  },
};
