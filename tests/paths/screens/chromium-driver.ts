import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Driver, Walker } from '../engine/driver.ts';
import { ChromiumHands, documentTexts, readPage } from './chromium-hands.ts';
import { ChromiumHost } from './chromium-host.ts';
import { holdFrame, keepTime, watchPage } from './chromium-page.ts';
import { ChromiumStreams, type OpenStreams } from './chromium-streams.ts';
import { until } from './chromium-wait.ts';
import type { Given, Memory, ScreenSpec } from './jsdom-driver.tsx';
import { plain, type Shown } from './page.ts';
import { seeDocument, seeNavigation } from './see.ts';

/** How long a screen may take to show what it has to, in real milliseconds; no time passes for the application. */
const PATIENCE = 45_000;
/** A document in its frame, which keeps its own time, answers the page within so much of the page's. */
const ANSWERS_WITHIN = 1_000;

/** Where the built application is walked. */
export type Chromium = {
  browser: Browser;
  /** Serves the built application. */
  origin: string;
  /** The event streams that it holds open. */
  streams: OpenStreams;
  /** Told of the page that a walk opens, before the application is there. */
  onPage?: (page: Page) => void;
};

function lineOf<T>(lines: Readonly<Record<string, T>>, label: string, file: string, what: string): T {
  const line = lines[label];
  if (line === undefined) throw new Error(`${file} does not know '${label}': write ${what}: { '${label}': … }.`);
  return line;
}

/** A profile of its own whose clock stands still, but for the documents' frames. */
async function newContext({ browser, origin }: Chromium, spec: ScreenSpec, begin: string): Promise<BrowserContext> {
  const width = spec.width?.[begin];
  const context = await browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    ...(width !== undefined && { viewport: { width, height: 740 } }),
  });
  await context.addInitScript(keepTime);
  await context.clock.install({ time: 0 });
  await context.clock.pauseAt(1_000);
  await context.addInitScript(holdFrame, spec.holdsDocument ?? false);
  await context.addInitScript({ content: `(${watchPage.toString()})(${seeDocument.toString()})` });
  return context;
}

/**
 * Walks the screens of the built application in a real browser, with the same descriptions that `jsdomDriver` uses: each request is held on its way to
 * the network, and the page's clock stands still.
 * @param spec the screen
 * @param chromium the browser, and where the application is
 */
export function chromiumDriver(spec: ScreenSpec, chromium: Chromium): Driver {
  return async ({ label: begin }) => {
    let wanted = plain(lineOf(spec.begin, begin, spec.file, 'begin'));
    const address = lineOf(spec.address, begin, spec.file, 'address');
    const context = await newContext(chromium, spec, begin);
    const streams = new ChromiumStreams(chromium.streams);
    const session = { user: spec.user, isHeld: spec.holdsSession ?? false, isFirstHeld: spec.isWhole ?? false };
    const host = await ChromiumHost.of(context, session, streams);
    const page = await context.newPage();
    chromium.onPage?.(page);
    page.setDefaultTimeout(PATIENCE);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const memory: Memory = new Map();
    let given: Given = {};

    const see = async (): Promise<Shown & { calls: number }> => {
      const read = await readPage(page);
      const documents = await documentTexts(page);
      return {
        ...read.seen,
        waits: host.waiting(),
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
    const become = async (): Promise<Shown> => {
      const end = performance.now() + PATIENCE;
      let found = await look();
      while (!isSame(found, wanted) && performance.now() < end) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- the screen needs its time
        await context.clock.runFor(0);
        // oxlint-disable-next-line eslint/no-await-in-loop -- the screen needs its time
        found = await look();
      }
      return found;
    };

    await page.goto(address, { waitUntil: 'load' });
    // What stands in the page itself gives way to the application.
    const shell = page.locator('.shell');
    const { awaitsFacts } = spec;
    if (awaitsFacts !== undefined) {
      await until('What is asked for first', () => host.waiting().length > 0);
      await host.quiet();
      await until('The screen', async () => {
        await context.clock.runFor(awaitsFacts);
        return (await shell.count()) === 0;
      });
    }
    await shell.waitFor({ state: 'detached' });
    await host.quiet();
    const hands = new ChromiumHands(page, { host, streams, pass });
    await spec.before?.[begin]?.(hands, memory);

    const walker: Walker = {
      act: async (label, events) => {
        given = { ...events[0] };
        await lineOf(spec.does, label, spec.file, 'does')(hands, memory, given);
      },
      answer: async (invoke, outcome) => {
        const { request, body, signsIn } = lineOf(spec.calls, invoke, spec.file, 'calls');
        given = { output: 'output' in outcome ? outcome.output : null };
        if (signsIn && 'output' in outcome) host.signIn(body(outcome.output, request) as object);
        const wait = await host.answer(request, outcome, body);
        if (wait > 0) await pass(wait);
      },
      wait: async (milliseconds) => {
        given = {};
        await pass(milliseconds);
      },
      look,
      expect: async (_moment, label) => {
        if (label !== null) {
          const before: Shown = { ...wanted };
          delete before.leaves;
          wanted = plain({ ...before, ...lineOf(spec.after, label, spec.file, 'after')(wanted, memory, given) });
          await spec.settles?.[label]?.(hands, memory);
        }
        await become();
        // What is right has to stay right.
        const found = await look();
        if (!isSame(found, wanted)) throw new Error(difference(wanted, found));
        const { streams: lines } = await readPage(page);
        if (new Set(lines).size < lines.length) throw new Error(`One id has two event streams: ${lines.join(', ')}.`);
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

/** A link's notation, which the host gets, is read on the page as the link's text; where a blank goes beside it the frame's own tests say. */
const asItReads = ({ documents = [], ...rest }: Shown): Shown => ({
  ...rest,
  documents: documents.map((text) =>
    text.replace(/https?:[^\s[\]]+\[([^\],]*)(?:,window=_top)?\]/g, '$1').replace(/\s+/g, ''),
  ),
});

const isSame = (found: Shown, wanted: Shown): boolean => isDeepStrictEqual(asItReads(found), asItReads(wanted));

function difference(wanted: Shown, found: Shown): string {
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(found)])] as (keyof Shown)[];
  return keys
    .filter((key) => !isDeepStrictEqual(wanted[key], found[key]))
    .map((key) => `${key}\n    should be ${JSON.stringify(wanted[key])}\n    but is    ${JSON.stringify(found[key])}`)
    .join('\n');
}
