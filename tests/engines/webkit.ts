import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { freePort } from '../../tools/run/free-port.ts';
import { type Engine, type EngineWindow, FRAME_IN_SIGHT, keysOf } from './engine.ts';

/** Keys that are no characters, as WebDriver writes them. */
const KEYS: Readonly<Record<string, string>> = {
  Control: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  End: '\uE010',
  Home: '\uE011',
  F2: '\uE032',
  F8: '\uE038',
};
/** The longest wait for the programs to start, in milliseconds. */
const START_LIMIT = 60_000;

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/**
 * WebKitGTK's MiniBrowser on a screen of its own, driven by its WebDriver. One session, whose windows share a profile: the cookies are removed when another
 * window is opened for a new person.
 */
export async function startWebKit(): Promise<Engine> {
  const programs: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const program of programs.toReversed()) {
      if (program.exitCode !== null || program.signalCode !== null) continue;
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await ended;
    }
  };
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    programs.push(screen);
    const display = await firstLine(screen, screen.stdio[3] as Readable);
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11' },
    });
    programs.push(driver);
    await listening(driver, port);
    const call = await startSession(`http://127.0.0.1:${port}`);
    await call('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 950 });
    const first = (await call('GET', '/window')) as string;
    const at: Place = { handle: first, frame: null };
    let isFirst = true;
    return {
      async open() {
        const handle = isFirst ? first : await newWindow(call);
        isFirst = false;
        return windowOf(call, handle, at);
      },
      async end() {
        await call('DELETE', '').catch(() => undefined);
        await stop();
        return '';
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstLine(program: ChildProcess, stream: Readable): Promise<string> {
  const failed = once(program, 'exit').then(() => Promise.reject(new Error('Xvfb did not start.')));
  const [line] = (await Promise.race([once(createInterface(stream), 'line'), failed])) as [string];
  failed.catch(() => undefined);
  return line;
}

async function listening(driver: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + START_LIMIT;
  while (Date.now() < end && driver.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error('WebKitWebDriver did not start.');
}

/** Starts a browser. @returns the calls of its session; each rejects with what the driver answers */
async function startSession(address: string): Promise<Call> {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const isRead = method === 'GET' || method === 'DELETE';
    const response = await fetch(address + path, { method, ...(!isRead && { body: JSON.stringify(body ?? {}) }) });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error ?? ''} ${value?.message ?? ''}`);
    return value;
  };
  const session = (await ask('POST', '/session', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: 'accept' } },
  })) as { sessionId: string };
  return (method, path, body) => ask(method, `/session/${session.sessionId}${path}`, body);
}

const newWindow = async (call: Call): Promise<string> =>
  ((await call('POST', '/window/new', { type: 'window' })) as { handle: string }).handle;

/** Which window and frame a session is sent to: a window's handle, and the number of an iframe, or null for the page. */
type Place = { handle: string; frame: number | null };

/**
 * The driver gives the keyboard to whatever it is sent to. So nothing is sent elsewhere without need, and who looks into the page or into a frame leaves
 * the keyboard where it was.
 */
function windowOf(call: Call, handle: string, at: Place): EngineWindow {
  let address = '';
  const enter = async (frame: number | null): Promise<void> => {
    if (frame === null) await call('POST', '/frame', { id: null });
    else {
      const frames = (await call('POST', '/elements', { using: 'css selector', value: 'iframe' })) as object[];
      if (!frames[frame]) throw new Error('No document is in sight.');
      await call('POST', '/frame', { id: frames[frame] });
    }
    at.frame = frame;
  };
  const front = async (): Promise<void> => {
    if (at.handle === handle) return;
    await call('POST', '/window', { handle });
    Object.assign(at, { handle, frame: null });
  };
  const evaluate = (code: string): Promise<unknown> =>
    call('POST', '/execute/async', {
      script: `const done=arguments[0];Promise.resolve().then(()=>(${code})).then((value)=>done({value}),(error)=>done({error:String(error)}))`,
      args: [],
    }).then((answer) => {
      const { value, error } = answer as { value?: unknown; error?: string };
      if (error !== undefined) throw new Error(error);
      return value;
    });
  /** True if an element of the page has the keyboard, and no frame. */
  const isTyping = (): Promise<unknown> =>
    evaluate(`!['BODY','IFRAME',undefined].includes(document.activeElement?.tagName)`);
  const run = async (code: string): Promise<unknown> => {
    await front();
    const before = at.frame;
    if (before !== null) await enter(null);
    try {
      return await evaluate(code);
    } finally {
      address = (await call('GET', '/url')) as string;
      if (before !== null && !(await isTyping())) await enter(before).catch(() => undefined);
    }
  };
  const act = (actions: object): Promise<unknown> => call('POST', '/actions', { actions: [actions] });
  const keyed = async (actions: readonly object[]): Promise<void> => {
    await front();
    await act({ type: 'key', id: 'keyboard', actions });
  };
  return {
    dialogs: [],
    goto: async (url) => {
      await front();
      if (at.frame !== null) await enter(null);
      await call('POST', '/url', { url });
      address = url;
    },
    url: () => address,
    run,
    press: async (x, y) => {
      await front();
      if (at.frame !== null) await enter(null);
      await act({
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      });
    },
    inFrame: async (code) => {
      const wanted = Number(await run(FRAME_IN_SIGHT));
      if (at.frame === wanted) return evaluate(code);
      if (at.frame !== null) await enter(null);
      const wasTyping = await isTyping();
      await enter(wanted);
      try {
        return await evaluate(code);
      } finally {
        if (wasTyping) await enter(null);
      }
    },
    key: (chord) => {
      const { held, key } = keysOf(chord);
      const values = [...held, key].map((name) => KEYS[name] ?? name);
      return keyed([
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]);
    },
    type: (text) =>
      keyed(
        Array.from(text).flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    give: async (selector, path) => {
      await front();
      const [input] = (await call('POST', '/elements', { using: 'css selector', value: selector })) as object[];
      await call('POST', `/element/${Object.values(input ?? {})[0]}/value`, { text: path });
    },
    reload: async () => {
      await front();
      if (at.frame !== null) await enter(null);
      await call('POST', '/refresh');
    },
    count: async () => ((await call('GET', '/window/handles')) as string[]).length,
    raise: front,
    sibling: async () => windowOf(call, await newWindow(call), at),
    close: async () => {
      await front();
      await call('DELETE', '/window');
      at.handle = '';
    },
  };
}
