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
const entry = v.pipe(
  parsed,
  v.object({
    table: v.string(),
    row: v.looseObject({ uuid: v.optional(v.unknown()), number: v.optional(v.number()) }),
  }),
);
type Entry = v.InferOutput<typeof entry>;

/**
 * Lines of an export with more of what it holds: one WIP and its archive again and again, each under a name, a uuid and a moment of its own.
 * Only the fields that tell two rows apart are looked at, so it goes on working when the tables get others.
 */
async function* multiplied(file: string, wip: string, stock: Stock): AsyncGenerator<string> {
  let rows = 0;
  const line = ({ table, row }: Entry): string => {
    rows += 1;
    return `${JSON.stringify({ table, row })}\n`;
  };
  for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    const one = v.safeParse(entry, text);
    if (!one.success) {
      const { end } = v.parse(v.pipe(parsed, v.looseObject({ end: v.optional(v.boolean()) })), text);
      yield end === true ? `${JSON.stringify({ end, rows })}\n` : `${text}\n`;
      continue;
    }
    const { table, row } = one.output;
    yield line(one.output);
    const copies = (count: number, at: (copy: number) => Record<string, unknown>): Entry[] =>
      Array.from({ length: count - 1 }, (_, copy) => ({ table, row: { ...row, uuid: randomUUID(), ...at(copy) } }));
    const moment = (copy: number): string => new Date(Date.now() - (copy + 1) * 1_000).toISOString();
    if (table === 'wips' && row.uuid === wip)
      for (const copy of copies(stock.wips, (at) => ({ name: `Document ${at}`, updated_at: moment(at) })))
        yield line(copy);
    if (table === 'archives' && row['wip'] === wip)
      for (const copy of copies(stock.archives, (at) => ({
        number: Number(row.number) + at + 1,
        submitted_on: moment(at),
      })))
        yield line(copy);
  }
}

/**
 * An installation that holds many WIPs and archives: one of each is written through HTTP, exported, multiplied and imported.
 * @param newPlace makes an empty installation
 */
export async function stocked(newPlace: () => Promise<Place>, stock: Stock): Promise<Stocked> {
  const first = await newPlace();
  const document = documentOf(BYTES);
  const server = await startAt(first);
  await importDocuments(first, [document]);
  const writer = await signedIn(server.origin, demo.writer);
  const { uuid: wip } = await save(writer, 'Document', document.values, document.uuid);
  await submit(writer, wip);
  await server.stop();

  const folder = await mkdtemp(join(tmpdir(), 'ready-bench-stock-'));
  const [few, many] = [join(folder, 'few.ndjson'), join(folder, 'many.ndjson')];
  await command(first, 'export', few);
  await pipeline(Readable.from(multiplied(few, wip, stock)), createWriteStream(many));
  const place = await newPlace();
  await command(place, 'import', many);
  await rm(folder, { recursive: true });
  return { ...stock, place, template: document.uuid, wip };
}
