import type { AnyStateNode } from 'xstate';
import { activeNodes, leavesOf, shortName } from '#tests/paths/engine/chart.ts';
import { takeStep, type Walker } from '#tests/paths/engine/driver.ts';
import { explore, type Explored } from '#tests/paths/engine/explore.ts';
import type { Moment } from '#tests/paths/engine/moment.ts';
import { failureText } from '#tests/paths/engine/report.ts';
import { type Path, walks } from '#tests/paths/engine/walks.ts';
import { entries, modelOf } from '#tests/paths/registry.ts';
import { type Chromium, chromiumDriver } from '#tests/paths/screens/chromium-driver.ts';
import type { ScreenSpec } from '#tests/paths/screens/jsdom-driver.tsx';
import type { Page } from 'playwright-core';
import { withinReach } from '#tests/paths/screens/reach.ts';
import { screenSpecs } from './screen-specs.ts';

/** A way through a screen on which every state of its machine that no other way came to is come to. */
export type StatePath = { name: string; path: Path; spec: ScreenSpec; explored: Explored };

/** A screen that stands still in a state of its machine. */
export type StateShown = { name: string; page: Page };

const leaves = ({ snapshot }: Moment): readonly AnyStateNode[] => leavesOf(activeNodes(snapshot));

/** Every machine that has a screen, and the ways on which all of its states are come to. */
export async function statePaths(): Promise<StatePath[]> {
  const specs = await screenSpecs();
  return (await entries()).flatMap((entry) => {
    const spec = specs.get(entry.name);
    if (!spec) return [];
    const explored = withinReach(explore(modelOf(entry)), spec.outOfReach);
    return walks(explored, 'states').map((path) => ({ name: `${path.machine}/${path.id}`, path, spec, explored }));
  });
}

const begin = ({ path, explored }: StatePath): Explored['starts'][number] => {
  const start = explored.starts.find(({ label }) => label === path.start);
  if (!start) throw new Error(`The model has no start '${path.start}'.`);
  return start;
};

/** The innermost states that some ways come to, by id. */
export function leavesOn(paths: readonly StatePath[]): Set<string> {
  const moments = paths.flatMap((one) => [begin(one).moment, ...one.path.steps.map(({ moment }) => moment)]);
  return new Set(moments.flatMap((moment) => leaves(moment).map(({ id }) => id)));
}

/** Goes the ways, and stops wherever an innermost state is met for the first time. */
export class StateWalk {
  /** The innermost states that were looked at, by id. */
  readonly seen = new Set<string>();
  readonly #chromium: Chromium;
  readonly #look: (shown: StateShown) => Promise<void>;

  /**
   * @param chromium the browser, and where the application is
   * @param look what is done with the screen there; the next step is taken when it is done
   */
  constructor(chromium: Chromium, look: (shown: StateShown) => Promise<void>) {
    this.#chromium = chromium;
    this.#look = look;
  }

  /** @throws with the way up to there when a screen is not what it has to be */
  async go(one: StatePath): Promise<void> {
    const { path, spec, explored } = one;
    const { label, moment } = begin(one);
    let page: Page | null = null;
    const chromium = { ...this.#chromium, onPage: (opened: Page) => void (page = opened) };
    const input: unknown = (explored.model.options.starts ?? {})[label]?.input;
    const walker: Walker = await chromiumDriver(spec, chromium)({ label, input, moment });
    const arrive = async (at: Moment, isStart: boolean): Promise<void> => {
      const fresh = leaves(at).filter(({ id }) => !this.seen.has(id));
      if (page === null || (fresh.length === 0 && !isStart)) return;
      for (const { id } of fresh) this.seen.add(id);
      const { machine } = explored.model;
      const states = fresh.map(({ id }) => shortName(machine, id)).join(', ');
      const name = `${machine.id}: ${isStart ? [label, states].filter(Boolean).join(': ') : states}`;
      await this.#look({ name, page });
    };
    let at = -1;
    try {
      await walker.expect(moment, null);
      await arrive(moment, true);
      for (const [index, step] of path.steps.entries()) {
        at = index;
        // oxlint-disable eslint/no-await-in-loop -- the steps of a walk come one after the other
        await takeStep(walker, step);
        await arrive(step.moment, false);
        // oxlint-enable eslint/no-await-in-loop
      }
    } catch (error) {
      throw new Error(failureText(explored, path, at, error), { cause: error });
    } finally {
      await walker.end();
    }
  }
}
