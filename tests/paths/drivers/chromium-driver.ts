import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Driver, Walker } from 'chart-walks';
import { ChromiumHands, documentTexts, readPage } from './chromium-hands.ts';
import { ChromiumHost } from './chromium-host.ts';
import { holdFrame, keepTime, watchPage } from './chromium-page.ts';
import { ChromiumStreams, type OpenStreams } from './chromium-streams.ts';
import { until } from './chromium-wait.ts';
import { TIME_OUT } from './held-calls.ts';
import { checkShown, type ScreenSpec, ScreenWalk, type WalkedScreen } from './screen-walk.ts';
import type { Shown } from '../oracles/page.ts';
import { seeDocument, seeNavigation } from '../oracles/see.ts';

/** Time that a screen may take to show the right content, in real milliseconds; no time passes for the application. */
const PATIENCE = 45_000;
/** Time within which a document in its frame, which has a clock of its own, answers the page, in milliseconds of the page's clock. */
const ANSWERS_WITHIN = 1_000;

/** Browser and server with which the built application is walked. */
export type Chromium = {
  browser: Browser;
  /** Serves the built application. */
  origin: string;
  /** Event streams that the server holds open. */
  streams: OpenStreams;
  /** Called with the page that a walk opens, before the application loads. */
  onPage?: (page: Page) => void;
};

/** Creates a browser profile whose clock only the walk advances, except in the documents' frames. */
async function newContext({ browser, origin }: Chromium, spec: ScreenSpec, begin: string): Promise<BrowserContext> {
  const width = spec.width?.[begin];
  const context = await browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    ...(width !== undefined && { viewport: { width, height: 740 } }),
  });
  await context.addInitScript(keepTime);
  await context.addInitScript(() => {
    // Random waits are the shortest.
    let drawn = 0;
    Math.random = () => (drawn += 1e-9);
    // A script acts in the place of a user, and while the clock is stopped no press is newer than another.
    Reflect.deleteProperty(Navigator.prototype, 'userActivation');
  });
  await context.clock.install({ time: 0 });
  await context.clock.pauseAt(1_000);
  await context.addInitScript(holdFrame, spec.holdsDocument ?? false);
  await context.addInitScript({ content: `(${watchPage.toString()})(${seeDocument.toString()})` });
  return context;
}

/**
 * Walks the screens of the built application in a real browser, with the same descriptions that `jsdomDriver` uses: each request is held on its way to
 * the network, and the page's clock is stopped.
 * @param spec the screen
 * @param chromium the browser, and the address of the application
 */
export function chromiumDriver(spec: WalkedScreen, chromium: Chromium): Driver {
  return async ({ label: begin }) => {
    const walk = new ScreenWalk(spec, begin);
    const context = await newContext(chromium, spec, begin);
    const streams = new ChromiumStreams(chromium.streams);
    const host = await ChromiumHost.of(context, spec, streams);
    const page = await context.newPage();
    chromium.onPage?.(page);
    page.setDefaultTimeout(PATIENCE);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    let begun = 0;

    const see = async (): Promise<Shown & { calls: number }> => {
      const read = await readPage(page);
      const documents = await documentTexts(page);
      return {
        ...read.seen,
        behind: read.seen.behind - begun,
        waits: host.held.lines(),
        ...(documents.length > 0 ? { documents } : {}),
        ...(spec.showsNavigation ? { navigation: await page.evaluate(seeNavigation) } : {}),
        ...(spec.showsStreams ? { streams: read.streams } : {}),
        ...(host.leaves.length > 0 ? { leaves: [...host.leaves] } : {}),
        calls: read.calls,
      };
    };
    const look = async (): Promise<Shown> => {
      const end = performance.now() + PATIENCE;
      for (;;) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- a call that the page has made and the host has not is on its way
        const { calls, ...shown } = await see();
        if (calls === shown.waits.length || performance.now() > end) return shown;
      }
    };
    const pass = async (milliseconds: number): Promise<void> => {
      for (let left = milliseconds; left >= 0; left -= ANSWERS_WITHIN) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one stretch after the other
        await context.clock.runFor(Math.min(left, ANSWERS_WITHIN));
        // oxlint-disable-next-line eslint/no-await-in-loop -- the frames answer in between
        await Promise.all(page.frames().map((frame) => frame.evaluate(() => undefined).catch(() => undefined)));
      }
    };
    const become = async (): Promise<void> => {
      const end = performance.now() + PATIENCE;
      const isRight = async (): Promise<boolean> => isDeepStrictEqual(asItReads(await look()), asItReads(walk.wanted));
      // oxlint-disable-next-line eslint/no-await-in-loop -- the screen needs its time
      while (!(await isRight()) && performance.now() < end) await context.clock.runFor(0);
    };

    await page.goto(walk.address, { waitUntil: 'load' });
    // The shell of the page itself gives way to the application.
    const shell = page.locator('.shell');
    const { awaitsFacts } = spec;
    if (awaitsFacts !== undefined) {
      await until('What is asked for first', () => host.held.lines().length > 0);
      await host.quiet();
      await until('The screen', async () => {
        await context.clock.runFor(awaitsFacts);
        return (await shell.count()) === 0;
      });
    }
    await shell.waitFor({ state: 'detached' });
    await host.quiet();
    const hands = new ChromiumHands(page, { host, streams, pass });
    await walk.prepare(hands);
    begun = (await readPage(page)).seen.behind;

    const walker: Walker = {
      act: (label, events) => walk.act(hands, label, events),
      answer: async (invoke, outcome) => {
        const { request, answerOf, user } = walk.end(invoke, outcome);
        if (user) host.signIn(user);
        if (!(await host.answer(request, answerOf))) await pass(TIME_OUT);
      },
      wait: async (milliseconds) => {
        walk.wait();
        await pass(milliseconds);
      },
      look,
      expect: async (_moment, label) => {
        if (label !== null) await walk.goOn(hands, label);
        await become();
        // A correct screen has to stay correct.
        const found = await look();
        checkShown(asItReads(found), asItReads(walk.wanted), (await readPage(page)).streams);
        if (problems.length > 0) throw new Error(`The page threw: ${problems.join('; ')}`);
        host.leaves = [];
      },
      end: async () => {
        streams.end();
        await context.close();
      },
    };
    return walker;
  };
}

/** Shows the notation of a link, which the host receives, as the link's text, like the page does. Blanks beside it are left to the frame's own tests. */
const asItReads = ({ documents = [], ...rest }: Shown): Shown => ({
  ...rest,
  documents: documents.map((text) =>
    text.replace(/https?:[^\s[\]]+\[([^\],]*)(?:,window=_top)?\]/g, '$1').replace(/\s+/g, ''),
  ),
});
