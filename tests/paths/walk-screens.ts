import { isFull } from '../../tools/test/suites.ts';
import { describePaths } from 'chart-walks/vitest';
import { jsdomDriver } from './drivers/jsdom-driver.tsx';
import type { Cover, Explored } from 'chart-walks';
import { withinReach } from './oracles/reach.ts';
import { entries } from './registry.ts';

/** Seed of the walks that take pairs. */
const seed = Number(process.env['READY_SEED'] ?? 1);

/** Machines whose edges are too many for each change: every pair of transitions is taken, the full run takes every edge. */
const LARGE = ['editor', 'live-archive', 'archive-browser'];

/**
 * Walks the machines that have a screen (`oracles/<machine>.screen.ts`) on that screen.
 * @param isWanted chooses machines by the names of their files
 * @param options of the driver. `strict`: every transition is enough, outside of the full run
 */
export async function walkScreens(
  isWanted: (stem: string) => boolean,
  options?: Parameters<typeof jsdomDriver>[1],
): Promise<void> {
  for (const { stem, model, screen } of await entries()) {
    if (!model || !screen || !isWanted(stem)) continue;
    const driver = jsdomDriver(screen, options);
    const quick: Cover = options?.strict ? 'transitions' : LARGE.includes(stem) ? 'pairs' : 'edges';
    const cover = isFull ? 'edges' : quick;
    const reach = (explored: Explored): Explored => withinReach(explored, screen.outOfReach);
    describePaths(model, { cover, driver, reach, seed, list: 'npm run paths --' });
  }
}
