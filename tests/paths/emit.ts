import { resolve } from 'node:path';
import { build } from 'vite';
import { isLine } from '#tests/support/hosts/fake-host.ts';
import { failureOf } from '#api/failure.ts';
import { type Explored, PathError, stepTexts, type Path, startOf } from 'chart-walks';
import type { Acts, Ending, RecordedStep, Recording } from './replay.ts';
import { lineOf, ScreenWalk, type WalkedScreen } from './drivers/screen-walk.ts';
import type { Hands } from './oracles/page.ts';

/** Returns the calls of hands that only record. @param act uses the hands */
async function noted(act: (hands: Hands) => Promise<void>): Promise<Acts> {
  const acts: Acts = [];
  const hands = new Proxy({} as Hands, {
    get:
      (_, kind) =>
      (...words: unknown[]) =>
        Promise.resolve(void acts.push([kind as keyof Hands, ...words.filter((word) => word !== undefined)])),
  });
  await act(hands);
  return acts;
}

/** Checks that the screen can take a path. @throws PathError if a step is beyond any person and host */
function checkReach(explored: Explored, path: Path, spec: WalkedScreen): void {
  lineOf(spec, 'address', path.start);
  let from = startOf(explored, path).moment;
  for (const [at, step] of path.steps.entries()) {
    const why = spec.outOfReach?.(step, from);
    if (why) throw new PathError(`Step ${at + 1}, '${step.choice.label}', cannot be taken on the screen: ${why}.`);
    from = step.moment;
  }
}

async function record(path: Path, spec: WalkedScreen): Promise<Recording> {
  const walk = new ScreenWalk(spec, path.start);
  const begin = walk.wanted;
  const before = await noted((hands) => walk.prepare(hands));
  const steps: RecordedStep[] = [];
  for (const { choice } of path.steps) {
    const { label, invoke, outcome } = choice;
    let what: { does: Acts } | { ends: Ending } | { waits: number };
    if (choice.kind === 'user') {
      // oxlint-disable-next-line eslint/no-await-in-loop -- nothing is waited for: the hands only note
      what = { does: await noted((hands) => walk.act(hands, label, choice.events)) };
    } else if (invoke !== null && outcome !== null) {
      const { request, ended, signsIn, body } = walk.end(invoke, outcome);
      const line = walk.wanted.waits.find((one) => isLine(one, request)) ?? request;
      const end = 'output' in ended ? { reply: body(line) } : { fails: failureOf(ended.error) };
      what = { ends: { request, signsIn, ...end } };
    } else {
      walk.wait();
      what = { waits: choice.wait };
    }
    // oxlint-disable-next-line eslint/no-await-in-loop -- nothing is waited for: the hands only note
    const settles = await noted((hands) => walk.goOn(hands, label));
    steps.push({ label, ...what, ...(settles.length > 0 ? { settles } : {}), shows: walk.wanted });
  }
  const { user, holdsSession, isWhole, showsNavigation, showsStreams, holdsDocument } = spec;
  const settings = { user, holdsSession, isWhole, showsNavigation, showsStreams, holdsDocument };
  // JSON drops the fields that are undefined.
  const recording = { name: `${path.machine}/${path.id}`, address: walk.address, settings, before, begin, steps };
  return JSON.parse(JSON.stringify(recording)) as Recording;
}

/** Returns `replay` and all of its imports as one module of JavaScript. */
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
 * Writes one path as a file of its own: vitest, playwright-core and the built application are all it needs.
 * @param explored the machine of the path
 * @param path the path
 * @param spec the description of its screen
 * @throws PathError when the screen's description lacks a line, or the path cannot be walked on it
 */
export async function emitPlaywright(explored: Explored, path: Path, spec: WalkedScreen): Promise<string> {
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
