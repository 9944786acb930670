import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createVitest, version, type Vitest } from 'vitest/node';

import { chartProblems } from '../check.ts';
import { walkPath } from '../driver.ts';
import { explore } from '../explore.ts';
import { headlessDriver } from '../headless.ts';
import type { Model } from '../model.ts';
import { walks } from '../walks.ts';
import { plant } from './chart.ts';
import type { Fault } from './fault.ts';
import type { Project, Seen, Stage } from './project.ts';

/** Vitest as a library, for the tests of a folder. */
function vitestIn(root: string): Promise<Vitest> {
  const create = createVitest as (...args: unknown[]) => Promise<Vitest>;
  const options = { root, watch: false, bail: 1, maxWorkers: 1, reporters: [{}], passWithNoTests: true, silent: true };
  // Vitest 4 takes a mode before the options.
  return version.startsWith('4.') ? create('test', options, { root }) : create(options, { root });
}

/**
 * Makes a planter plant a fault, or none, to check that the tests pass without one. `isWhole`: all stages are run, also
 * after one that detects it.
 */
export type Order = {
  machine: string;
  fault: Pick<Fault, 'file' | 'text' | 'chart'> | null;
  stages: readonly Stage[];
  isWhole: boolean;
};

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

/** Runs other tests, in a process of their own. */
async function seenByCommand(root: string, [name = '', ...given]: readonly string[]): Promise<string | null> {
  const child = spawn(name, given, { cwd: root, stdio: 'ignore' });
  const code = await new Promise<number | null>((done, failed) => {
    child.once('exit', done);
    child.once('error', failed);
  });
  return code === 0 ? null : [name, ...given].join(' ');
}

/**
 * Runs the tests of one fault after the other, in one process that stays, in a copy of the project.
 * @param project the project
 * @param root the copy
 */
export async function runPlanter(project: Project, root: string): Promise<void> {
  const machines = await project.machines();
  const vitest = await vitestIn(root);

  const seenBy = async (stage: Stage, { machine, fault }: Order): Promise<string | null> => {
    if (stage.command) return seenByCommand(root, stage.command);
    if (stage.files.length > 0) return seenByTests(vitest, stage);
    const model = machines.find(({ name }) => name === machine)?.model;
    if (!model) return null;
    const chart = fault?.chart ?? null;
    const changed = { ...model, machine: chart === null ? model.machine : plant(model.machine, chart) };
    return stage.layer === 'rules' ? brokenRule(changed) : brokenWalk(changed);
  };

  const carryOut = async (order: Order): Promise<Seen> => {
    const { fault, stages, isWhole } = order;
    const path = fault && join(root, fault.file);
    const whole = path === null ? '' : await readFile(path, 'utf8');
    const write = async (text: string): Promise<void> => {
      if (path === null) return;
      await writeFile(path, text);
      vitest.invalidateFile(path);
    };
    const seen: { layer: string; by: string }[] = [];
    await write(fault?.text ?? whole);
    try {
      for (const stage of stages) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- a later stage is run when the earlier ones detect nothing
        const by = await seenBy(stage, order);
        if (by !== null) seen.push({ layer: stage.layer, by });
        if (by !== null && !isWhole) break;
      }
      return seen;
    } finally {
      await write(whole);
    }
  };

  const fail = (error: unknown): void => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  };
  process.on('message', (order: Order) => void carryOut(order).then((seen) => process.send?.(seen), fail));
  process.on('disconnect', () => void vitest.close().finally(() => process.exit(0)));
  process.send?.('ready');
}
