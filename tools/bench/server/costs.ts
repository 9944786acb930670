import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, submit } from '#tests/support/writing.ts';
import { median, shown, type Row } from '../table.ts';
import { documentOf, importDocuments } from './documents.ts';
import { startAt, type Host, type Place } from './host.ts';
import { askOnce, getRequest, openStreams, requestsPerSecond } from './load.ts';
import { get, headersOf, sessions, update, verify } from './people.ts';
import { processorSeconds } from './processes.ts';
import { databaseBytes, databaseWork, rawCommits } from './databases.ts';

const DOCUMENT = 16_000;
const SESSIONS = 30;
const STREAMS = 1_000;
const WRITES = 300;
const RENDERS = 150;
const EVENTS = 40;
/** Milliseconds of reads. */
const LOOK = 3_000;

/**
 * Microseconds of the server's processor for one of each: the constants of `docs/scale.md`. Nothing is alternated and
 * there is no floor: processor time depends on other work of the machine too, but less than wall time.
 */
export async function* costs({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const place = await newPlace();
  await using server = await startAt(place);
  const document = documentOf(DOCUMENT);
  await importDocuments(place, [document]);
  const writer = await signedIn(server.origin, demo.writer);
  const { uuid: wip } = await save(writer, 'Bench', document.values, document.uuid);
  const people = await sessions(server.origin, SESSIONS);
  const port = Number(new URL(server.origin).port);
  const row = (what: string, seconds: number, count: number): Row =>
    shown(`${engine}: processor for ${what}`, (seconds / count) * 1_000_000, 'us');
  const used = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await processorSeconds(server.pid());
    await work();
    return (await processorSeconds(server.pid())) - before;
  };
  const times = async (count: number, work: (at: number) => Promise<unknown>): Promise<number> => {
    for (let warm = 0; warm < count / 4; warm += 1) await work(-1 - warm);
    return used(async () => {
      for (let at = 0; at < count; at += 1) await work(at);
    });
  };
  const readsOf = async (path: string): Promise<{ seconds: number; count: number; all: number }> => {
    const requests = people.map((person) => [
      getRequest(port, path, { ...headersOf(person, path), 'Accept-Encoding': 'br' }),
    ]);
    const ask = async (time: number): Promise<number> => {
      const start = performance.now();
      const rate = await requestsPerSecond(port, requests, time);
      return (rate * (performance.now() - start)) / 1_000;
    };
    const warm = await ask(LOOK / 2);
    let count = 0;
    const seconds = await used(async () => (count = await ask(LOOK)));
    return { seconds, count, all: warm + count };
  };

  const check = await readsOf('/auth/verify');
  yield row('a verify', check.seconds, check.count);
  const list = await readsOf(`/v1/templates/${document.uuid}/wips`);
  yield row('a list', list.seconds, list.count);
  const archive = `/v1/archives/${await submit(writer, wip)}`;
  const url = place['DATABASE_URL'];
  const workBefore = url === undefined ? null : await databaseWork(url);
  const packed = await readsOf(archive);
  yield row('a read of an archive that is packed', packed.seconds, packed.count);
  if (url !== undefined && workBefore) {
    const work = await databaseWork(url);
    const queries = work.transactions - workBefore.transactions;
    yield shown(`${engine}: queries that it takes`, queries / packed.all, '');
    yield shown(
      `${engine}: the database's processor for each`,
      ((work.seconds - workBefore.seconds) / queries) * 1_000_000,
      'us',
    );
  }
  const saveOnce = (at: number): Promise<void> => update(writer, wip, `Value ${at}`);
  yield row('a save', await times(WRITES, saveOnce), WRITES);
  // In turn: a session may be renewed 300 times at once.
  const exchange = async (at: number): Promise<void> => {
    const { status, text } = await (people.at(at % SESSIONS) ?? writer).post('/auth/refresh-token');
    if (status !== 200) throw new Error(`An exchange was answered ${status}: ${text}`);
  };
  yield row("an exchange of a session's token", await times(WRITES, exchange), WRITES);
  const archives: string[] = [];
  const before = await databaseBytes(place);
  const submissions = await times(RENDERS, async () => archives.push(await submit(writer, wip)));
  yield row('a submission', submissions, RENDERS);
  const grown = (await databaseBytes(place)) - before;
  yield shown(`${engine}: an archive of 16 kB, on the disk`, grown / archives.length, 'B');
  const readFirst = async (at: number): Promise<void> => {
    const path = `/v1/archives/${archives.at(at) ?? ''}`;
    await askOnce(port, [getRequest(port, path, { ...headersOf(writer, path), 'Accept-Encoding': 'br' })]);
  };
  yield row('the first read of an archive (read, rendered and packed)', await times(RENDERS, readFirst), RENDERS);
  yield shown(
    `${engine}: the same on the wire (brotli, with headers)`,
    (await get(writer, `/v1/archives/${archives[0] ?? ''}`)).kilobytes * 1_000,
    'B',
  );
  yield shown(`${engine}: a bare durable commit of a 16 kB row`, await commitTime(place, wip), 'ms');
  const { uuid: watched } = await save(writer, 'Bench');
  const path = `/events/wips/${COMMAND_TEMPLATE_LEFT}`;
  const submitWatched = async (): Promise<unknown> => submit(writer, watched);
  const alone = await times(EVENTS, submitWatched);
  const requests = Array.from({ length: STREAMS }, (_, at) => {
    const person = people[at % SESSIONS] ?? writer;
    return getRequest(port, path, { Accept: 'text/event-stream', Cookie: person.cookieHeader(path) }).toString();
  });
  // Once before, so that the code is compiled.
  (await openStreams(port, requests)).close();
  const opening = await processorSeconds(server.pid());
  const open = await openStreams(port, requests);
  yield row('opening a stream', (await processorSeconds(server.pid())) - opening, STREAMS);
  await verify(writer);
  const withStreams = await times(EVENTS, async () => {
    const arrived = open.arrivals('submission_complete');
    await submitWatched();
    await arrived;
  });
  open.close();
  yield row('an event to a stream', withStreams - alone, EVENTS * STREAMS);
}

/** Milliseconds: the median. */
async function commitTime(place: Place, wip: string): Promise<number> {
  await using raw = await rawCommits(place, wip);
  const times: number[] = [];
  for (let at = 0; at < WRITES; at += 1) {
    const start = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await raw.commit();
    times.push(performance.now() - start);
  }
  return median(times);
}
