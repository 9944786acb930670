import { readWip } from '#common/calls/templates.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save } from '#tests/support/writing.ts';
import { alternate } from '../core.ts';
import { beside, type Pairs, type Row } from '../table.ts';
import { documentOf, importDocuments } from './documents.ts';
import { startFacts } from './floors.ts';
import { startAt, type Host } from './host.ts';
import { getRequest, requestsPerSecond } from './load.ts';
import { headersOf } from './people.ts';
import { processorSeconds } from './processes.ts';
import { parsed } from '#tests/support/replies.ts';

const DOCUMENT = 200_000;
const CONNECTIONS = 16;
const ROUNDS = 5;
/** Milliseconds of requests after which ours is warm: code is compiled, caches are filled. */
const WARM = 2_000;

/** A request, with its server's port and process. */
type Target = { port: number; pid: number; request: Buffer };

const hammer = ({ port, request }: Target, milliseconds?: number): Promise<number> =>
  requestsPerSecond(
    port,
    Array.from({ length: CONNECTIONS }, () => [request]),
    milliseconds,
  );

/** Requests a second, and requests for a second of the server's own processor time. */
async function throughput(floor: Target, ours: Target): Promise<{ wall: Pairs; processor: Pairs }> {
  const processor: Pairs = { floor: [], ours: [] };
  const measured = async (which: 'floor' | 'ours'): Promise<number> => {
    const target = which === 'ours' ? ours : floor;
    const before = await processorSeconds(target.pid);
    const start = performance.now();
    const rate = await hammer(target);
    const replies = (rate * (performance.now() - start)) / 1_000;
    processor[which].push(replies / ((await processorSeconds(target.pid)) - before));
    return rate;
  };
  await hammer(ours, WARM);
  await hammer(floor, WARM);
  const wall = await alternate(
    ROUNDS,
    () => measured('floor'),
    () => measured('ours'),
  );
  return { wall, processor: { floor: processor.floor.slice(1), ours: processor.ours.slice(1) } };
}

/** A list and a document in JSON, compared with bare fastify that reads the same facts by the bare driver. */
export async function* requests({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const place = await newPlace();
  await using server = await startAt(place);
  const document = documentOf(DOCUMENT);
  await importDocuments(place, [document]);
  const writer = await signedIn(server.origin, demo.writer);
  const { uuid: wip } = await save(writer, 'Bench', document.values, document.uuid);
  const address = `/v1/wips/${wip}?html=true`;
  const { text, json } = await writer.get(address);
  const { revision, updated_by } = parsed(readWip, json);
  const known = { key: `${wip} ${revision} ${updated_by}`, json: Buffer.from(text).toString('base64') };
  await using floor = await startFacts(place, known);
  const addresses: [what: string, path: string][] = [
    ['JSON list', '/v1/templates'],
    ['200 kB document in JSON', address],
  ];
  const port = Number(new URL(server.origin).port);
  for (const [what, path] of addresses) {
    const targetOf = (at: Pick<Target, 'port' | 'pid'>): Target => ({
      ...at,
      request: getRequest(at.port, path, headersOf(writer)),
    });
    // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
    const { wall, processor } = await throughput(targetOf(floor), targetOf({ port, pid: server.pid() }));
    const name = `${engine}: ${what}, requests a second`;
    yield beside(`${name} (bare fastify, bare driver)`, wall, '/s', { atLeast: 0.5 });
    // Other work of the machine lengthens wall time, but hardly processor time.
    yield beside(`${name} of processor (the same)`, processor, '/s', { atLeast: 0.5 });
  }
}
