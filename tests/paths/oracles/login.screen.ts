import type { ScreenSpec } from '../drivers/screen-walk.ts';
import type { Hands, Shown } from './page.ts';

const SIGN_UP = ['No account yet? Sign up', 'Forgot your password? An administrator can give you another one.'];

const form: Shown = {
  address: '/login',
  headings: ['Sign in'],
  says: [...SIGN_UP],
  offers: ['Show password', 'Sign In'],
  waits: [],
};
const refused = (text: string) => (): Partial<Shown> => ({ ...form, says: [text, ...SIGN_UP] });

async function signIn(page: Hands, password: string): Promise<void> {
  await page.type('username', 'ada');
  await page.type('password', password);
  await page.press('Sign In');
}

/** Written from the clauses `s2.login`, `s4.login` and `s8.login` of `docs/spec-coverage.md`. */
export const loginScreen: ScreenSpec = {
  user: null,
  outOfReach: ({ choice }) =>
    choice.label === 'signIn: asked for a code'
      ? 'A plain host asks for none: tests/spec/session/login.test.tsx has one that does.'
      : ['chooses the provider', 'exchangeAnswer: signed in'].includes(choice.label)
        ? 'A plain host has no provider: tests/spec/session/login.test.tsx and tests/e2e/people/provider.test.ts have one.'
        : null,
  address: {
    start: '/login',
    'in the place of a wall': '/wip-dashboard/w-1?wall',
    'back from the provider': '/login/return?code=c&state=s',
  },
  begin: {
    start: form,
    'in the place of a wall': form,
    'back from the provider': {
      ...form,
      says: ['Signing you in…'],
      offers: [],
      waits: ['POST /auth/provider/return {"answer":"?code=c&state=s"}'],
    },
  },
  does: {
    types: (page) => page.type('username', 'ad'),
    'signs in': (page) => signIn(page, 'correct horse'),
  },
  calls: {
    exchangeAnswer: { request: 'POST /auth/provider/return', body: (output) => output },
    signIn: { request: 'POST /auth/login', body: (user) => ({ success: true, ...(user as object) }), signsIn: true },
  },
  after: {
    types: () => ({}),
    // The session is checked behind the form: no user is signed in.
    'after 8000 ms': () => ({}),
    'after 60000 ms': () => ({}),
    'signs in': () => ({
      says: ['Signing in', ...SIGN_UP],
      offers: ['Show password'],
      waits: ['POST /auth/login {"username":"ada","password":"correct horse"}'],
    }),
    'signIn: signed in': () => ({ says: ['Login successful!', ...SIGN_UP], waits: [] }),
    'signIn: unauthorized (401)': refused('Invalid username or password. Please try again.'),
    'signIn: too many (429)': refused('Too many login attempts. Please wait before trying again.'),
    'signIn: server error (500)': refused('Server error. Please try again later.'),
    'signIn: not reached': refused('Login failed. Please check your connection and try again.'),
    'signIn: no answer in time': refused('Login failed. Please check your connection and try again.'),
    'exchangeAnswer: refused (403)': refused('Login failed. Please check your connection and try again.'),
    'exchangeAnswer: no answer in time': refused('Login failed. Please check your connection and try again.'),
    'after 1500 ms': () => ({
      address: '/dashboard',
      headings: ['Dashboard'],
      says: ['Loading documents'],
      offers: [],
      waits: ['GET /v1/templates'],
    }),
  },
};
