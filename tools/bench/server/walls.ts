import { demo, signedIn } from '#tests/support/person.ts';
import { save, submit } from '#tests/support/writing.ts';
import { alone, beside, type Pairs, type Row } from '../table.ts';
import { documentOf, importDocuments } from './documents.ts';
import { startAt, type Host } from './host.ts';
import { askOnce, getRequest } from './load.ts';
import { headersOf, sessions } from './people.ts';
import { peakBytes, processorSeconds } from './processes.ts';

const WALLS = 500;
const SESSIONS = 30;
const DOCUMENT = 1_000_000;
const ROUNDS = 4;
const MB = 1_000_000;

/** Walls that read an archive directly after its submission, compared with the same walls when they read it again. */
export async function* walls({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const place = await newPlace();
  await using server = await startAt(place);
  const document = documentOf(DOCUMENT);
  await importDocuments(place, [document]);
  const writer = await signedIn(server.origin, demo.writer);
  const { uuid: wip } = await save(writer, 'Bench', document.values, document.uuid);
  const people = await sessions(server.origin, SESSIONS);
  const port = Number(new URL(server.origin).port);
  const processor: Pairs = { floor: [], ours: [] };
  let refused = 0;
  const requestsOf = (path: string): Buffer[] =>
    Array.from({ length: WALLS }, (_, at) => {
      const person = people[at % SESSIONS] ?? writer;
      return getRequest(port, path, { ...headersOf(person, path), 'Accept-Encoding': 'br' });
    });
  const readAll = (requests: readonly Buffer[]): Promise<number> =>
    peakBytes(server.pid(), async () => (refused += await askOnce(port, requests)));
  const newArchive = async (): Promise<Buffer[]> => requestsOf(`/v1/archives/${await submit(writer, wip)}`);

  // A process hardly returns memory, so only its first crowd shows its need: one reader comes before the floor's.
  const known = await newArchive();
  await askOnce(port, known.slice(0, 1));
  const warm = await readAll(known);
  const memory = { floor: warm / MB, ours: (await readAll(await newArchive())) / MB };
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable no-await-in-loop -- one measurement at a time
    const requests = await newArchive();
    // A submission comes before the first reading, so the first is ours and the second the floor, always in this order.
    for (const which of ['ours', 'floor'] as const) {
      const before = await processorSeconds(server.pid());
      await readAll(requests);
      processor[which].push(((await processorSeconds(server.pid())) - before) * 1_000);
    }
    // oxlint-enable no-await-in-loop
  }
  const what = `${engine}: ${WALLS} walls read a 1 MB archive after its submission`;
  yield beside(`${what}, the server's processor (again)`, processor, 'ms', { atMost: 2 });
  yield { what: `${what}, the server's memory (one that is known)`, ...memory, unit: 'MB', bar: { more: 50 } };
  yield alone(`${engine}: of these ${2 * WALLS * (ROUNDS + 1)} reads refused`, refused, '', 0);
}
