import { resolve } from 'node:path';
import { build } from 'vite';
import { ApiError } from '#api/failure.ts';
import type { Explored } from './engine/explore.ts';
import { PathError } from './engine/model.ts';
import { stepTexts } from './engine/report.ts';
import type { Path } from './engine/walks.ts';
import type { Deeds, Ending, RecordedStep, Recording } from './replay.ts';
import { isLine } from './screens/held-host.ts';
import type { Given, Memory, ScreenSpec } from './screens/jsdom-driver.tsx';
import { type Hands, plain } from './screens/page.ts';

/** A line of the screen's description. @throws PathError that says what to write */
function lineOf<T>(lines: Readonly<Record<string, T>>, label: string, what: string, { file }: ScreenSpec): T {
  const line = lines[label];
  if (line === undefined) throw new PathError(`${file} does not know '${label}': write ${what}: { '${label}': … }.`);
  return line;
}

/** @param act uses hands that do nothing but note what they would have to do */
async function noted(act: (hands: Hands) => Promise<void> | undefined): Promise<Deeds> {
  const deeds: Deeds = [];
  const hands = new Proxy({} as Hands, {
    get:
      (_, kind) =>
      (...words: unknown[]) =>
        Promise.resolve(void deeds.push([kind as keyof Hands, ...words.filter((word) => word !== undefined)])),
  });
  await act(hands);
  return deeds;
}

/** @throws PathError when the path takes what no person and no host can do on the screen */
function checkReach(explored: Explored, path: Path, spec: ScreenSpec): void {
  lineOf(spec.address, path.start, 'address', spec);
  let from = explored.starts.find(({ label }) => label === path.start)?.moment;
  for (const [at, step] of path.steps.entries()) {
    const why = from && spec.outOfReach?.(step, from);
    if (why) throw new PathError(`Step ${at + 1}, '${step.choice.label}', cannot be taken on the screen: ${why}.`);
    from = step.moment;
  }
}

async function record(path: Path, spec: ScreenSpec): Promise<Recording> {
  const memory: Memory = new Map();
  const begin = plain(lineOf(spec.begin, path.start, 'begin', spec));
  const before = await noted((hands) => spec.before?.[path.start]?.(hands, memory));
  const steps: RecordedStep[] = [];
  let shows = begin;
  for (const { choice } of path.steps) {
    const { label } = choice;
    let given: Given = { ...choice.events[0] };
    let what: { does: Deeds } | { ends: Ending } | { waits: number };
    if (choice.kind === 'user') {
      const does = lineOf(spec.does, label, 'does', spec);
      // oxlint-disable-next-line eslint/no-await-in-loop, eslint/no-loop-func -- nothing is waited for: the hands only note
      what = { does: await noted((hands) => does(hands, memory, given)) };
    } else if (choice.kind === 'outcome' && choice.invoke !== null && choice.outcome !== null) {
      const { outcome } = choice;
      const { request, body, signsIn = false } = lineOf(spec.calls, choice.invoke, 'calls', spec);
      given = { output: 'output' in outcome ? outcome.output : null };
      const line = shows.waits.find((one) => isLine(one, request)) ?? request;
      const { failure } =
        'error' in outcome && outcome.error instanceof ApiError
          ? outcome.error
          : { failure: { kind: 'malformed' } as const };
      const end = 'output' in outcome ? { reply: body(outcome.output, line) } : { fails: failure };
      what = { ends: { request, signsIn, ...end } };
    } else {
      given = {};
      what = { waits: choice.wait };
    }
    const rest = { ...shows };
    delete rest.leaves;
    shows = plain({ ...rest, ...lineOf(spec.after, label, 'after', spec)(shows, memory, given) });
    const settles = spec.settles?.[label];
    // oxlint-disable-next-line eslint/no-await-in-loop -- nothing is waited for: the hands only note
    const follows = settles ? await noted((hands) => settles(hands, memory)) : [];
    steps.push({ label, ...what, ...(follows.length > 0 ? { settles: follows } : {}), shows });
  }
  const { user, holdsSession, isWhole, showsNavigation, showsStreams, holdsDocument } = spec;
  const settings = { user, holdsSession, isWhole, showsNavigation, showsStreams, holdsDocument };
  const address = lineOf(spec.address, path.start, 'address', spec);
  // As JSON it has no word for what is not there.
  const told = { name: `${path.machine}/${path.id}`, address, settings, before, begin, steps };
  return JSON.parse(JSON.stringify(told)) as Recording;
}

/** `replay` and all that it stands on, as one module of JavaScript. */
async function replayer(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: resolve(import.meta.dirname, '..', '..'),
    build: {
      ssr: resolve(import.meta.dirname, 'replay.ts'),
      write: false,
      minify: false,
      rolldownOptions: { external: ['playwright-core', /^node:/] },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output.find(({ type }) => type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error('Nothing was built of tests/paths/replay.ts.');
  return chunk.code.replace(/^export \{[^}]*\};?\s*$/m, '');
}

/**
 * One path as a file that stands alone: vitest, playwright-core and the built application are all it needs.
 * @param explored the machine of the path
 * @param path the path
 * @param spec what its screen shows
 * @throws PathError when the screen's description lacks a line, or the path cannot be walked on it
 */
export async function emitPlaywright(explored: Explored, path: Path, spec: ScreenSpec): Promise<string> {
  checkReach(explored, path, spec);
  const recording = await record(path, spec);
  const words = stepTexts(explored, path).map(
    ({ label, leadsTo }, at) => ` *  ${at + 1}. ${label}${leadsTo === '' ? '' : ` → ${leadsTo}`}`,
  );
  return `/**
 * ${path.machine}/${path.id}, written by: npm run paths -- ${path.machine}/${path.id} --emit playwright
${words.join('\n')}
 *
 * It needs vitest, playwright-core, the built application (READY_DIST, or dist) and a browser (READY_CHROMIUM). Run it with: npx vitest run <this file>
 * First the path as data: what is done, how each call ends, and what shows then. What replays it comes after.
 */
import { test } from 'vitest';

const recording = ${JSON.stringify(recording, null, 2)};

test(recording.name, { timeout: 120_000 }, () => replay(recording));

${await replayer()}`;
}
