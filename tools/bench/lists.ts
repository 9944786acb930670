import { startServer } from '#tests/support/hosts/server.ts';

import { findBrowser, launchBrowser } from '../run/browser.ts';
import { ensureBuilt } from '../build/build.ts';
import type { BenchRun } from './core.ts';
import { board } from './lists/board.ts';
import { entries } from './lists/entries.ts';
import { past } from './lists/past.ts';
import { quick } from './lists/quick.ts';
import { wall } from './lists/wall.ts';

/** The parts, by their names on the command line: `npm run bench -- lists wall`. */
const parts = { entries, quick, wall, board, past };

/** Lists of 2,000 entries against 20, quick open over as many, and a live dashboard left open over 2,000 submissions. */
export async function measure({ report, isWanted }: BenchRun): Promise<void> {
  await ensureBuilt();
  const [server, browser] = await Promise.all([startServer(), launchBrowser({ executablePath: await findBrowser() })]);
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (!isWanted(name)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      for await (const row of part(server, browser)) report(row);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}
