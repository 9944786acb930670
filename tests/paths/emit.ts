import { ApiError } from '#api/failure.ts';
import type { Explored } from './engine/explore.ts';
import { type Outcome, PathError } from './engine/model.ts';
import { stepTexts } from './engine/report.ts';
import type { Path } from './engine/walks.ts';
import type { Given, ScreenSpec } from './screens/jsdom-driver.tsx';
import type { Hands, Shown } from './screens/page.ts';
import { seeDocument } from './screens/see.ts';

type Reply = { status: number; body: string } | 'dropped' | 'never';
type Step = {
  label: string;
  hands?: [kind: string, ...words: string[]][];
  answer?: { request: string; reply: Reply; signsIn: object | null };
  wait?: number;
  shows: Shown;
};

function replyOf(outcome: Outcome, bodyOf: (output: unknown) => unknown): Reply {
  if ('output' in outcome) return { status: 200, body: JSON.stringify(bodyOf(outcome.output)) };
  const failure = outcome.error instanceof ApiError ? outcome.error.failure : { kind: 'malformed' as const };
  if (failure.kind === 'timeout') return 'never';
  if (failure.kind === 'network') return 'dropped';
  if (failure.kind === 'malformed') return { status: 200, body: '<!doctype html>' };
  return { status: failure.status, body: JSON.stringify(failure.message === null ? {} : { message: failure.message }) };
}

/** A line of the screen's description. @throws PathError that says what to write */
function lineOf<T>(lines: Readonly<Record<string, T>>, label: string, what: string, { file }: ScreenSpec): T {
  const line = lines[label];
  if (line === undefined) throw new PathError(`${file} does not know '${label}': write ${what}: { '${label}': … }.`);
  return line;
}

/** Notes what the emitted file's hands have to do. */
function recorder(hands: NonNullable<Step['hands']>, label: string): Hands {
  const own = ['press', 'type', 'dismiss'];
  return new Proxy({} as Hands, {
    get:
      (_, kind) =>
      (...words: string[]) => {
        if (!own.includes(String(kind)))
          throw new PathError(
            `'${label}' needs '${String(kind)}', which a file that stands alone has not: walk it in the tests.`,
          );
        return Promise.resolve(void hands.push([String(kind), ...words]));
      },
  });
}

async function stepsOf(path: Path, spec: ScreenSpec, begin: Shown): Promise<Step[]> {
  const steps: Step[] = [];
  const memory = new Map<string, string>();
  let shows = begin;
  for (const { choice } of path.steps) {
    const { label } = choice;
    const step: Omit<Step, 'shows'> = { label };
    let given: Given = { ...choice.events[0] };
    if (choice.kind === 'user') {
      const hands: NonNullable<Step['hands']> = [];
      // oxlint-disable-next-line eslint/no-await-in-loop -- nothing is waited for: the hands only note
      await lineOf(spec.does, label, 'does', spec)(recorder(hands, label), memory, given);
      step.hands = hands;
    } else if (choice.kind === 'outcome' && choice.invoke !== null && choice.outcome !== null) {
      const { request, body, signsIn } = lineOf(spec.calls, choice.invoke, 'calls', spec);
      given = { output: 'output' in choice.outcome ? choice.outcome.output : null };
      const output = 'output' in choice.outcome ? (body(choice.outcome.output, request) as object) : null;
      step.answer = {
        request,
        reply: replyOf(choice.outcome, (found) => body(found, request)),
        signsIn: signsIn ? output : null,
      };
    } else step.wait = choice.wait;
    shows = { ...shows, ...lineOf(spec.after, label, 'after', spec)(shows, memory, given) };
    steps.push({ ...step, shows });
  }
  return steps;
}

/**
 * One path as a file that stands alone: vitest, playwright-core and the built application are all it needs.
 * @param explored the machine of the path
 * @param path the path
 * @param spec what its screen shows
 * @throws PathError when the screen's description lacks a line
 */
export async function emitPlaywright(explored: Explored, path: Path, spec: ScreenSpec): Promise<string> {
  const begin = lineOf(spec.begin, path.start, 'begin', spec);
  const steps = await stepsOf(path, spec, begin);
  const words = stepTexts(explored, path).map(
    ({ label, leadsTo }, at) => ` *  ${at + 1}. ${label}${leadsTo === '' ? '' : ` → ${leadsTo}`}`,
  );
  return `/**
 * ${path.machine}/${path.id}, written by: npm run paths -- ${path.machine}/${path.id} --emit playwright
${words.join('\n')}
 *
 * It needs vitest, playwright-core, the built application (READY_DIST, or dist) and a browser (READY_CHROMIUM). Run it with: npx vitest run <this file>
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';

const address = ${JSON.stringify(lineOf(spec.address, path.start, 'address', spec))};
const viewport = ${JSON.stringify({ width: spec.width?.[path.start] ?? 1280, height: 720 })};
const begin = ${JSON.stringify(begin, null, 2)};
const steps = ${JSON.stringify(steps, null, 2)};
let user = ${JSON.stringify(spec.user)};

${HARNESS.replace('SEE_DOCUMENT', () => seeDocument.toString())}`;
}

const HARNESS = `const dist = resolve(process.env.READY_DIST ?? 'dist');
const types = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.html': 'text/html' };
SEE_DOCUMENT

/** The built application. */
function serve() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://app');
    const file = extname(pathname) ? await readFile(join(dist, pathname)).catch(() => null) : null;
    if (file) return response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'application/octet-stream' }).end(file);
    const html = (await readFile(join(dist, 'index.html'), 'utf8')).replaceAll('__CSP_NONCE__', 'once');
    return response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

const json = (route, status, body) => route.fulfill({ status, contentType: 'application/json', body });

test('the path', { timeout: 60_000 }, async () => {
  const server = await serve();
  const args = process.getuid?.() === 0 || process.env.CI ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: process.env.READY_CHROMIUM, args });
  try {
    const page = await browser.newPage({ baseURL: \`http://127.0.0.1:\${server.address().port}\`, viewport });
    let held = [];
    await page.route(/\\/(auth|v1|events)\\//, (route) => {
      const request = route.request();
      const { pathname, search } = new URL(request.url());
      if (pathname === '/auth/verify') return json(route, user === null ? 403 : 200, JSON.stringify(user ?? {}));
      const body = request.postData();
      held.push({ route, line: \`\${request.method()} \${pathname}\${search}\${body ? \` \${body}\` : ''}\` });
    });
    page.on('requestfailed', (request) => {
      held = held.filter(({ route }) => route.request() !== request);
    });
    const see = async () => ({ ...(await page.evaluate(seeDocument)), waits: held.map(({ line }) => line) });
    const showing = (shown, what) => expect.poll(see, { timeout: 5_000, message: what }).toEqual(shown);

    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto(address);
    // React shows what had to be fetched first after a pause of its own, 300 ms at most.
    await page.waitForLoadState('load');
    await expect.poll(async () => (await page.clock.runFor(100), await see()), { timeout: 10_000 }).toEqual(begin);
    await showing(begin, 'at the start');
    let before = begin;
    for (const [at, step] of steps.entries()) {
      const what = \`step \${at + 1}: \${step.label}\`;
      for (const [kind, first, second] of step.hands ?? []) {
        if (kind === 'type') await page.fill(\`[name="\${first}"]\`, second);
        if (kind === 'dismiss') await page.keyboard.press('Escape');
        if (kind === 'press') await page.getByRole('button', { name: first, exact: true }).click();
      }
      if (step.answer) {
        const { request, reply, signsIn } = step.answer;
        const found = held.filter(({ line }) => (request.endsWith('$') ? line === request.slice(0, -1) : line.startsWith(request)));
        expect(found, what).toHaveLength(1);
        if (signsIn) user = signsIn;
        if (reply === 'never') await page.clock.runFor(10_000);
        else {
          held = held.filter((one) => one !== found[0]);
          if (reply === 'dropped') await found[0].route.abort('connectionreset');
          else await json(found[0].route, reply.status, reply.body);
        }
      }
      if (step.wait) {
        await page.clock.runFor(step.wait - 1);
        expect(await see(), \`\${what}, 1 ms too early\`).toEqual(before);
        await page.clock.runFor(1);
      }
      await showing(step.shows, what);
      before = step.shows;
    }
  } finally {
    await browser.close();
    server.close();
  }
});
`;
