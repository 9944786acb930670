import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { alternate } from '../core.ts';
import { beside, type Row } from '../table.ts';
import { startAt, type Host } from './host.ts';

const ROUNDS = 5;
const STOCKS = [
  { wips: 100, archives: 10 },
  { wips: 20_000, archives: 10_000 },
];

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** From the start of the server to its first answer, over installations that hold little and much, against an empty Node. */
export async function* starts({ engine, stocked }: Host): AsyncGenerator<Row> {
  for (const stock of STOCKS) {
    // oxlint-disable no-await-in-loop -- one measurement at a time
    const { place } = await stocked(stock);
    const ours = async (): Promise<number> => {
      const start = performance.now();
      await using server = await startAt(place);
      await fetch(`${server.origin}/health`);
      return performance.now() - start;
    };
    const pairs = await alternate(ROUNDS, () => timed(() => promisify(execFile)(process.execPath, ['-e', '0'])), ours);
    // oxlint-enable no-await-in-loop
    const what = `${engine}: start to first answer over ${stock.wips.toLocaleString('en')} WIPs (node -e 0)`;
    yield beside(what, pairs, 'ms', { more: 600 });
  }
}
