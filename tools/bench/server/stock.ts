import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, submit } from '#tests/support/writing.ts';
import { documentOf, importDocuments } from './documents.ts';
import { command, startAt, type Place, type Stock, type Stocked } from './host.ts';

const BYTES = 8_000;

const parsed = v.pipe(v.string(), v.parseJson());
/** Numbers of an archive that no other of its installation, its WIP or its organization has. */
const counted = { number: v.optional(v.number()), place: v.optional(v.number()), link_number: v.optional(v.number()) };
const entry = v.pipe(
  parsed,
  v.object({
    table: v.string(),
    row: v.looseObject({ uuid: v.optional(v.unknown()), ...counted }),
  }),
);
const tail = v.pipe(parsed, v.object({ end: v.literal(true) }));
type Entry = v.InferOutput<typeof entry>;

const momentBefore = (at: number): string => new Date(Date.now() - (at + 1) * 1_000).toISOString();

/**
 * Lines of an export with more rows: one WIP and its archive repeatedly, each with a name, a uuid and a time of its
 * own. Only the fields that distinguish two rows are read, so it continues to work when the tables get others.
 * @throws when the export does not contain the two
 */
async function* multiplied(file: string, wip: string, archive: string, stock: Stock): AsyncGenerator<string> {
  const wanted = [
    {
      table: 'wips',
      uuid: wip,
      count: stock.wips,
      differs: (at: number): object => ({ name: `Document ${at}`, updated_at: momentBefore(at) }),
    },
    {
      table: 'archives',
      uuid: archive,
      count: stock.archives,
      differs: (at: number, { number = 0, place = 0, link_number = 0 }: Entry['row']): object => ({
        number: number + at,
        place: place + at,
        link_number: link_number + at,
        submitted_on: momentBefore(stock.archives - at),
        // A server would read them into the index of records while it is measured.
        is_indexed: 1,
      }),
    },
  ];
  const found: string[] = [];
  let rows = 0;
  const line = (one: { table: string; row: object }): string => {
    rows += 1;
    return `${JSON.stringify(one)}\n`;
  };
  for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    const one = v.safeParse(entry, text);
    if (!one.success) {
      yield v.safeParse(tail, text).success ? `${JSON.stringify({ end: true, rows })}\n` : `${text}\n`;
      continue;
    }
    const { table, row } = one.output;
    const kind = wanted.find((each) => each.table === table && each.uuid === row.uuid);
    if (!kind) {
      yield line({ table, row });
      continue;
    }
    found.push(table);
    for (let at = 0; at < kind.count; at += 1)
      yield line({ table, row: { ...row, ...(at > 0 && { uuid: randomUUID() }), ...kind.differs(at, row) } });
  }
  if (found.length < wanted.length)
    throw new Error(`The export holds only ${found.join()} of what is to be multiplied.`);
}

/**
 * An installation with many WIPs and archives: one of each is written through HTTP, exported, multiplied and imported.
 * @param newPlace makes an empty installation
 */
export async function stocked(newPlace: () => Promise<Place>, stock: Stock): Promise<Stocked> {
  const first = await newPlace();
  const document = documentOf(BYTES);
  const server = await startAt(first);
  await importDocuments(first, [document]);
  const writer = await signedIn(server.origin, demo.writer);
  const { uuid: wip } = await save(writer, 'Document', document.values, document.uuid);
  const archive = await submit(writer, wip);
  await server.stop();

  const folder = await mkdtemp(join(tmpdir(), 'ready-bench-stock-'));
  const [few, many] = [join(folder, 'few.ndjson'), join(folder, 'many.ndjson')];
  await command(first, 'export', few);
  await pipeline(Readable.from(multiplied(few, wip, archive, stock)), createWriteStream(many));
  const place = await newPlace();
  await command(place, 'import', many);
  await rm(folder, { recursive: true });
  return { ...stock, place, template: document.uuid, wip };
}
