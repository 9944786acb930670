import { engines } from '#tests/support/postgres/engines.ts';
import { ensureBuilt } from '../build/build.ts';
import { costs } from './server/costs.ts';
import { displays } from './server/displays.ts';
import { floods } from './server/floods.ts';
import { startFloor } from './server/floors.ts';
import type { Host, Stock, Stocked } from './server/host.ts';
import { lists } from './server/lists.ts';
import { startNginx } from './server/nginx.ts';
import { reads } from './server/reads.ts';
import { records } from './server/records.ts';
import { requests } from './server/requests.ts';
import { checks, saves, waits } from './server/saves.ts';
import { starts } from './server/starts.ts';
import { stocked } from './server/stock.ts';
import { streams } from './server/streams.ts';
import { walls } from './server/walls.ts';
import { chosen, type BenchRun } from './core.ts';
import type { Row } from './table.ts';

/** The parts, by their names on the command line: `npm run bench -- server save walls`. */
const parts: Record<string, (host: Host) => AsyncGenerator<Row>> = {
  save: saves,
  wait: waits,
  check: checks,
  floods,
  reads,
  walls,
  displays,
  lists,
  records,
  requests,
  streams,
  start: starts,
  costs,
};

/** The server on both engines, or on one of them (`sqlite`, `postgresql`), compared with floors of the same run. */
export async function measure({ report, isWanted }: BenchRun): Promise<void> {
  const [wantedParts = [], wantedEngines = []] = chosen(
    isWanted,
    Object.keys(parts),
    engines.map(({ name }) => name.toLowerCase()),
  );
  await ensureBuilt();
  const nginx = await startNginx();
  try {
    for (const { name: engine, start } of engines.filter(({ name }) => wantedEngines.includes(name.toLowerCase()))) {
      // oxlint-disable no-await-in-loop -- one measurement at a time
      await using places = await start(true);
      // A new one for each engine: a process never returns memory.
      await using floor = await startFloor();
      const newPlace = () => places.place();
      const kept = new Map<string, Promise<Stocked>>();
      const stockedOnce = (stock: Stock): Promise<Stocked> => {
        const key = JSON.stringify(stock);
        const one = kept.get(key) ?? stocked(newPlace, stock);
        kept.set(key, one);
        return one;
      };
      const host: Host = { engine, newPlace, stocked: stockedOnce, floor, nginx };
      for (const name of wantedParts) {
        for await (const row of parts[name]?.(host) ?? []) report(row);
      }
      // oxlint-enable no-await-in-loop
    }
  } finally {
    await nginx?.stop();
  }
}
