import { isDeepStrictEqual } from 'node:util';
import { configure } from '@testing-library/dom';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { readEnv } from '#config/env.ts';
import { createAppHistory } from '#routes/history.ts';
import { NavigationRoot } from '#routes/navigation.tsx';
import { AppRoutes } from '#routes/router.tsx';
import { AppProvider } from '#ui/hooks/app-context.ts';
import { createApp } from '../../../src/app.ts';
import type { Driver, Walker } from '../engine/driver.ts';
import { HeldHost } from './held-host.ts';
import { type Hands, Page, type Shown } from './page.ts';

/** What the generated paths do not know of a screen: written by hand from the specification, never from the machine. */
export type ScreenSpec = {
  /** The file, for what a missing line says. */
  file: string;
  /** Who is signed in when it opens. */
  user: object | null;
  /** The address of each start. */
  address: Readonly<Record<string, string>>;
  /** What shows at each start, when nothing was answered yet. */
  begin: Readonly<Record<string, Shown>>;
  /** What a person does, by the step's label. */
  does: Readonly<Record<string, (page: Hands) => Promise<void>>>;
  /** Each call: how its request begins, and the reply's body for an output. */
  calls: Readonly<Record<string, { request: string; body: (output: unknown) => unknown; signsIn?: boolean }>>;
  /** What shows after a step, by its label. `memory` is the walk's own: for what was answered and does not show yet. */
  after: Readonly<Record<string, (before: Shown, memory: Map<string, string>) => Partial<Shown>>>;
};

/** How long a screen may take to show what it has to, in real milliseconds; no time passes for the application. */
const PATIENCE = 2_000;

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

/**
 * Walks the real screens of the whole application in jsdom, against a host that holds every request.
 * @param spec the screen
 * @param options `strict`: as in development, where React mounts everything twice
 */
export function jsdomDriver(spec: ScreenSpec, { strict = false } = {}): Driver {
  return async ({ label: begin }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // React renders by itself, as in a browser: nothing is wrapped, and no wrapper waits for a timer that stands still.
    // oxlint-disable-next-line typescript/no-unsafe-return -- the library's own type
    configure({ eventWrapper: (run): unknown => run(), asyncWrapper: (run) => run() });
    const host = new HeldHost({ user: spec.user });
    vi.stubGlobal('fetch', host.fetch);
    window.history.replaceState(null, '', lineOf(spec.address, begin, spec.file, 'address'));
    const history = createAppHistory(window);
    const app = createApp({ env: readEnv({}), readCookies: () => '' });
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
    root.render(strict ? <StrictMode>{tree}</StrictMode> : tree);
    const page = new Page();
    const memory = new Map<string, string>();
    const see = (): Shown => page.see(host.waiting());
    let wanted = lineOf(spec.begin, begin, spec.file, 'begin');

    const walker: Walker = {
      act: async (label) => {
        await lineOf(spec.does, label, spec.file, 'does')(page);
      },
      answer: async (invoke, outcome) => {
        const { request, body, signsIn } = lineOf(spec.calls, invoke, spec.file, 'calls');
        if (signsIn && 'output' in outcome) host.signIn(body(outcome.output) as object);
        const wait = host.answer(request, outcome, body);
        if (wait > 0) await vi.advanceTimersByTimeAsync(wait);
      },
      wait: async (milliseconds) => {
        await vi.advanceTimersByTimeAsync(milliseconds);
        await turns(4);
      },
      look: async () => {
        await turns(4);
        return see();
      },
      expect: async (_moment, label) => {
        if (label !== null) wanted = { ...wanted, ...lineOf(spec.after, label, spec.file, 'after')(wanted, memory) };
        const start = performance.now();
        while (!isDeepStrictEqual(see(), wanted) && performance.now() - start < PATIENCE) {
          vi.advanceTimersByTime(0);
          // oxlint-disable-next-line eslint/no-await-in-loop -- the screen needs its time
          await turn();
        }
        // What is right has to stay right.
        await turns(3);
        const found = see();
        if (!isDeepStrictEqual(found, wanted)) throw new Error(difference(wanted, found));
      },
      end: async () => {
        root.unmount();
        app.root.stop();
        history.close();
        container.remove();
        await turns(1);
        vi.useRealTimers();
        vi.unstubAllGlobals();
      },
    };
    return walker;
  };
}

function difference(wanted: Shown, found: Shown): string {
  const keys = Object.keys(wanted) as (keyof Shown)[];
  return keys
    .filter((key) => !isDeepStrictEqual(wanted[key], found[key]))
    .map((key) => `${key}\n    should be ${JSON.stringify(wanted[key])}\n    but is    ${JSON.stringify(found[key])}`)
    .join('\n');
}
