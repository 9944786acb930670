import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { alternate } from '../core.ts';
import { beside, type Row } from '../table.ts';
import { startAt, type Host, type Place } from './host.ts';

const ROUNDS = 5;
const FEW = { wips: 100, archives: 10 };
const MANY = { wips: 20_000, archives: 10_000 };

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Milliseconds from the start of the server to its first answer. */
async function startOf(place: Place): Promise<number> {
  const start = performance.now();
  await using server = await startAt(place);
  await fetch(`${server.origin}/health`);
  return performance.now() - start;
}

const bare = (): Promise<number> => timed(() => promisify(execFile)(process.execPath, ['-e', '0']));

/** Starts over installations with few and many documents, compared with an empty Node and with one another. */
export async function* starts({ engine, stocked }: Host): AsyncGenerator<Row> {
  const [few, many] = [await stocked(FEW), await stocked(MANY)];
  for (const { place, wips } of [few, many]) {
    // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
    const pairs = await alternate(ROUNDS, bare, () => startOf(place));
    const what = `${engine}: start to first answer over ${wips.toLocaleString('en')} WIPs (node -e 0)`;
    yield beside(what, pairs, 'ms', { more: 600 });
  }
  const pairs = await alternate(
    ROUNDS,
    () => startOf(few.place),
    () => startOf(many.place),
  );
  yield beside(`${engine}: start over 20,000 WIPs (100)`, pairs, 'ms', { atMost: 1.25 });
}
