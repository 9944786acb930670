import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { INITIAL_AUTH_CHECK_TIMEOUT } from '#common/config/constants.ts';
import { OLDEST_BROWSERS } from '#config/browsers.ts';
import { paths } from '#common/config/paths.ts';
import { type Cut, cuts, CUT_HEADER, openLine } from '#tests/support/line.ts';
import { shows } from '#tests/support/shows.ts';
import { inFull, isFull } from '../../tools/test/suites.ts';
import { it as test, startDemo } from './app-test.ts';
import { isThere, lateNotice, showLateNotice } from './first-load.ts';
import { type DemoScreen, sampleScreens as screens } from './screens.ts';
import type { AppWindow } from './windows.ts';

/** Number of windows that load pages at the same time. */
const AT_ONCE = 4;
/** The application's own file. */
const APPLICATION = '**/assets/index-*.js';
/** A slow line, in milliseconds and bytes a second. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** The longest wait for a page on any line, in milliseconds: a busy machine is no failure. */
const LIMIT = 40_000;

/** The pages are loaded over a line that the tests cut. */
const it = test
  .extend('line', { scope: 'file' }, async ({}, { onCleanup }) => {
    const line = await openLine();
    onCleanup(() => line.close());
    return line;
  })
  .extend('server', { scope: 'file' }, async ({ line }, { onCleanup }) => {
    const server = await startDemo(onCleanup, { env: { READY_PUBLIC_URL: line.origin, PORT: line.port } });
    return { ...server, origin: line.origin };
  });

/**
 * Distributes tests among windows of one profile, each of which runs its own in sequence.
 * @param prepare called once for each window
 * @returns the failures
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
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, work));
  return problems;
}

/** Bypasses service workers: from the second load on a wall's page is loaded through one, whose own request has no header for cuts. */
async function withoutServiceWorker(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setBypassServiceWorker', { bypass: true });
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
  // A full run cuts at every place.
  const few = all.filter(({ cut, who }) => (cut === 'in the head') === (who === 'admin') && /head|root/.test(cut));
  it.for(isFull ? all : few)('cut $cut ($who)', async ({ cut, who, seen }, { line, admin, visitor }) => {
    // Each screen is tested with each gap and each cut, but not with both at once: five times as many pages would show nothing more.
    const turn = Object.keys(cuts).indexOf(cut);
    const loads = seen.map(({ path, ready }, at) => ({ path, ready, gap: gaps[(at + turn) % gaps.length] }));
    const before = line.cuts();
    const load = async (page: Page, { path, ready, gap }: (typeof loads)[number]): Promise<void> => {
      await page.setExtraHTTPHeaders({ [CUT_HEADER]: `${cut}/${gap}` });
      await page.goto(path, { waitUntil: 'commit' });
      await isThere(page, ready, LIMIT);
    };
    const problems = await inWindows(who === 'admin' ? admin : visitor, loads, load, withoutServiceWorker);
    expect(problems).toEqual([]);
    expect(line.cuts() - before).toBe(loads.length);
  });
});

inFull(it.for([{ isCached: false }, { isCached: true }]))(
  'every screen starts on a line of 400 ms and 50 kB a second (files in the cache: $isCached)',
  async ({ isCached }, { admin, visitor }) => {
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
          who === 'admin' ? admin : visitor,
          screens.filter((screen) => screen.who === who),
          onSlowLine,
        ),
      ).toEqual([]);
    }
  },
);

it('without the application’s file the page says after ten seconds that it has not started, and loads again', async ({
  visitor,
}) => {
  const { page } = await visitor.sibling();
  await page.route(APPLICATION, (route) => route.abort());
  await page.goto(paths.dashboard());
  await page.getByText('Verifying authentication...').waitFor();
  const notice = lateNotice(page);
  const delays = await page.evaluate(() => document.getAnimations().map(({ effect }) => effect?.getTiming().delay));
  expect(delays).toContain(10_000);
  expect(await notice.isVisible()).toBe(false);
  await showLateNotice(page);
  expect(await notice.textContent()).toContain('Ready has not started');
  await page.getByText('Verifying authentication...').waitFor({ state: 'hidden' });
  await page.unroute(APPLICATION);
  await page.locator('#shell').getByRole('link', { name: 'Reload' }).click();
  await isThere(page, 'Sign In');
  await page.close();
});

describe('a wall loads itself again', () => {
  it.for([
    { what: 'the application’s file', missing: APPLICATION, says: 'Ready has not started' },
    {
      what: 'the file of its styles',
      missing: '**/assets/screens-*.css',
      says: 'This page could not be shown',
    },
    { what: 'the code of its screen', missing: '**/assets/display.route-*.js', says: 'This page could not be shown' },
  ])('when $what has not come, and comes now', async ({ missing, says }, { visitor, server, complaints }) => {
    const { page } = await visitor.sibling();
    await page.clock.install();
    await page.route(missing, (route) => route.abort());
    await page.goto(paths.display(), { waitUntil: 'commit' });
    if (missing === APPLICATION) await showLateNotice(page);
    const notice = page.getByRole('alert').filter({ hasText: says });
    await notice.waitFor();
    expect(await notice.textContent()).toContain('This wall loads itself again within half a minute');

    // While the server is stopped nothing is loaded: the browser's own error page would be the end.
    let asked = 0;
    await page.route(`${server.origin}${paths.display()}`, async (route) => {
      asked += 1;
      await route.abort();
    });
    const passes = async (): Promise<number> => {
      await page.clock.runFor(15_000);
      return asked;
    };
    await expect.poll(passes, { timeout: 30_000 }).toBeGreaterThan(0);
    await notice.waitFor();

    await page.unrouteAll();
    await page.clock.runFor(30_000);
    await isThere(page, 'Pair this screen');
    await page.close();
    const isOfTheMissing = (complaint: string): boolean =>
      /dynamically imported module|css did not load/.test(complaint);
    expect(complaints.splice(0).filter((complaint) => !isOfTheMissing(complaint))).toEqual([]);
  });
});

/** Text for a browser that is too old. */
const TOO_OLD = `This browser is too old for Ready. It works in ${OLDEST_BROWSERS}.`;

describe('a browser that is too old is told so, with the versions', () => {
  const lacks: [string, () => void][] = [
    ['AbortSignal.timeout', () => void Reflect.deleteProperty(AbortSignal, 'timeout')],
    ['adopted style sheets', () => void Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets')],
  ];
  test.for(isFull ? lacks : lacks.slice(0, 1))('when it lacks %s', async ([, take], { person, complaints }) => {
    await person.page.addInitScript(take);
    await person.page.goto('/login');
    await person.page.getByText(TOO_OLD).waitFor();
    expect(await person.page.getByRole('button').count()).toBe(0);
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/^uncaught: /)]);
  });

  test('when it cannot read the application', async ({ person, complaints }) => {
    const { page } = person;
    const body = 'const future = |> syntax';
    await page.route(APPLICATION, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto('/login');
    await page.getByText(TOO_OLD).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/^uncaught: .*\|/)]);
    await page.unroute(APPLICATION);
    // Once the application has started, an error in its own files does not concern the browser; neither does another script's before.
    await page.addInitScript(() => {
      const unreadable = (filename: string): boolean =>
        dispatchEvent(new ErrorEvent('error', { error: new SyntaxError('no'), filename }));
      setTimeout(() => unreadable('chrome-extension://x/script.js'));
      Object.assign(window, { unreadable });
    });
    await page.reload();
    await isThere(page, 'Sign In');
    await page.evaluate(() =>
      (window as unknown as { unreadable: (file: string) => void }).unreadable('http://x/assets/index-1.js'),
    );
    expect(await page.getByRole('textbox', { name: /^Username/ }).isVisible()).toBe(true);
    expect(await page.getByText(TOO_OLD).isVisible()).toBe(false);
  });
});

it('the page starts without its own script too', async ({ admin }) => {
  const { page } = await admin.sibling();
  await page.route('**/archives', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = (await response.text()).replace(/<script nonce[^>]*>[^]*?<\/script>/, '');
    await route.fulfill({ response, body });
  });
  await page.goto(paths.archives());
  await isThere(page, 'Getting Started');
  expect(await page.evaluate(() => window.readyReplies)).toBeUndefined();
  await page.close();
});

type Frame = [at: number, isSeen: boolean];

/** Runs in the page: records at each frame if the words are visible. */
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

/** Runs in the page: extends the cap of the session check, which on a busy machine would pass during the check. */
function withoutCap(cap: number): void {
  const later = window.setTimeout.bind(window);
  Reflect.set(window, 'setTimeout', (run: () => void, ms = 0) => later(run, ms === cap ? 100 * cap : ms));
}

it(
  shows(
    's2.access.verifying',
    'd31.first-paint',
  )('every protected address shows that the session is being checked, from the first paint until the check has ended'),
  async ({ admin }) => {
    const CHECK = 700;
    const protectedScreens = signedIn.filter(({ path }) => path !== paths.login());
    const problems = await inWindows(
      admin,
      protectedScreens,
      async (page, { path, ready }) => {
        await page.goto(path, { waitUntil: 'commit' });
        await isThere(page, ready, LIMIT);
        // The last recorded frame may be the one before.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
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
        // First the shell shows the words, then the application.
        expect([during.some(([at]) => at < swap), during.some(([at]) => at > swap)]).toEqual([true, true]);
        expect(during.filter(([, isSeen]) => !isSeen)).toEqual([]);
        expect(frames.at(-1)?.[1]).toBe(false);
      },
      async (page) => {
        await page.addInitScript(watchVerifying);
        await page.addInitScript(withoutCap, INITIAL_AUTH_CHECK_TIMEOUT);
        await page.route('**/auth/verify', async (route) => {
          const response = await route.fetch({ maxRetries: 3 });
          const isDrawn = page.locator('#root > :not(#shell, #painted)').first();
          await Promise.all([new Promise((done) => setTimeout(done, CHECK)), isDrawn.waitFor({ state: 'attached' })]);
          // A frame of the application was recorded.
          await page.waitForFunction(() =>
            (Reflect.get(window, 'frames') as unknown as Frame[]).some(
              ([at]) => at > Number(Reflect.get(window, 'swap')),
            ),
          );
          await route.fulfill({ response }).catch(() => undefined);
        });
      },
    );
    expect(problems).toEqual([]);
  },
);
