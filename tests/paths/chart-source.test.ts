import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { flatSource } from 'xstate-chart-svg';
import { actionNames, stateNodes, transitionsOf } from 'xstate-chart-svg/chart';
import { entries } from './registry.ts';
import { run } from './run-script.ts';

const root = resolve(import.meta.dirname, '..', '..');
const all = await entries();
const cache = join(root, '.cache');
let folder = '';
const fileOf = (name: string): string => join(folder, `${name}.ts`);

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'sources-'));
  for (const { machine, name } of all) writeFileSync(fileOf(name), flatSource(machine));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** States and transitions of a chart, with all their names. */
const shapeOf = (machine: AnyStateMachine): unknown => ({
  states: stateNodes(machine).map(({ id, type, history, initial, tags, entry, exit, invoke }) => ({
    id,
    type,
    history,
    initial: initial.target?.map((target) => target.id),
    tags,
    entry: actionNames(entry),
    exit: actionNames(exit),
    invoke: invoke.map((one) => [one.id, one.src]),
  })),
  transitions: transitionsOf(machine).map(({ id, event, targets, actions, reenter }) => ({
    id,
    event,
    targets,
    actions,
    reenter,
  })),
});

it.each(all.map(({ name, machine }) => [name, machine] as const))(
  '%s: the flat source is the chart that runs',
  async (name, machine) => {
    const module = (await import(/* @vite-ignore */ pathToFileURL(fileOf(name)).href)) as Record<string, unknown>;
    expect(shapeOf(module[`${name}Machine`] as AnyStateMachine)).toEqual(shapeOf(machine));
  },
);

it('every flat source compiles, strictly, by itself', () => {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target esnext'.split(' ');
  const { stdout, status } = spawnSync(process.execPath, [
    compiler,
    ...options,
    ...all.map(({ name }) => fileOf(name)),
  ]);
  expect(stdout.toString()).toBe('');
  expect(status).toBe(0);
});

it('npm run charts -- <machine> --source writes it, and says what to write where it cannot', () => {
  const login = all.find(({ name }) => name === 'login');
  expect(run('charts', 'login', '--source').out).toBe(login && flatSource(login.machine));
  expect(run('charts', 'nothing', '--source').complaint).toMatch(/^There is no machine 'nothing': write one of /);
  expect(run('charts', '--source')).toMatchObject({
    status: 1,
    complaint: 'Write npm run charts, npm run charts -- --check, or npm run charts -- <machine> --source.',
  });
});
