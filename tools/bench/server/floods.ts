import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving } from '#tests/support/writing.ts';
import { alternate } from '../core.ts';
import { beside, median, type Bar, type Row } from '../table.ts';
import type { Order } from './busy.ts';
import { documentOf, importDocuments } from './documents.ts';
import { startAt, type Host } from './host.ts';
import { update, whileWriting } from './people.ts';

const DOCUMENT = 16_000;
const FLOODING = 980_000;
const CONNECTIONS = 32;
const ROUNDS = 3;
/** Milliseconds of a colleague's saves in a round. */
const LOOK = 2_500;

/**
 * A colleague's small saves while one user, or one network, sends as much as possible, compared with the same while as
 * many connections request /health.
 */
export async function* floods({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const place = await newPlace();
  await using server = await startAt(place);
  const document = documentOf(DOCUMENT);
  await importDocuments(place, [document]);
  const flooder = await signedIn(server.origin, demo.writer);
  const colleague = await signedIn(server.origin, demo.otherWriter);
  const [flooded, own] = [
    (await save(flooder, 'Flooded', document.values, document.uuid)).uuid,
    (await save(colleague, 'Own', document.values, document.uuid)).uuid,
  ];
  const body = JSON.stringify(saving('Flooded', { 'region-2': 'x'.repeat(FLOODING) }));
  const flood = [{ path: `/v1/wips/${flooded}/update`, body }];
  const codes = [{ path: '/v1/displays/pairings', body: '' }];
  const floor = [{ path: '/health', body: null }];
  let count = 0;
  const saves = (wip: string) => async (): Promise<number> => {
    const times: number[] = [];
    const end = performance.now() + LOOK;
    while (performance.now() < end) {
      const start = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await update(colleague, wip, `Changed ${(count += 1)}`);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const during = async (calls: Order['calls'], wip: string): Promise<number> =>
    (await whileWriting(flooder, { calls, workers: CONNECTIONS, pace: 0 }, saves(wip), true)).result;
  const bar: Bar = { atMost: 1.5 };
  // A save of the flooded document itself waits for the megabyte that is being written to it, and writes it again.
  const rows: [what: string, calls: Order['calls'], wip: string, bar: Bar][] = [
    ['while one person floods another document', flood, own, bar],
    ['of a document that one person floods', flood, flooded, 'shown'],
    [`while ${CONNECTIONS} connections ask for display codes`, codes, own, bar],
  ];
  for (const [what, calls, wip, held] of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
    const pairs = await alternate(
      ROUNDS,
      () => during(floor, wip),
      () => during(calls, wip),
    );
    yield beside(`${engine}: a colleague's small save ${what} (/health)`, pairs, 'ms', held);
  }
}
