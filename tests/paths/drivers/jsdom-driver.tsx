import { isDeepStrictEqual } from 'node:util';
import { configure } from '@testing-library/dom';
import * as React from 'react';
import { vi } from 'vitest';
import { screenAt } from '#routes/prefetch.ts';
import { fetchFrom, FakeStreams } from '#tests/support/jsdom/fake-browser.ts';
import { FakeHost } from '#tests/support/hosts/fake-host.ts';
import { FakeTabs } from '#tests/support/jsdom/fake-tabs.ts';
import { openPage } from '#tests/support/jsdom/page.tsx';
import { turn, turns } from '#tests/support/turns.ts';
import type { Driver, Walker } from 'chart-walks';
import { standInForFrames } from '#tests/support/jsdom/jsdom-frame.ts';
import { holdCalls, TIME_OUT } from './held-calls.ts';
import { checkShown, ScreenWalk, type WalkedScreen } from './screen-walk.ts';
import { Page, type Shown } from '../oracles/page.ts';
import { seeDocument, seeNavigation } from '../oracles/see.ts';

/** Time that a screen may take to show the right content, in real milliseconds; no time passes for the application. */
const PATIENCE = 30_000;
/** Interval at which a document may answer while time passes, in milliseconds. */
const FRAME_ANSWERS = 1_000;
/** Styles that libraries read. */
const PLAIN_STYLE = {
  display: 'block',
  visibility: 'visible',
  position: 'static',
  animationName: 'none',
  overflow: 'visible',
};
/** Names that libraries read from the window all the time. Vitest looks each of them up in jsdom's own window at each read. */
const ASKED_FOR = ['document', 'Element', 'HTMLElement', 'Node'] as const;
/** Time longer than anything that a screen does by itself, in milliseconds. */
const LONGEST_WAIT = 20_000;

/** True for a call that is not a read: it runs to its end even if its screen was left. */
const isWrite = (line: string): boolean => line.startsWith('POST ') || line.endsWith('/delete');

/** Replaces the page's address bar, so that the walk sees requests to leave the page, which jsdom cannot follow. */
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
 * Walks the real screens of the whole application in jsdom, against a host that holds every request. It also checks on each walk that an id has one event
 * stream at a time, and at its end that the screen cancels its reads, lets its writes finish and sends no further requests.
 * @param spec the screen
 * @param options `strict`: as in development, where React mounts everything twice
 */
export function jsdomDriver(spec: WalkedScreen, { strict = false } = {}): Driver {
  // Only development's build has this function.
  if (strict && !('captureOwnerStack' in React)) throw new Error("React's production build mounts nothing twice.");
  return async ({ label: begin }) => {
    for (const name of ASKED_FOR) {
      Object.defineProperty(globalThis, name, { value: globalThis[name], writable: true, configurable: true });
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // React renders by itself, as in a browser: nothing is wrapped, and no wrapper waits for a stopped timer.
    // oxlint-disable-next-line typescript/no-unsafe-return -- the library's own type
    configure({ eventWrapper: (run): unknown => run(), asyncWrapper: (run) => run() });
    const host = new FakeHost();
    const signIn = holdCalls(host, spec);
    const streams = new FakeStreams();
    let leaves: string[] = [];
    // The walks of a file share one window, and its history.
    let length = 0;
    vi.stubGlobal('fetch', fetchFrom(host, window.location.origin));
    vi.stubGlobal('EventSource', streams.EventSource);
    vi.stubGlobal('scrollTo', () => undefined);
    // Random waits are the shortest.
    let drawn = 0;
    vi.spyOn(Math, 'random').mockImplementation(() => (drawn += 1e-9));
    const width = spec.width?.[begin];
    if (width !== undefined) vi.stubGlobal('innerWidth', width);
    // There are no styles here, and jsdom takes long to find that out.
    vi.stubGlobal('getComputedStyle', () => ({ ...PLAIN_STYLE, getPropertyValue: () => '' }));
    vi.stubGlobal(
      'location',
      watchedLocation((href) => leaves.push(href)),
    );
    const frames = standInForFrames((frame) => {
      if (spec.holdsDocument) for (const type of ['ready', 'snapshot'] as const) frame.holds.add(type);
    });
    const tabs = new FakeTabs();
    if (spec.isWhole) {
      vi.stubGlobal('BroadcastChannel', tabs.BroadcastChannel);
      Object.defineProperty(navigator, 'locks', { value: tabs.locks, configurable: true });
    }
    const walk = new ScreenWalk(spec, begin);
    const opened = openPage(walk.address, { strict });
    const { app, history, screens } = opened;
    // Fetched ahead, as it is while the session is checked: React holds a screen that it had to wait for back for 300 ms.
    void screens.get(screenAt(window.location.pathname) ?? '')?.prefetch?.();
    await vi.dynamicImportSettled();
    opened.show();

    const pass = async (milliseconds: number): Promise<void> => {
      // A document answers within a second; without one, time need not stop.
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
      return { ...seen, address: pathname + search, behind: window.history.length - length };
    };
    const page = new Page({
      look: lookAgain,
      host,
      streams,
      frames: () => frames.open(),
      goTo: (path) => history.push(path),
      postElsewhere: (channel) => tabs.say(channel, null),
      pass,
      until,
    });
    const see = (): Shown => {
      const shown = frames.open().filter(({ iframe, html }) => !iframe.hasAttribute('aria-hidden') && html !== '');
      return {
        ...lookAgain(),
        waits: host.lines(),
        ...(shown.length > 0 ? { documents: shown.map((frame) => frame.text()) } : {}),
        ...(spec.showsNavigation ? { navigation: seeNavigation() } : {}),
        ...(spec.showsStreams ? { streams: streams.lines() } : {}),
        ...(leaves.length > 0 ? { leaves } : {}),
      };
    };

    let isWhole = false;
    await walk.prepare(page);
    length = window.history.length;

    const walker: Walker = {
      act: async (label, events) => {
        isWhole = false;
        await walk.act(page, label, events);
      },
      answer: async (invoke, outcome) => {
        isWhole = false;
        const { request, answerOf, user } = walk.end(invoke, outcome);
        if (user) signIn(user);
        if (host.answerOne(request, answerOf) === null) await pass(TIME_OUT);
      },
      wait: async (milliseconds) => {
        // React draws before the time passes: on a busy machine it does so in many small turns.
        await turns(30);
        isWhole = false;
        walk.wait();
        await pass(milliseconds);
        await turns(1);
      },
      look: async () => {
        await turns(4);
        return see();
      },
      expect: async (_moment, label) => {
        if (label !== null) await walk.goOn(page, label);
        await until(() => isDeepStrictEqual(see(), walk.wanted));
        // A correct screen has to stay correct.
        await turns(3);
        checkShown(see(), walk.wanted, streams.lines());
        leaves = [];
        isWhole = true;
      },
      end: async () => {
        const under = host.lines();
        opened.leave();
        // The session's own calls are not a screen's: they end with the application.
        app.root.stop();
        await turns(4);
        const [left, asked] = [host.lines(), host.requests.length];
        if (isWhole) await pass(LONGEST_WAIT);
        const more = host.requests.length - asked;
        opened.end();
        frames.stop();
        changes.disconnect();
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
