import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { alternate } from '../core.ts';
import { beside, type Row } from '../table.ts';
import { documentOf, importDocuments } from './documents.ts';
import { startAt, type Host } from './host.ts';
import { getRequest, requestsPerSecond } from './load.ts';
import { headersOf, sessions, whileWriting } from './people.ts';

const SESSIONS = 30;
const DOCUMENT = 16_000;
const WIPS = 8;
const SAVES_A_SECOND = 8;
const ROUNDS = 5;
/** Milliseconds of reads in a round. */
const LOOK = 2_500;

/** Reads of thirty sessions, each at its own addresses, while others save, compared with the same without saves. */
export async function* reads({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const place = await newPlace();
  await using server = await startAt(place);
  const document = documentOf(DOCUMENT);
  await importDocuments(place, [document]);
  const writer = await signedIn(server.origin, demo.writer);
  const saveAll = Array.from({ length: WIPS }, (_, at) => save(writer, `Bench ${at}`, document.values, document.uuid));
  const wips = (await Promise.all(saveAll)).map(({ uuid }) => uuid);
  for (const wip of wips) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await submit(writer, wip);
  }
  const port = Number(new URL(server.origin).port);
  const connections = (await sessions(server.origin, SESSIONS)).map((person, at) =>
    [
      '/auth/verify',
      '/v1/templates',
      `/v1/templates/${document.uuid}/wips`,
      `/v1/wips/${wips[at % WIPS] ?? ''}?html=true`,
      `/v1/wips/${wips[at % WIPS] ?? ''}/archives`,
    ].map((path) => getRequest(port, path, headersOf(person, path))),
  );
  const look = (): Promise<number> => requestsPerSecond(port, connections, LOOK);
  const calls = wips.map((wip, at) => ({
    path: `/v1/wips/${wip}/update`,
    body: JSON.stringify(saving(`Bench ${at}`, { 'region-1': 'Changed' })),
  }));
  const saved: number[] = [];
  const pairs = await alternate(ROUNDS, look, async () => {
    const order = { calls, workers: SAVES_A_SECOND, pace: 1_000 };
    const { result, perSecond } = await whileWriting(writer, order, look);
    saved.push(perSecond);
    return result;
  });
  const rate = saved.reduce((sum, each) => sum + each, 0) / saved.length;
  const what = `${engine}: reads of ${SESSIONS} sessions while ${rate.toFixed(1)} saves a second go on (none)`;
  yield beside(what, pairs, '/s', { atLeast: 0.7 });
}
