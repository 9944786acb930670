import * as v from 'valibot';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { submit } from '#tests/support/writing.ts';
import type { TestServer } from '#tests/support/hosts/server.ts';
import { alone, beside, type Row } from '../table.ts';
import { startAt, type Host, type Stocked } from './host.ts';
import { get, update, type Answer } from './people.ts';

const ROUNDS = 9;
const STOCKS = [
  { wips: 100, archives: 10 },
  { wips: 2_000, archives: 10 },
  { wips: 20_000, archives: 10_000 },
];
const PAGE = '?limit=50';
const WIRE_MOST = 10;

type Desk = { stock: Stocked; server: TestServer; writer: Person };

const hasPages = async (person: Person): Promise<boolean> => {
  const { json } = await person.get('/auth/verify');
  return v.parse(v.object({ capabilities: v.array(v.string()) }), json).capabilities.includes('lists.pages');
};

/** Writes, and reads the first page, which the write has made stale, in each installation in turn. */
async function afterWrites(
  desks: readonly Desk[],
  write: (desk: Desk) => Promise<unknown>,
  pathOf: (stock: Stocked) => string,
): Promise<Answer[][]> {
  const answers: Answer[][] = desks.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, desk] of desks.entries()) {
      // oxlint-disable no-await-in-loop -- one measurement at a time
      await write(desk);
      const answer = await get(desk.writer, pathOf(desk.stock) + PAGE);
      // oxlint-enable no-await-in-loop
      if (round > 0) answers[at]?.push(answer);
    }
  }
  return answers;
}

/** The first page of lists that grow, each after a write to it, against the shortest one. */
export async function* lists({ engine, stocked }: Host): AsyncGenerator<Row> {
  const desks: Desk[] = [];
  try {
    for (const stock of STOCKS) {
      // oxlint-disable no-await-in-loop -- one after the other
      const filled = await stocked(stock);
      const server = await startAt(filled.place);
      desks.push({ stock: filled, server, writer: await signedIn(server.origin, demo.writer) });
      // oxlint-enable no-await-in-loop
    }
    const [first, , last] = desks;
    if (!first || !last) return;
    const note = (await hasPages(first.writer)) ? '' : ', no pages';
    const wips = await afterWrites(
      desks,
      ({ writer, stock }) => update(writer, stock.wip, String(Date.now())),
      ({ template }) => `/v1/templates/${template}/wips`,
    );
    const archives = await afterWrites(
      [first, last],
      ({ writer, stock }) => submit(writer, stock.wip),
      ({ wip }) => `/v1/wips/${wip}/archives`,
    );
    yield* compared(
      `${engine}: list of`,
      `WIPs after a write${note}`,
      STOCKS.map((stock) => stock.wips),
      wips,
    );
    yield* compared(`${engine}: list of`, `archives after a write${note}`, [10, 10_000], archives);
  } finally {
    await Promise.all(desks.map(({ server }) => server.stop()));
  }
}

function* compared(
  before: string,
  after: string,
  counts: readonly number[],
  answers: readonly Answer[][],
): Generator<Row> {
  const [few = [], ...more] = answers;
  const floor = few.map(({ time }) => time);
  for (const [at, each] of more.entries()) {
    const what = `${before} ${(counts[at + 1] ?? 0).toLocaleString('en')} ${after}`;
    yield beside(`${what} (${counts[0] ?? 0})`, { floor, ours: each.map(({ time }) => time) }, 'ms', { atMost: 1.5 });
    yield alone(`${what}, on the wire`, each.at(-1)?.kilobytes ?? 0, 'kB', WIRE_MOST);
  }
}
