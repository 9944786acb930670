import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INITIAL_AUTH_CHECK_TIMEOUT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { type Cut, cuts, CUT_HEADER, type Line, openLine } from '#tests/support/line.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { shows } from '#tests/support/shows.ts';
import { hold, isThere, lateNotice } from './first-load.ts';
import { type DemoScreen, screens } from './screens.ts';
import { type AppWindow, openBrowser, type Windows } from './windows.ts';

/** Windows that load pages side by side. */
const AT_ONCE = 4;
/** The application's own file. */
const APPLICATION = '**/assets/index-*.js';
/** A slow line, in milliseconds and bytes a second. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** Whatever the line, a page is there by then, in milliseconds; a machine that is busy with other tests included. */
const LIMIT = 40_000;

let line: Line;
let server: TestServer;
let windows: Windows;
let people: Record<DemoScreen['who'], AppWindow>;

beforeAll(async () => {
  line = await openLine();
  const env = { READY_PUBLIC_URL: line.origin, PORT: line.port };
  [server, windows] = await Promise.all([startServer({ env }), openBrowser()]);
  const [admin, visitor] = [await windows.open(line.origin), await windows.open(line.origin)];
  await admin.signIn({ username: 'amir', password: 'ready-demo-3' });
  people = { admin, visitor };
});
afterAll(async () => {
  expect(windows.complaints).toEqual([]);
  await windows.close();
  await Promise.all([server.stop(), line.close()]);
});

/**
 * Runs one after the other in each of some windows of a person.
 * @param prepare called once for each window
 * @returns what went wrong
 */
async function inWindows<T>(
  owner: AppWindow,
  all: readonly T[],
  run: (page: Page, one: T) => Promise<void>,
  prepare?: (page: Page) => Promise<void>,
): Promise<string[]> {
  const left = [...all];
  const problems: string[] = [];
  const work = async (): Promise<void> => {
    const { page } = await owner.sibling();
    await prepare?.(page);
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other in this window
      await run(page, one).catch((error: unknown) => problems.push(`${JSON.stringify(one)}: ${String(error)}`));
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problems;
}

const gaps = [50, 300, 1_500];
const signedIn = screens.filter(({ who }) => who === 'admin');
const signedOut = [
  ...screens.filter(({ who }) => who === 'visitor'),
  { name: 'dashboard, signed out', who: 'visitor', path: paths.dashboard(), ready: 'Sign In' } as const,
];

describe('every screen starts when its page comes in two pieces, 50 to 1,500 ms apart', () => {
  const all = (Object.keys(cuts) as Cut[]).flatMap((cut) => [
    { cut, who: 'admin' as const, seen: signedIn },
    { cut, who: 'visitor' as const, seen: signedOut },
  ]);
  it.each(all)('cut $cut ($who)', async ({ cut, who, seen }) => {
    const loads = seen.flatMap(({ path, ready }) => gaps.map((gap) => ({ path, ready, gap })));
    const before = line.cuts();
    const problems = await inWindows(people[who], loads, async (page, { path, ready, gap }) => {
      await page.setExtraHTTPHeaders({ [CUT_HEADER]: `${cut}/${gap}` });
      await page.goto(path, { waitUntil: 'commit' });
      await isThere(page, ready, LIMIT);
    });
    expect(problems).toEqual([]);
    expect(line.cuts() - before).toBe(loads.length);
  });
});

it.each([{ isCached: false }, { isCached: true }])(
  'every screen starts on a line of 400 ms and 50 kB a second (files in the cache: $isCached)',
  async ({ isCached }) => {
    const onSlowLine = async (page: Page, { path, ready }: DemoScreen): Promise<void> => {
      const devTools = await page.context().newCDPSession(page);
      if (isCached) {
        await page.goto(path);
        await isThere(page, ready, LIMIT);
      }
      await devTools.send('Network.enable');
      await devTools.send('Network.setCacheDisabled', { cacheDisabled: !isCached });
      await devTools.send('Network.emulateNetworkConditions', SLOW);
      await (isCached ? page.reload({ waitUntil: 'commit' }) : page.goto(path, { waitUntil: 'commit' }));
      await isThere(page, ready, LIMIT);
      await devTools.detach();
    };
    for (const who of ['admin', 'visitor'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one person after the other
      expect(
        await inWindows(
          people[who],
          screens.filter((screen) => screen.who === who),
          onSlowLine,
        ),
      ).toEqual([]);
    }
  },
);

it('without the application’s file the page says after ten seconds that it has not started, and loads again', async () => {
  const { page } = await people.visitor.sibling();
  await page.route(APPLICATION, (route) => route.abort());
  await page.goto(paths.dashboard());
  await page.getByText('Verifying authentication...').waitFor();
  const notice = lateNotice(page);
  const delays = await page.evaluate(() => document.getAnimations().map(({ effect }) => effect?.getTiming().delay));
  expect(delays).toContain(10_000);
  expect(await notice.isVisible()).toBe(false);
  await notice.waitFor();
  expect(await notice.textContent()).toContain('Ready has not started');
  await page.getByText('Verifying authentication...').waitFor({ state: 'hidden' });
  await page.unroute(APPLICATION);
  await page.locator('#shell').getByRole('link', { name: 'Reload' }).click();
  await isThere(page, 'Sign In');
  await page.close();
});

it('the page starts without its own script too', async () => {
  const { page } = await people.admin.sibling();
  await page.route('**/archives', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script nonce[^>]*>[^]*?<\/script>/, '');
    await route.fulfill({ response, body });
  });
  await page.goto(paths.archives());
  await isThere(page, 'Getting Started');
  expect(await page.evaluate(() => window.readyReplies)).toBeUndefined();
  await page.close();
});

type Frame = [at: number, isSeen: boolean];

/** Runs in the page: notes at each frame whether the words are seen. */
function watchVerifying(): void {
  const frames: Frame[] = [];
  Reflect.set(window, 'frames', frames);
  const isSeen = (element: Element): boolean =>
    element.textContent === 'Verifying authentication...' &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const look = (): void => {
    frames.push([performance.now(), [...document.querySelectorAll('[role=status] > span')].some(isSeen)]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new MutationObserver(() => {
    const isSwapped = document.querySelector('#root > :not(#shell, #painted)') !== null;
    if (isSwapped && !Reflect.has(window, 'swap')) Reflect.set(window, 'swap', performance.now());
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page: a busy machine would come to the end of the longest check while this test looks. */
function withoutCap(cap: number): void {
  const later = window.setTimeout.bind(window);
  Reflect.set(window, 'setTimeout', (run: () => void, ms = 0) => later(run, ms === cap ? 100 * cap : ms));
}

it(
  shows(
    's2.access.verifying',
    'd31.first-paint',
  )('every protected address shows that the session is being checked, from the first paint until the check has ended'),
  async () => {
    const CHECK = 700;
    const protectedScreens = signedIn.filter(({ path }) => path !== paths.login());
    const problems = await inWindows(
      people.admin,
      protectedScreens,
      async (page, { path, ready }) => {
        await page.goto(path, { waitUntil: 'commit' });
        await isThere(page, ready, LIMIT);
        const { frames, paint, end, swap } = await page.evaluate(() => ({
          frames: Reflect.get(window, 'frames') as unknown as Frame[],
          swap: Number(Reflect.get(window, 'swap')),
          paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
          end: performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.endsWith('/auth/verify'))
            .map(({ startTime, duration }) => startTime + duration)[0],
        }));
        const during = frames.filter(([at]) => at >= paint && at <= (end ?? 0));
        // The words of the page itself, and then those of the application.
        expect([during.some(([at]) => at < swap), during.some(([at]) => at > swap)]).toEqual([true, true]);
        expect(during.filter(([, isSeen]) => !isSeen)).toEqual([]);
        expect(frames.at(-1)?.[1]).toBe(false);
      },
      async (page) => {
        await page.addInitScript(watchVerifying);
        await page.addInitScript(withoutCap, INITIAL_AUTH_CHECK_TIMEOUT);
        await page.route('**/auth/verify', async (route) => {
          const response = await route.fetch();
          const isDrawn = page.locator('#root > :not(#shell, #painted)').first();
          await Promise.all([new Promise((done) => setTimeout(done, CHECK)), isDrawn.waitFor({ state: 'attached' })]);
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
          await route.fulfill({ response }).catch(() => undefined);
        });
      },
    );
    expect(problems).toEqual([]);
  },
);

it('who has no session can sign in at once, while the check of the session goes on for ever', async () => {
  const window = await windows.open(line.origin);
  const letIn = await hold(window.page, '**/auth/verify');
  await window.goto(paths.login());
  await window.fillSignIn('dana', 'ready-demo-2');
  await window.sees('Login successful!');
  letIn();
  await window.page.waitForURL('**/dashboard');
});
