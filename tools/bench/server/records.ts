import { randomUUID } from 'node:crypto';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import type { Entry } from '#common/document/regions/compare.ts';
import { found } from '#server/domain/access.ts';
import { indexNext } from '#server/domain/documents/record-index.ts';
import { archiveRecord, contentHash, packText } from '#server/storage/archive-record.ts';
import type { Stores } from '#server/storage/storage.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { openPlace } from '#tests/support/postgres/engines.ts';
import { alternate } from '../core.ts';
import { alone, beside, median, type Row } from '../table.ts';
import { prose } from './documents.ts';
import { startAt, type Host, type Place } from './host.ts';
import { get, type Answer } from './people.ts';

const [FEW, MANY] = [1_000, 100_000];
const [ROUNDS, TIME_MOST, WIRE_MOST] = [9, 50, 10];
/** Submissions of each document, and its regions, of which each submission changes two. */
const [EACH, REGIONS] = [50, 12];
const AT_ONCE = 1_000;
const MINUTE = 60_000;
const HTML = '<p>';

/** A document that is filled, with the entries of its newest submission. */
type Filled = { wip: string; template: string; name: string; entries: Entry[] };

const entryOf = (region: number, seed: number): Entry => ({
  id: `region-${region}`,
  label: `Region ${region}`,
  value: `${prose(seed, 16)} ${seed % 10_000}`,
});

/**
 * Fills an installation with the demo and so many submissions, a minute apart, the newest of all documents in turn. Their index is written as the server
 * writes it; what they look like is the same for all, since no list reads it.
 */
async function fill(place: Place, count: number): Promise<{ wip: string; by: string }> {
  await (await startAt(place)).stop();
  const open = await openPlace(place);
  try {
    const { storage } = open;
    const users = (await storage.users.list(null)).filter(({ username }) =>
      [demo.writer, demo.otherWriter].some((name) => name === username),
    );
    const [author] = users;
    const { organisation, uuid: by } = found(author ?? null, 'user');
    const versions = await Promise.all(
      [COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT].map(async (uuid) =>
        found(await storage.templates.head(uuid), 'template'),
      ),
    );
    const packed = await packText(HTML);
    const begin = Date.now() - count * MINUTE;
    const documents: Filled[] = Array.from({ length: count / EACH }, (_, at) => ({
      wip: randomUUID(),
      template: versions[at % 2]?.uuid ?? '',
      name: `Document ${at}`,
      entries: Array.from({ length: REGIONS }, (__, region) => entryOf(region, at * REGIONS + region)),
    }));
    let { checksum } = await storage.archives.last('', '');
    const add = async (stores: Stores, at: number): Promise<void> => {
      const document = found(documents[at % documents.length] ?? null, 'document');
      const { wip, template, name, entries } = document;
      const { template_version, file_name } = found(versions.find(({ uuid }) => uuid === template) ?? null, 'template');
      const submitted_on = new Date(begin + at * MINUTE).toISOString();
      const of = { template, organisation, name };
      if (at < documents.length)
        await stores.wips.add({
          ...of,
          uuid: wip,
          description: '',
          template_version,
          author: by,
          created_at: submitted_on,
          updated_at: submitted_on,
          values: '{}',
          rows: null,
          line_breaks: 'marked',
        });
      else for (const turn of [0, 1]) entries[(at + turn) % REGIONS] = entryOf((at + turn) % REGIONS, at * 3 + turn);
      const changed = await indexNext(stores.records, { wip, name }, entries);
      const head = { ...of, uuid: randomUUID(), wip, file_name, format: 'html', submitted_on, author: by };
      const made = { template_version, line_breaks: 'marked' as const, content_hash: contentHash(HTML), packed };
      const record = archiveRecord({ ...head, author: users[at % users.length]?.uuid ?? by }, made, checksum);
      ({ checksum } = record);
      await stores.archives.add({ ...record, indexed: { changed } });
    };
    for (let from = 0; from < count; from += AT_ONCE) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await storage.transaction(async (stores) => {
        for (let at = from; at < from + AT_ONCE; at += 1) await add(stores, at);
      });
    }
    return { wip: documents[0]?.wip ?? '', by };
  } finally {
    await open.close();
  }
}

/** The first page of the records by each filter and by words, of 100,000 submissions, against 1,000. */
export async function* records({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const desks: { read: (query: string) => Promise<Answer>; wip: string; by: string; stop: () => Promise<void> }[] = [];
  try {
    const places: (Awaited<ReturnType<typeof fill>> & { place: Place })[] = [];
    for (const count of [FEW, MANY]) {
      // oxlint-disable no-await-in-loop -- one after the other
      const place = await newPlace();
      places.push({ place, ...(await fill(place, count)) });
      // oxlint-enable no-await-in-loop
    }
    // Filling takes longer than a session lasts.
    for (const { place, ...filled } of places) {
      // oxlint-disable no-await-in-loop -- one after the other
      const server = await startAt(place);
      const reader = await signedIn(server.origin, demo.reader);
      // oxlint-enable no-await-in-loop
      desks.push({
        ...filled,
        stop: () => server.stop(),
        read: (query) => get(reader, `/v1/records?limit=50${query}`),
      });
    }
    const [few, many] = desks;
    if (!few || !many) return;
    const day = new Date(Date.now() - 10 * 60 * MINUTE).toISOString();
    const ways: [what: string, query: (of: { wip: string; by: string }) => string][] = [
      ['first page', () => ''],
      [
        'a time, with what stood before',
        () => `&from=${day}&to=${new Date(Date.parse(day) + 120 * MINUTE).toISOString()}`,
      ],
      ['a template', () => `&template=${COMMAND_TEMPLATE_LEFT}`],
      ['a document', ({ wip }) => `&wip=${wip}`],
      ['a person', ({ by }) => `&by=${by}`],
      ['a region', () => '&region=region-1'],
      ['two words that most have', () => '&q=smoke+ridge'],
      ['two words that few have', () => '&q=document+4711'],
      ['two words that none has', () => '&q=dinosaur+egg'],
    ];
    const sizes = new Map<string, number>();
    for (const [what, query] of ways) {
      const timed = async (desk: typeof few): Promise<number> => {
        const { time, kilobytes } = await desk.read(query(desk));
        sizes.set(what, kilobytes);
        return time;
      };
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      const pairs = await alternate(
        ROUNDS,
        () => timed(few),
        () => timed(many),
      );
      const name = `${engine}: records of ${MANY.toLocaleString('en')}, ${what}`;
      yield beside(`${name} (${FEW.toLocaleString('en')})`, pairs, 'ms', { atMost: 1.5 });
      yield alone(name, median(pairs.ours), 'ms', TIME_MOST);
    }
    for (const [what, size] of sizes) yield alone(`${engine}: ${what}, on the wire`, size, 'kB', WIRE_MOST);
  } finally {
    await Promise.all(desks.map(({ stop }) => stop()));
  }
}
