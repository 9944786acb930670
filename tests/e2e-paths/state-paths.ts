import { leavesOf, shortName } from 'xstate-chart-svg/chart';
import { walkPath, type Edge, explore, type Explored, type Start, type Path, startOf, walks } from 'chart-walks';
import { entries, modelOf } from '#tests/paths/registry.ts';
import { type Chromium, chromiumDriver } from '#tests/paths/drivers/chromium-driver.ts';
import type { WalkedScreen } from '#tests/paths/drivers/screen-walk.ts';
import type { Page } from 'playwright-core';
import { withinReach } from '#tests/paths/oracles/reach.ts';

/** A way through a screen; all ways together reach every state of its machine. */
export type StatePath = {
  name: string;
  path: Path;
  screen: WalkedScreen;
  explored: Explored;
  /** Names of the states to inspect, at the start and after each step: those that are reached there for the first time on all ways; null for none. */
  looks: readonly (string | null)[];
};

/** A screen that rests in a state of its machine. */
export type StateShown = { name: string; page: Page };

/** Returns every machine that has a screen, and the ways on which all of its states are reached. */
export async function statePaths(): Promise<StatePath[]> {
  const seen = new Set<string>();
  const isNew = (id: string): boolean => seen.size < seen.add(id).size;
  return (await entries()).flatMap((entry) => {
    const { screen, machine } = entry;
    if (!screen) return [];
    const explored = withinReach(explore(modelOf(entry)), screen.outOfReach);
    const nameOf = (at: Start | Edge): string | null => {
      const start = 'label' in at && isNew(`${machine.id} from ${at.label}`) ? [at.label] : [];
      const fresh = leavesOf(at.moment.snapshot).filter(({ id }) => isNew(id));
      const states = fresh.map(({ id }) => shortName(machine, id)).join(', ');
      return start.length + fresh.length > 0 ? [machine.id, ...start, states].filter(Boolean).join(': ') : null;
    };
    return walks(explored, 'states').map((path) => {
      const looks = [startOf(explored, path), ...path.steps].map(nameOf);
      return { name: `${path.machine}/${path.id}`, path, screen, explored, looks };
    });
  });
}

/**
 * Takes a way, and stops at each state to inspect.
 * @param chromium the browser, and the address of the application
 * @param look inspects the screen; the next step waits for it
 * @throws with the steps up to there if a screen is not as it has to be
 */
export async function walkStates(
  chromium: Chromium,
  { path, screen, explored, looks }: StatePath,
  look: (shown: StateShown) => Promise<void>,
): Promise<void> {
  let page: Page | null = null;
  const left = looks.values();
  const arrive = async (): Promise<void> => {
    const name = left.next().value ?? null;
    if (page && name !== null) await look({ name, page });
  };
  const driver = chromiumDriver(screen, { ...chromium, onPage: (opened) => void (page = opened) });
  const file = 'tests/e2e-paths/states.full.test.ts';
  await walkPath(explored, path, driver, { file, isDrawn: () => true, arrive });
}
