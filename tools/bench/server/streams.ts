import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import type { TestServer } from '#tests/support/hosts/server.ts';
import { save, submit } from '#tests/support/writing.ts';
import { alternate } from '../core.ts';
import { beside, type Bar, type Pairs, type Row } from '../table.ts';
import { startAt, type Host } from './host.ts';
import { openStreams, type Streams } from './load.ts';
import { sessions } from './people.ts';
import { residentBytes } from './processes.ts';

const SESSIONS = 50;
const ROUNDS = 7;
/** The largest number first: a process never returns its memory, so only the first run shows the memory of a stream. */
const COUNTS = [5_000, 1_000];

/** Port of the floor's streams, and its process if its memory counts. */
type StreamFloor = { port: number; pid: number | null };

/** Milliseconds from the send to the last stream, and from the first stream to the last; bytes of memory a stream. */
type FanOut = { whole: Pairs; spread: Pairs; memory: { floor: number; ours: number } };

async function fanOut(
  server: TestServer,
  floor: StreamFloor,
  count: number,
  submitOnce: () => Promise<unknown>,
): Promise<FanOut> {
  const memoryOf = async () => ({
    floor: floor.pid === null ? 0 : await residentBytes(floor.pid),
    ours: await residentBytes(server.pid()),
  });
  const cookies = (await sessions(server.origin, SESSIONS)).map((person) => person.cookieHeader('/events'));
  const before = await memoryOf();
  const open = (port: number, path: string, more: (at: number) => string = () => ''): Promise<Streams> => {
    const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n`;
    return openStreams(
      port,
      Array.from({ length: count }, (_, at) => `${head}${more(at)}\r\n`),
    );
  };
  const cookie = (at: number): string => `Cookie: ${cookies[at % cookies.length] ?? ''}\r\n`;
  const ours = await open(Number(new URL(server.origin).port), `/events/wips/${COMMAND_TEMPLATE_LEFT}`, cookie);
  const bare = await open(floor.port, '/stream');
  const after = await memoryOf();
  const publish = () =>
    fetch(`http://127.0.0.1:${floor.port}/publish`, {
      method: 'POST',
      body: '{"type":"submission_complete","archive_uuid":"0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a01"}',
    });
  const spread: Pairs = { floor: [], ours: [] };
  const sendTo = (which: 'floor' | 'ours', opened: Streams, send: () => Promise<unknown>) => async () => {
    const arrived = opened.arrivals('submission_complete');
    const start = performance.now();
    await send();
    const { first, last } = await arrived;
    spread[which].push(last - first);
    return last - start;
  };
  const whole = await alternate(ROUNDS, sendTo('floor', bare, publish), sendTo('ours', ours, submitOnce));
  bare.close();
  ours.close();
  const perStream = (which: 'floor' | 'ours'): number => (after[which] - before[which]) / count;
  return { whole, spread, memory: { floor: perStream('floor'), ours: perStream('ours') } };
}

/**
 * A real submission to idle streams, compared with one event to as many streams of a bare server and of nginx with
 * nchan.
 */
export async function* streams({ engine, newPlace, floor, nginx }: Host): AsyncGenerator<Row> {
  const floors: [against: string, at: StreamFloor][] = [['node:http', floor]];
  if (nginx) floors.push(['nginx + nchan', { port: nginx.port, pid: null }]);
  else process.stderr.write('  no nginx with nchan (Debian: nginx libnginx-mod-nchan): bare node:http is the floor\n');
  await using server = await startAt(await newPlace());
  const writer = await signedIn(server.origin, demo.writer);
  const { uuid: wip } = await save(writer, 'Bench');
  // Bare node:http stores nothing, and is only shown; if there is nchan, it is the bar.
  const bar: Bar = { atMost: engine === 'SQLite' ? 1.25 : 1.5 };
  for (const count of COUNTS) {
    for (const [against, at] of floors) {
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      const { whole, spread, memory } = await fanOut(server, at, count, () => submit(writer, wip));
      const what = `${engine}: a submission to ${count.toLocaleString('en')} streams`;
      const held: Bar = nginx && at.pid !== null ? 'shown' : bar;
      yield beside(`${what}, until the last has it (${against})`, whole, 'ms', held);
      yield beside(`${what}, first to last (${against})`, spread, 'ms', held);
      if (at.pid !== null && count === COUNTS[0])
        yield { what: `${engine}: memory a stream (node:http)`, ...memory, unit: 'B', bar: { atMost: 1.5 } };
    }
  }
}
