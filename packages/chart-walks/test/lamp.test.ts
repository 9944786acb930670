import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';
import { describePaths } from 'chart-walks/vitest';
import { chartProblems, walkPath, explore, headlessDriver, defineModel, pathsText, walks } from 'chart-walks';
import { mermaid } from 'xstate-chart-svg';
import { lampMachine, lampModel } from './lamp.ts';

const { outcomes, events, key } = lampModel.options;
const guide = Object.values(
  import.meta.glob<string>('../README.md', { eager: true, query: '?raw', import: 'default' }),
).join('');
const source = Object.values(
  import.meta.glob<string>('./lamp.ts', { eager: true, query: '?raw', import: 'default' }),
).join('');

describePaths(lampModel, { cover: 'edges', driver: headlessDriver(lampModel) });

describe('the guide', () => {
  it('shows the lamp as it is tested, and its paths as they are', () => {
    const explored = explore(lampModel);
    for (const part of source.split(/\n\n(?=export )/).slice(1)) expect(guide).toContain(part.trim());
    expect(guide).toContain(pathsText(explored, walks(explored, 'edges')));
    expect(/export const lampMachine[^]*?^\}\);/m.exec(source)?.[0].split('\n').length).toBeLessThanOrEqual(20);
  });

  it('does what it says when its TypeScript stands alone, beside the package', async () => {
    const modules = resolve(import.meta.dirname, '../../../node_modules');
    const folder = await mkdtemp(join(tmpdir(), 'chart-walks-lamp-'));
    try {
      // These three only, so that whatever the engine takes from this application is missing.
      await mkdir(join(folder, 'node_modules'));
      await Promise.all([
        ...['vitest', 'xstate', 'chart-walks'].map((name) =>
          symlink(join(modules, name), join(folder, 'node_modules', name), 'junction'),
        ),
        writeFile(join(folder, 'package.json'), '{ "type": "module" }'),
      ]);
      const lessons = guide.slice(guide.indexOf('## A first model'), guide.indexOf('## On your screens'));
      const blocks = [...lessons.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code);
      // A model that says nothing, in the same file, must take no test of the good one away.
      const bad = `describePaths({ ...lampModel, options: {} }, { cover: 'edges', driver: headlessDriver(lampModel) });`;
      await writeFile(join(folder, 'lamp.test.ts'), [...blocks, bad].join('\n'));
      const vitest = join(modules, 'vitest', 'vitest.mjs');
      const run = promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder, '--no-color']);
      const { stdout } = await run.catch((error: { stdout: string }) => error);
      expect(stdout).toMatch(/Tests +2 failed \| 2 passed \(4\)/);
      const explored = explore(lampModel);
      expect(stdout).toContain(pathsText(explored, walks(explored, 'edges')));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('quotes the sentences that a missing case gets', () => {
    const missing = [
      () =>
        explore(defineModel(lampMachine)({ key: () => ({}), events: () => ({ press: { type: 'switch.pressed' } }) })),
      () => explore(defineModel(lampMachine)({ key: () => ({}) })),
      () =>
        explore({ machine: lampMachine, options: { outcomes: outcomes ?? {}, ...(events && { events }), limit: 50 } }),
    ];
    for (const attempt of missing) {
      let sentence = '';
      try {
        attempt();
      } catch (error) {
        sentence = error instanceof Error ? error.message : '';
      }
      expect(sentence).toMatch(/^The model 'lamp' .+\.$/);
      expect(guide).toContain(sentence);
    }
  });
});

describe('the engine', () => {
  it('takes every edge, every transition and every state, in ever fewer steps', () => {
    const explored = explore(lampModel);
    const steps = (['edges', 'transitions', 'states'] as const).map((cover) =>
      walks(explored, cover).reduce((sum, path) => sum + path.steps.length, 0),
    );
    const [edges = 0, transitions = 0, states = 0] = steps;
    expect(edges).toBeGreaterThanOrEqual(transitions);
    expect(transitions).toBeGreaterThan(states);
    const taken = new Set(
      walks(explored, 'transitions').flatMap((path) => path.steps.flatMap((step) => step.transitions)),
    );
    expect([...taken].toSorted()).toEqual(explored.transitions.map(({ id }) => id).toSorted());
  });

  it('gives the same ids every time', () => {
    const ids = () => walks(explore(lampModel), 'edges').map(({ id }) => id);
    expect(ids()).toEqual(ids());
  });

  it('says which transition no walk takes', () => {
    const never = {
      machine: lampMachine,
      options: {
        ...lampModel.options,
        outcomes: {
          getPower: { 'there is none': { output: false }, 'the wire is cut': { error: new Error('cut') } },
        },
      },
    };
    expect(chartProblems(explore(never))).toContain(
      "lamp: no walk takes the transition 'lamp.starting · getPower ✓ [isOn]': the chart is wrong, or a guard is dead",
    );
  });

  it('sees when the key hides what decides', () => {
    const counting = {
      machine: lampMachine,
      options: {
        ...lampModel.options,
        events: ({ snapshot }: { snapshot: { context: { tries?: number } } }) =>
          (snapshot.context.tries ?? 0) < 3 ? { 'presses the switch': { type: 'switch.pressed' } } : {},
      },
    };
    expect(() => walks(explore(counting as typeof lampModel), 'edges')).toThrow(
      /The key of the model 'lamp' hides something/,
    );
  });

  it('tells of a rule that is broken, and the shortest way there', () => {
    const strict = {
      machine: lampMachine,
      options: {
        ...lampModel.options,
        never: { 'it is lit': ({ snapshot }: { snapshot: { value: unknown } }) => snapshot.value === 'lit' },
      },
    };
    const [problem = ''] = chartProblems(explore(strict));
    expect(problem).toMatch(/^lamp: this must never be: it is lit\n/);
    expect(guide).toContain(problem);
  });

  it.each([
    ['a broken guard', lampMachine.provide({ guards: { isOn: () => true } }), 'getPower: there is none'],
    ['a delay that is too short', lampMachine.provide({ delays: { burning: 4_000 } }), 'after 5000 ms'],
  ])('catches %s, and prints the way, the difference, the id and the chart', async (_what, broken, at) => {
    const explored = explore(lampModel);
    const path = walks(explored, 'edges').find((one) => one.steps.some((step) => step.choice.label === at));
    if (!path) throw new Error(`The lamp has no path with '${at}'.`);
    const driver = headlessDriver({ ...lampModel, machine: broken });
    const walk = walkPath(explored, path, driver, { file: 'lamp.test.ts', isDrawn: () => true });
    const text = await walk.then(
      () => 'nothing',
      ({ message }: Error) => message,
    );
    const step = path.steps.findIndex(({ choice }) => choice.label === at);
    expect(text).toContain(`lamp/${path.id} from 'start' fails at step ${step + 1}\n`);
    // The guide shows the first as it is printed, to the letter.
    const shown = at.startsWith('after') ? 'Something changed before 5000 ms were over.' : text.trim();
    expect(text).toContain(shown);
    expect(guide).toContain(shown);
  });

  it('draws with and without a red arrow', () => {
    expect(mermaid(lampMachine)).toContain('lamp_lit --> lamp_dark : after 5000 ms');
    expect(mermaid(lampMachine, ['lamp.lit · switch.pressed'])).toMatch(/linkStyle \d+ stroke:#d00/);
    expect(key).toBeDefined();
  });
});
