import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { ApiError, type ApiFailure } from '#api/failure.ts';
import { type Outcome, takeStep, type Edge, AT_ONCE, type Choice } from 'chart-walks';
import { chromiumDriver } from './drivers/chromium-driver.ts';
import { WALK_HEADER } from './drivers/chromium-streams.ts';
import type { ScreenSpec, WalkedScreen } from './drivers/screen-walk.ts';
import type { Hands, Shown } from './oracles/page.ts';

/** Calls of `Hands`, one after the other: the method and its arguments. */
export type Acts = [kind: keyof Hands, ...words: unknown[]][];

/** End of a call: the whole of a good reply, or the kind of failure. */
export type Ending = { request: string; signsIn: boolean } & ({ reply: unknown } | { fails: ApiFailure });

/** One step as data: a person's acts, the end of a call, or milliseconds; then what happens by itself; then what shows. */
export type RecordedStep = { label: string; settles?: Acts; shows: Shown } & (
  | { does: Acts }
  | { ends: Ending }
  | { waits: number }
);

/** One path through a screen as data: all that its replay needs. */
export type Recording = {
  name: string;
  address: string;
  settings: Pick<
    ScreenSpec,
    'user' | 'holdsSession' | 'isWhole' | 'showsNavigation' | 'showsStreams' | 'holdsDocument'
  >;
  before: Acts;
  begin: Shown;
  steps: RecordedStep[];
};

const START = 'start';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html',
};

const handsOf =
  (acts: Acts) =>
  async (page: Hands): Promise<void> => {
    for (const [kind, ...words] of acts) {
      const act = page[kind] as (...given: unknown[]) => Promise<void>;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one act after the other
      await act.apply(page, words);
    }
  };

/** The steps have names of their own, since a label comes again and shows something else. */
function specOf(recording: Recording): WalkedScreen {
  const { settings, address, begin, before, steps, name } = recording;
  const named = steps.map((step, at) => [String(at), step] as const);
  return {
    ...settings,
    file: name,
    address: { [START]: address },
    begin: { [START]: begin },
    before: { [START]: handsOf(before) },
    does: Object.fromEntries(named.map(([at, step]) => [at, handsOf('does' in step ? step.does : [])])),
    calls: Object.fromEntries(
      named.flatMap(([at, step]) =>
        'ends' in step ? [[at, { ...step.ends, body: () => ('reply' in step.ends ? step.ends.reply : null) }]] : [],
      ),
    ),
    settles: Object.fromEntries(named.flatMap(([at, { settles }]) => (settles ? [[at, handsOf(settles)]] : []))),
    after: Object.fromEntries(named.map(([at, { shows }]) => [at, () => ({ documents: [], leaves: [], ...shows })])),
  };
}

function choiceOf(at: number, step: RecordedStep): Choice {
  const label = String(at);
  const none = { ...AT_ONCE, label, events: [] };
  if ('does' in step) return { ...none, kind: 'user' };
  if ('waits' in step) return { ...none, kind: 'time', wait: step.waits };
  const { ends } = step;
  const outcome: Outcome = 'fails' in ends ? { error: new ApiError(ends.fails) } : { output: ends.reply };
  return { ...none, kind: 'outcome', invoke: label, outcome };
}

/** The built application, and its event streams by their walk. */
async function serve(streams: Map<string, ServerResponse>): Promise<Server> {
  const dist = resolve(process.env['READY_DIST'] ?? 'dist');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app');
    if (pathname.startsWith('/events/')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1\n\n');
      streams.set(String(request.headers[WALK_HEADER]), response);
      return;
    }
    const isFile = extname(pathname) !== '';
    const send = (bytes: Buffer | string, type: string): void =>
      void response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(bytes);
    const page = (): Promise<void> =>
      readFile(join(dist, 'index.html'), 'utf8').then((html) =>
        send(html.replaceAll('__CSP_NONCE__', 'once'), 'text/html'),
      );
    if (!isFile) void page();
    else
      readFile(join(dist, pathname)).then(
        (bytes) => send(bytes, TYPES[extname(pathname)] ?? 'application/octet-stream'),
        () => void page(),
      );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

/**
 * Replays a recorded path on the built application (`READY_DIST`, or dist) in Chromium (`READY_CHROMIUM`).
 * @param recording the path
 * @throws with the step and the difference when something else shows
 */
export async function replay(recording: Recording): Promise<void> {
  const streams = new Map<string, ServerResponse>();
  const server = await serve(streams);
  const args = process.getuid?.() === 0 || process.env['CI'] ? ['--no-sandbox'] : [];
  const executablePath = process.env['READY_CHROMIUM'];
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  try {
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const moment = {} as Edge['moment'];
    const walker = await chromiumDriver(specOf(recording), { browser, origin, streams })({
      label: START,
      input: undefined,
      moment,
    });
    let at = -1;
    try {
      await walker.expect(moment, null);
      for (const [index, step] of recording.steps.entries()) {
        at = index;
        // oxlint-disable-next-line eslint/no-await-in-loop -- one step after the other
        await takeStep(walker, { choice: choiceOf(index, step), moment } as Edge);
      }
    } catch (error) {
      const where = at < 0 ? 'the start' : `step ${at + 1}: ${recording.steps[at]?.label ?? ''}`;
      throw new Error(`${where}\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
    } finally {
      await walker.end();
    }
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
