import { isDeepStrictEqual } from 'node:util';
import { configure } from '@testing-library/dom';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { readEnv } from '#config/env.ts';
import { createAppHistory } from '#routes/history.ts';
import { NavigationRoot } from '#routes/navigation.tsx';
import { AppRoutes } from '#routes/router.tsx';
import { prefetchScreen, routeAt } from '#routes/prefetch.ts';
import { AppProvider } from '#ui/hooks/app-context.ts';
import { createApp } from '../../../src/app.ts';
import type { Driver, Walker } from '../engine/driver.ts';
import { standInForFrames } from '#tests/support/jsdom-frame.ts';
import { HeldHost, isWrite } from './held-host.ts';
import { HeldStreams } from './held-streams.ts';
import { HeldTabs } from './held-tabs.ts';
import { type Hands, Page, plain, type Shown } from './page.ts';
import type { OutOfReach } from './reach.ts';
import { seeDocument, seeNavigation } from './see.ts';

/** What a step's label leaves open: what was typed, what was answered. */
export type Given = Readonly<Record<string, unknown>>;

/** The walk's own notes: what was answered and does not show yet. */
export type Memory = Map<string, string>;

/** What the generated paths do not know of a screen: written by hand from the specification, never from the machine. */
export type ScreenSpec = {
  /** The file, for what a missing line says. */
  file: string;
  /** Who is signed in when it opens. */
  user: object | null;
  /** The look at the session waits for an answer as any other request does, but for the first one. */
  holdsSession?: boolean;
  /** It is the whole application: the first look at the session waits too, and other tabs can be heard. */
  isWhole?: boolean;
  /** The built application waits for so many milliseconds for the screen's first facts before it draws it (`main.tsx`). */
  awaitsFacts?: number;
  /** `Shown` has the navigation bar. */
  showsNavigation?: boolean;
  /** `Shown` has the event streams. */
  showsStreams?: boolean;
  /** The document says `ready` and `snapshot` only when the walk lets it. */
  holdsDocument?: boolean;
  /** The address of each start. */
  address: Readonly<Record<string, string>>;
  /** How wide the window is at a start, in pixels, where it is not a desktop's. */
  width?: Readonly<Record<string, number>>;
  /** What has to happen before a start. */
  before?: Readonly<Record<string, (page: Hands, memory: Memory) => Promise<void>>>;
  /** Edges that nobody can take on the screen, with the reason. */
  outOfReach?: OutOfReach;
  /** What shows at each start, when nothing was answered yet. */
  begin: Readonly<Record<string, Shown>>;
  /** What a person does, by the step's label. `given`: the event that the model sends. */
  does: Readonly<Record<string, (page: Hands, memory: Memory, given: Given) => Promise<void>>>;
  /** Each call: how its request begins, and the reply's body for an output. */
  calls: Readonly<
    Record<string, { request: string; body: (output: unknown, line: string) => unknown; signsIn?: boolean }>
  >;
  /** What happens by itself after a step, by its label: a request of another part of the page is answered. */
  settles?: Readonly<Record<string, (page: Hands, memory: Memory) => Promise<void>>>;
  /** What shows after a step, by its label. `given`: the event that the model sent, or the output that it answered. */
  after: Readonly<Record<string, (before: Shown, memory: Memory, given: Given) => Partial<Shown>>>;
};

/** How long a screen may take to show what it has to, in real milliseconds; no time passes for the application. */
const PATIENCE = 10_000;
/** How often a document is let to answer while time passes, in milliseconds. */
const FRAME_ANSWERS = 1_000;
/** The styles that libraries look at. */
const PLAIN_STYLE = {
  display: 'block',
  visibility: 'visible',
  position: 'static',
  animationName: 'none',
  overflow: 'visible',
};
/** What libraries ask the window for all the time. Vitest looks each of them up in jsdom's own window whenever it is asked for. */
const ASKED_FOR = ['document', 'Element', 'HTMLElement', 'Node'] as const;
/** Longer than anything that a screen does by itself, in milliseconds. */
const LONGEST_WAIT = 20_000;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other
    await turn();
  }
}

function lineOf<T>(lines: Readonly<Record<string, T>>, label: string, file: string, what: string): T {
  const line = lines[label];
  if (line === undefined) throw new Error(`${file} does not know '${label}': write ${what}: { '${label}': … }.`);
  return line;
}

/** Puts the page's address bar where the walk can see it being asked to leave, which jsdom cannot. */
function watchedLocation(leave: (href: string) => void): Location {
  const real = window.location;
  return new Proxy({} as Location, {
    get: (_, key): unknown => {
      if (key === 'assign') return leave;
      const value: unknown = Reflect.get(real, key, real);
      return typeof value === 'function' ? (value.bind(real) as unknown) : value;
    },
  });
}

/**
 * Walks the real screens of the whole application in jsdom, against a host that holds every request. Over each walk it also sees that there is one event
 * stream of an id at a time, and at its end that the screen takes its reads back, lets its writes run and asks for nothing more.
 * @param spec the screen
 * @param options `strict`: as in development, where React mounts everything twice
 */
export function jsdomDriver(spec: ScreenSpec, { strict = false } = {}): Driver {
  // Only development's build has this function.
  if (strict && !('captureOwnerStack' in React)) throw new Error("React's production build mounts nothing twice.");
  return async ({ label: begin }) => {
    for (const name of ASKED_FOR) {
      Object.defineProperty(globalThis, name, { value: globalThis[name], writable: true, configurable: true });
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // React renders by itself, as in a browser: nothing is wrapped, and no wrapper waits for a timer that stands still.
    // oxlint-disable-next-line typescript/no-unsafe-return -- the library's own type
    configure({ eventWrapper: (run): unknown => run(), asyncWrapper: (run) => run() });
    const host = new HeldHost({
      user: spec.user,
      isHeld: spec.holdsSession ?? false,
      isFirstHeld: spec.isWhole ?? false,
    });
    const streams = new HeldStreams();
    let leaves: string[] = [];
    vi.stubGlobal('fetch', host.fetch);
    vi.stubGlobal('EventSource', streams.EventSource);
    vi.stubGlobal('scrollTo', () => undefined);
    const width = spec.width?.[begin];
    if (width !== undefined) vi.stubGlobal('innerWidth', width);
    // There are no styles here, and jsdom takes long to find that out.
    vi.stubGlobal('getComputedStyle', () => ({ ...PLAIN_STYLE, getPropertyValue: () => '' }));
    window.history.replaceState(null, '', lineOf(spec.address, begin, spec.file, 'address'));
    vi.stubGlobal(
      'location',
      watchedLocation((href) => leaves.push(href)),
    );
    const frames = standInForFrames((frame) => {
      if (spec.holdsDocument) for (const type of ['ready', 'snapshot'] as const) frame.holds.add(type);
    });
    const tabs = new HeldTabs();
    if (spec.isWhole) {
      vi.stubGlobal('BroadcastChannel', tabs.BroadcastChannel);
      Object.defineProperty(navigator, 'locks', { value: tabs.locks, configurable: true });
    }
    const history = createAppHistory(window);
    const app = createApp({ env: readEnv({}), readCookies: () => '' });
    // Fetched ahead, as it is while the session is looked at: React holds a screen that it had to wait for back for 300 ms.
    void prefetchScreen(app, routeAt(window.location.pathname));
    await Promise.all([app.loadMachines(), vi.dynamicImportSettled()]);
    app.root.start();
    const container = document.body.appendChild(document.createElement('div'));
    const root = createRoot(container);
    const tree = (
      <AppProvider value={app}>
        <NavigationRoot history={history}>
          <AppRoutes />
        </NavigationRoot>
      </AppProvider>
    );
    root.render(strict ? <React.StrictMode>{tree}</React.StrictMode> : tree);

    const pass = async (milliseconds: number): Promise<void> => {
      // A document answers within a second; where there is none, time has no need to stop.
      const most = frames.open().length > 0 ? FRAME_ANSWERS : milliseconds;
      for (let left = milliseconds; left >= 0; left -= most) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one stretch after the other
        await vi.advanceTimersByTimeAsync(Math.min(left, most));
        // oxlint-disable-next-line eslint/no-await-in-loop -- one stretch after the other
        await turns(3);
        if (left === 0 || most === 0) break;
      }
    };
    const until = async (isSo: () => boolean): Promise<void> => {
      const start = performance.now();
      while (!isSo() && performance.now() - start < PATIENCE) {
        vi.advanceTimersByTime(0);
        // oxlint-disable-next-line eslint/no-await-in-loop -- the screen needs its time
        await turn();
      }
    };
    // A page is read far more often than it changes.
    let hasChanged = true;
    const changes = new MutationObserver(() => {
      hasChanged = true;
    });
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    let seen: ReturnType<typeof seeDocument> | null = null;
    const lookAgain = (): ReturnType<typeof seeDocument> => {
      const { pathname, search } = window.location;
      if (changes.takeRecords().length > 0 || hasChanged) seen = null;
      hasChanged = false;
      seen ??= seeDocument();
      return { ...seen, address: pathname + search };
    };
    const page = new Page({
      look: lookAgain,
      host,
      streams,
      frames: () => frames.open(),
      goTo: (path) => history.push(path),
      tell: (channel) => tabs.say(channel, null),
      pass,
      until,
    });
    const memory: Memory = new Map();
    const see = (): Shown => {
      const shown = frames.open().filter(({ iframe, html }) => !iframe.hasAttribute('aria-hidden') && html !== '');
      return {
        ...lookAgain(),
        waits: host.waiting(),
        ...(shown.length > 0 ? { documents: shown.map((frame) => frame.text()) } : {}),
        ...(spec.showsNavigation ? { navigation: seeNavigation() } : {}),
        ...(spec.showsStreams ? { streams: streams.lines() } : {}),
        ...(leaves.length > 0 ? { leaves } : {}),
      };
    };

    let wanted = plain(lineOf(spec.begin, begin, spec.file, 'begin'));
    let given: Given = {};
    let isWhole = false;
    await spec.before?.[begin]?.(page, memory);

    const walker: Walker = {
      act: async (label, events) => {
        isWhole = false;
        given = { ...events[0] };
        await lineOf(spec.does, label, spec.file, 'does')(page, memory, given);
      },
      answer: async (invoke, outcome) => {
        isWhole = false;
        const { request, body, signsIn } = lineOf(spec.calls, invoke, spec.file, 'calls');
        given = { output: 'output' in outcome ? outcome.output : null };
        if (signsIn && 'output' in outcome) host.signIn(body(outcome.output, request) as object);
        const wait = host.answer(request, outcome, body);
        if (wait > 0) await pass(wait);
      },
      wait: async (milliseconds) => {
        // What React still draws comes before the time: on a busy machine it does so in many small turns.
        await turns(30);
        isWhole = false;
        given = {};
        await pass(milliseconds);
        await turns(1);
      },
      look: async () => {
        await turns(4);
        return see();
      },
      expect: async (_moment, label) => {
        if (label !== null) {
          wanted = plain({ ...wanted, ...lineOf(spec.after, label, spec.file, 'after')(wanted, memory, given) });
          await spec.settles?.[label]?.(page, memory);
        }
        let found = see();
        await until(() => isDeepStrictEqual((found = see()), wanted));
        if (isDeepStrictEqual(found, wanted)) {
          // What is right has to stay right.
          await turns(3);
          found = see();
        }
        if (!isDeepStrictEqual(found, wanted)) throw new Error(difference(wanted, found));
        const lines = streams.lines();
        if (new Set(lines).size < lines.length) throw new Error(`One id has two event streams: ${lines.join(', ')}.`);
        leaves = [];
        delete wanted.leaves;
        isWhole = true;
      },
      end: async () => {
        const under = host.waiting();
        root.unmount();
        // The session's own calls are not a screen's: they end with the application.
        if (spec.isWhole) app.root.stop();
        await turns(4);
        const [left, asked] = [host.waiting(), host.asked];
        if (isWhole) await pass(LONGEST_WAIT);
        const more = host.asked - asked;
        app.root.stop();
        history.close();
        frames.stop();
        changes.disconnect();
        container.remove();
        if (spec.isWhole) Reflect.deleteProperty(navigator, 'locks');
        vi.useRealTimers();
        vi.unstubAllGlobals();
        if (!isWhole) return;
        const writes = under.filter(isWrite);
        if (!isDeepStrictEqual(left, writes))
          throw new Error(
            `After leaving these requests should be under way: [${writes.join()}], but are: [${left.join()}].`,
          );
        if (streams.lines().length > 0) throw new Error('After leaving an event stream is still open.');
        if (more > 0) throw new Error(`After leaving ${more} more requests were made.`);
      },
    };
    return walker;
  };
}

function difference(wanted: Shown, found: Shown): string {
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(found)])] as (keyof Shown)[];
  return keys
    .filter((key) => !isDeepStrictEqual(wanted[key], found[key]))
    .map((key) => `${key}\n    should be ${JSON.stringify(wanted[key])}\n    but is    ${JSON.stringify(found[key])}`)
    .join('\n');
}
