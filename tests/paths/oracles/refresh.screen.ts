import type { Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Hands, Shown } from './page.ts';

const REFRESH = 'POST /auth/refresh-token';
const SIGN_IN = 'POST /auth/login';
const TEMPLATES = 'GET /v1/templates';
/** The page makes three calls at once. Here they fail in an order of their own. */
const CALLS = ['GET /v1/templates/t-1/wips', 'GET /v1/wips/w-1/archives', TEMPLATES];
const ADDRESS = '/archives?template=t-1&wip=w-1';
const person = { username: 'ada', uuid: 'u-1', permission: 2 };

const opened: Shown = {
  address: ADDRESS,
  headings: ['Archives', 'Submitted archives'],
  says: ['Refreshing', 'Loading templates', 'Loading works in progress', 'Loading archives'],
  offers: [],
  waits: [TEMPLATES, 'GET /v1/templates/t-1/wips', 'GET /v1/wips/w-1/archives'],
  navigation: ['Ready', 'Dashboard', 'Templates', 'Archives', 'Search', 'Shortcuts', 'Welcome, ada', 'Logout'],
};

/** How many calls wait for the renewal. */
const waitingIn = (memory: Memory): number => Number(memory.get('waiting') ?? 0);

async function open(page: Hands): Promise<void> {
  await page.goTo(ADDRESS);
  for (const line of CALLS) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- all of them are there in the end
    await page.asks(`${line}$`);
  }
}

/** How many calls were sent a second time. */
const retriedIn = (memory: Memory): number => Number(memory.get('retried') ?? 0);

/** A call that was sent before the renewal is refused after it: it is sent again. */
async function refuseLate(page: Hands, memory: Memory): Promise<void> {
  const line = `${CALLS[retriedIn(memory)] ?? ''}$`;
  await page.reply(line, {}, 401);
  await page.asks(line);
  memory.set('retried', String(retriedIn(memory) + 1));
}

/** After a renewal what was sent twice is not sent a third time. */
async function leaveAndComeBack(page: Hands, memory: Memory): Promise<void> {
  // oxlint-disable-next-line eslint/no-await-in-loop -- one call after the other
  while (retriedIn(memory) < CALLS.length) await refuseLate(page, memory);
  await page.reply(`${CALLS[0] ?? ''}$`, {}, 401);
  await page.goTo('/dashboard');
  await page.sees('Dashboard');
  await open(page);
}

async function signIn(page: Hands): Promise<void> {
  await page.sees('Sign in');
  await page.type('username', 'ada');
  await page.type('password', 'correct horse');
  await page.press('Sign In');
  await page.reply(SIGN_IN, { success: true, ...person });
  await page.reads('Login successful!');
  await page.pass(1_500);
  await page.sees('Dashboard');
  await open(page);
}

/** After a renewal that failed no user is signed in, and no call that waited is sent again. */
const signedOut = ({ behind = 0 }: Shown, memory: Memory): Partial<Shown> => {
  memory.set('end', 'failed');
  memory.set('waiting', '0');
  return {
    address: '/login',
    behind,
    headings: ['Sign in'],
    says: ['No account yet? Sign up', 'Forgot your password? An administrator can give you another one.'],
    offers: ['Show password', 'Sign In'],
    waits: [],
    navigation: ['Ready', 'Templates', 'Login', 'Sign up'],
  };
};

/** `s4.refresh.once`: one refresh at a time; calls that fail meanwhile wait, and each is sent once more. */
export const refreshScreen: ScreenSpec = {
  user: person,
  showsNavigation: true,
  address: { start: ADDRESS },
  begin: { start: opened },
  does: {
    'a call fails with 401': async (page, memory) => {
      if (memory.get('end') === 'renewed') await leaveAndComeBack(page, memory);
      if (memory.get('end') === 'failed') await signIn(page);
      await page.reply(`${CALLS[waitingIn(memory)] ?? ''}$`, {}, 401);
    },
    'a call from before the renewal fails with 401': (page, memory) => refuseLate(page, memory),
  },
  calls: { refreshToken: { request: REFRESH, body: () => ({ success: true }) } },
  after: {
    'a call fails with 401': ({ behind = 0 }, memory) => {
      // Both ways back lead by the dashboard.
      const pages = memory.has('end') ? 2 : 0;
      memory.delete('end');
      const waiting = waitingIn(memory) + 1;
      memory.set('waiting', String(waiting));
      const others = opened.waits.filter((line) => !CALLS.slice(0, waiting).includes(line));
      // The first one asked for it when the others were under way.
      return { ...opened, behind: behind + pages, waits: [...others, REFRESH] };
    },
    'a call from before the renewal fails with 401': ({ waits }, memory) => {
      const line = CALLS[retriedIn(memory) - 1] ?? '';
      return { waits: [...waits.filter((one) => one !== line), line] };
    },
    'refreshToken: renewed': ({ waits }, memory) => {
      const waiting = waitingIn(memory);
      memory.set('retried', String(waiting));
      memory.set('end', 'renewed');
      memory.set('waiting', '0');
      return { waits: [...waits.filter((line) => line !== REFRESH), ...CALLS.slice(0, waiting)] };
    },
    'refreshToken: refused (401)': signedOut,
    'refreshToken: not reached': signedOut,
  },
};
