import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving } from '#tests/support/writing.ts';
import { alternate } from '../core.ts';
import { beside, quantile, type Row } from '../table.ts';
import { documentOf, documentOfRegions, importDocuments } from './documents.ts';
import { startAt, type Host } from './host.ts';
import { update, verify, verifyTimes, whileWriting } from './people.ts';
import { rawCommits } from './databases.ts';

const SIZES = [
  { what: '16 kB', bytes: 16_000, rounds: 40 },
  { what: '200 kB', bytes: 200_000, rounds: 40 },
  { what: '2 MB', bytes: 2_000_000, rounds: 11 },
];
const BIG = 2_000_000;
const MANY = 50_000;
/** Characters of a colleague's save, lines of a document that is searched for blanks meanwhile, and saves in a round. */
const LARGE = 3_000_000;
const LINES = 100_000;
const SAVES = 20;
/** Milliseconds of session checks in a round, and number of rounds. */
const LOOK = 3_000;
const LOOKS = 3;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * A save through HTTP by one client, of documents with values, compared with a session check and a bare durable commit
 * of the same row.
 */
export async function* saves({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const place = await newPlace();
  await using server = await startAt(place);
  const documents = SIZES.map((size) => ({ ...size, ...documentOf(size.bytes) }));
  await importDocuments(place, documents);
  const writer = await signedIn(server.origin, demo.writer);
  for (const { what, rounds, uuid, values } of documents) {
    // oxlint-disable no-await-in-loop -- one measurement at a time
    const { uuid: wip } = await save(writer, 'Bench', values, uuid);
    await using raw = await rawCommits(place, wip);
    let count = 0;
    const pairs = await alternate(
      rounds,
      () => timed(async () => (await verify(writer), raw.commit())),
      () => timed(() => update(writer, wip, `Changed ${(count += 1)}`)),
    );
    // oxlint-enable no-await-in-loop
    yield beside(`${engine}: save of one region, ${what} (verify + bare commit of the row)`, pairs, 'ms', {
      atMost: 3,
    });
  }
}

/** Duration of another user's session check while a user makes the largest saves. */
export async function* waits({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const place = await newPlace();
  await using server = await startAt(place);
  const [big, many] = [documentOf(BIG), documentOfRegions(MANY)];
  await importDocuments(place, [big, many]);
  const writer = await signedIn(server.origin, demo.writer);
  const other = await signedIn(server.origin, demo.otherWriter);
  const wipOf = async ({ uuid, values }: typeof big): Promise<string> =>
    (await save(writer, 'Bench', values, uuid)).uuid;
  const ids = Object.keys(many.values);
  const bodyOf = (edits: Record<string, string>): string => JSON.stringify(saving('Bench', edits));
  const writes = [
    {
      what: '2 MB again and again',
      wip: await wipOf(big),
      bodies: ['a', 'b'].map((value) => bodyOf({ 'region-1': value })),
    },
    {
      what: '50,000 values in one body',
      wip: await wipOf(many),
      bodies: ['b', 'c'].map((value) => bodyOf(Object.fromEntries(ids.map((id) => [id, value])))),
    },
  ];
  for (const { what, wip, bodies } of writes) {
    const calls = bodies.map((body) => ({ path: `/v1/wips/${wip}/update`, body }));
    // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
    const pairs = await alternate(
      LOOKS,
      () => verifyTimes(other, LOOK),
      async () => (await whileWriting(writer, { calls, workers: 1, pace: 0 }, () => verifyTimes(other, LOOK))).result,
    );
    yield beside(`${engine}: another's verify, p99, while somebody saves ${what} (idle)`, pairs, 'ms', { limit: 30 });
  }
}

/** A colleague's saves of 3 MB while an administrator has documents searched for blanks. */
export async function* checks({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const place = await newPlace();
  await using server = await startAt(place);
  const document = documentOf(BIG / 10);
  await importDocuments(place, [document]);
  const writer = await signedIn(server.origin, demo.writer);
  const administrator = await signedIn(server.origin, demo.administrator);
  const { uuid: wip } = await save(writer, 'Bench', document.values, document.uuid);
  const values = ['a', 'b'].map((letter) => letter.repeat(LARGE));
  const savesOf = async (): Promise<number> => {
    const times: number[] = [];
    for (let at = 0; at < SAVES; at += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      times.push(await timed(() => update(writer, wip, values[at % 2] ?? '')));
    return quantile(times, 0.99);
  };
  const body = JSON.stringify({ content: `<p>${'a<br>'.repeat(LINES)}` });
  const calls = [{ path: '/v1/templates/blanks', body }];
  const pairs = await alternate(
    LOOKS,
    savesOf,
    async () => (await whileWriting(administrator, { calls, workers: 1, pace: 0 }, savesOf)).result,
  );
  yield beside(`${engine}: a save of 3 MB, p99, while an administrator's check runs (idle)`, pairs, 'ms', {
    atMost: 1.5,
  });
}
