import { describePaths } from './describe-paths.ts';
import { jsdomDriver } from './drivers/jsdom-driver.tsx';
import { withinReach } from './oracles/reach.ts';
import { entries } from './registry.ts';

/**
 * Walks the machines that have a screen (`oracles/<machine>.screen.ts`) on that screen.
 * @param isWanted chooses machines by the names of their files
 * @param options of the driver
 */
export async function walkScreens(
  isWanted: (stem: string) => boolean,
  options?: Parameters<typeof jsdomDriver>[1],
): Promise<void> {
  for (const { stem, model, screen } of await entries()) {
    if (!model || !screen || !isWanted(stem)) continue;
    const driver = jsdomDriver(screen, options);
    describePaths(model, { cover: 'edges', driver, reach: (explored) => withinReach(explored, screen.outOfReach) });
  }
}
