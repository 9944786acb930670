import { leavesOf, shortName } from '#tests/paths/engine/chart.ts';
import { walkPath } from '#tests/paths/engine/driver.ts';
import { type Edge, explore, type Explored, type Start } from '#tests/paths/engine/explore.ts';
import { type Path, startOf, walks } from '#tests/paths/engine/walks.ts';
import { entries, modelOf } from '#tests/paths/registry.ts';
import { type Chromium, chromiumDriver } from '#tests/paths/drivers/chromium-driver.ts';
import type { WalkedScreen } from '#tests/paths/drivers/screen-walk.ts';
import type { Page } from 'playwright-core';
import { withinReach } from '#tests/paths/oracles/reach.ts';

/** A way through a screen on which every state of its machine that no other way came to is come to. */
export type StatePath = { name: string; path: Path; screen: WalkedScreen; explored: Explored };

/** A screen that stands still in a state of its machine. */
export type StateShown = { name: string; page: Page };

/** Every machine that has a screen, and the ways on which all of its states are come to. */
export async function statePaths(): Promise<StatePath[]> {
  return (await entries()).flatMap((entry) => {
    const { screen } = entry;
    if (!screen) return [];
    const explored = withinReach(explore(modelOf(entry)), screen.outOfReach);
    return walks(explored, 'states').map((path) => ({ name: `${path.machine}/${path.id}`, path, screen, explored }));
  });
}

/** The innermost states that some ways come to, by id. */
export function leavesOn(paths: readonly StatePath[]): Set<string> {
  const moments = paths.flatMap(({ explored, path }) =>
    [startOf(explored, path), ...path.steps].map(({ moment }) => moment),
  );
  return new Set(moments.flatMap(({ snapshot }) => leavesOf(snapshot).map(({ id }) => id)));
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
  async go({ path, screen, explored }: StatePath): Promise<void> {
    const { machine } = explored.model;
    let page: Page | null = null;
    const chromium = { ...this.#chromium, onPage: (opened: Page) => void (page = opened) };
    const arrive = async (at: Start | Edge): Promise<void> => {
      const fresh = leavesOf(at.moment.snapshot).filter(({ id }) => !this.seen.has(id));
      const start = 'label' in at ? [at.label] : [];
      if (page === null || fresh.length + start.length === 0) return;
      for (const { id } of fresh) this.seen.add(id);
      const states = fresh.map(({ id }) => shortName(machine, id)).join(', ');
      await this.#look({ name: [machine.id, ...start, states].filter(Boolean).join(': '), page });
    };
    const file = 'tests/e2e-paths/states.test.ts';
    await walkPath(explored, path, chromiumDriver(screen, chromium), { file, isDrawn: () => true, arrive });
  }
}
