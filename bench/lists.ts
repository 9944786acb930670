import { startServer } from '#tests/support/server.ts';

import { launchBrowser } from '../scripts/browser.ts';
import { ensureBuilt } from '../scripts/build.ts';
import type { BenchRun } from './core.ts';
import { entries } from './lists/entries.ts';
import { wall } from './lists/wall.ts';
import type { Row } from './table.ts';

/** Its parts, by the names by which one can be asked for: `npm run bench -- lists wall`. */
const parts = { entries, wall };

/** Lists of 2,000 entries against 20, and a live dashboard left open over 2,000 submissions (quality.md, "Speed"). */
export async function measure({ report, isWanted }: BenchRun): Promise<Row[]> {
  await ensureBuilt();
  const rows: Row[] = [];
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (!isWanted(name)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      for await (const row of part(server, browser)) {
        rows.push(row);
        report(row);
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return rows;
}
