import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createVitest, type Vitest } from 'vitest/node';

import { chartProblems, walkPath, explore, headlessDriver, type Model, walks } from 'chart-walks';
import { entries, entryOf, modelOf } from '../../tests/paths/registry.ts';
import { plant } from './chart.ts';
import type { Fault } from './mutations.ts';

/** The kinds of tests, the quick ones first. */
export const LAYERS = ['rules', 'walks', 'spec', 'screens', 'chromium'] as const;
export type Layer = (typeof LAYERS)[number];

/** Tests of a kind to run; the machine's own exploration needs no files. */
export type Stage = { layer: Layer; files: readonly string[]; pattern: string | null };

/**
 * Makes a planter plant a fault, or none, to check that the tests pass without one. `isWhole`: all stages are run, also
 * after one that sees it.
 */
export type Order = {
  machine: string;
  fault: Pick<Fault, 'file' | 'text' | 'chart'> | null;
  stages: readonly Stage[];
  isWhole: boolean;
};

/** The layers that saw the fault, with the sentence or the file of each. */
export type Verdict = { seen: { layer: Layer; by: string }[] };

/**
 * Problems of a chart that only report that the fault removed the last use of a name: they would not appear if the name
 * were removed too.
 */
const isOfNames = (problem: string): boolean => problem.endsWith('nowhere on the chart');

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** The first rule that a chart breaks, with its fault. */
function brokenRule(model: Model): string | null {
  try {
    const problem = chartProblems(explore(model)).find((one) => !isOfNames(one));
    return problem?.split('\n')[0] ?? null;
  } catch (error) {
    return messageOf(error);
  }
}

/** The first difference that a walk of every transition finds by itself, without the rules. */
async function brokenWalk({ machine, options }: Model): Promise<string | null> {
  const silent = { never: {}, restarts: {}, once: Object.keys(machine.implementations.delays) };
  const model = { machine, options: { ...options, ...silent } };
  try {
    const explored = explore(model);
    if (explored.broken.length > 0) return null;
    for (const path of walks(explored, 'transitions')) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one walk after the other
      await walkPath(explored, path, headlessDriver(model), { file: '', isDrawn: () => false });
    }
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

async function seenByTests(vitest: Vitest, { files, pattern }: Stage): Promise<string | null> {
  if (pattern === null) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(pattern);
  // Failures of an earlier fault must not count for this one.
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  const specifications = await vitest.globTestSpecifications([...files]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const asked = new Set(specifications.map(({ moduleId }) => moduleId));
  const failed = testModules.find(
    (module) => asked.has(module.moduleId) && (module.state() === 'failed' || module.errors().length > 0),
  );
  if (failed) {
    const test = failed.children.allTests('failed').next().value;
    const reason = test?.result().errors?.[0]?.message.split('\n')[0] ?? '';
    return test ? `${failed.relativeModuleId} > ${test.fullName}: ${reason}` : failed.relativeModuleId;
  }
  const ran = testModules.flatMap((module) => [...module.children.allTests('passed')]).length;
  if (ran === 0) return `no test of ${files.join(', ')} is named ${pattern}`;
  return unhandledErrors.length > 0 ? 'an error outside of the tests' : null;
}

/** Runs tests on the built application, in a process of their own that builds it first. */
async function seenInChromium(root: string, { files, pattern }: Stage): Promise<string | null> {
  const child = spawn(process.execPath, ['tools/test/test.ts', ...files, '-t', pattern ?? '', '--bail', '1'], {
    cwd: root,
    stdio: 'ignore',
  });
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  return code === 0 ? null : files.join();
}

/**
 * Runs the tests of one fault after the other, in one process that stays, in a copy of the project.
 * @param root the copy
 */
export async function runPlanter(root: string): Promise<void> {
  const machines = await entries();
  // Each fault that a test waits for in vain would cost a minute.
  process.env['READY_WAIT_LIMIT'] ??= '6000';
  const vitest = await createVitest(
    { root, watch: false, bail: 1, maxWorkers: 1, reporters: [{}], passWithNoTests: true, silent: true },
    { root },
  );

  const seenBy = async (stage: Stage, { machine, fault }: Order): Promise<string | null> => {
    if (stage.layer === 'chromium') return seenInChromium(root, stage);
    if (stage.files.length > 0) return seenByTests(vitest, stage);
    const model = modelOf(entryOf(machines, machine));
    const chart = fault?.chart ?? null;
    const changed = { ...model, machine: chart === null ? model.machine : plant(model.machine, chart) };
    return stage.layer === 'rules' ? brokenRule(changed) : brokenWalk(changed);
  };

  const carryOut = async (order: Order): Promise<Verdict> => {
    const { fault, stages, isWhole } = order;
    const path = fault && join(root, fault.file);
    const whole = path === null ? '' : await readFile(path, 'utf8');
    const write = async (text: string): Promise<void> => {
      if (path === null) return;
      await writeFile(path, text);
      vitest.invalidateFile(path);
    };
    const seen: Verdict['seen'] = [];
    await write(fault?.text ?? whole);
    try {
      for (const stage of stages) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- a later stage is run when the earlier ones saw nothing
        const by = await seenBy(stage, order);
        if (by !== null) seen.push({ layer: stage.layer, by });
        if (by !== null && !isWhole) break;
      }
      return { seen };
    } finally {
      await write(whole);
    }
  };

  process.on('message', (order: Order) => void carryOut(order).then((verdict) => process.send?.(verdict)));
  process.on('disconnect', () => void vitest.close().finally(() => process.exit(0)));
  process.send?.('ready');
}
