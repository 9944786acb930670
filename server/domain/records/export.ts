import { addAbortSignal, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import type { ExportFormat } from '#common/calls/records.ts';
import { RECORDS_COUNTED } from '#common/config/records.ts';
import { CSV_MARK, csvCell, csvLine } from '#common/document/text/csv.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { RecordHead, RecordsWanted, Span } from '#server/storage/stores/records.ts';
import { found, foundFor, type Caller } from '../access.ts';
import { auditEntry } from '../audit/audit.ts';
import { createAuthors, type WithAuthorName } from '../authors.ts';
import { waiterOf } from '../changes.ts';
import { requireContent } from '../documents/archives.ts';
import type { Documents } from '../documents/documents.ts';
import type { Sessions } from '../session/sessions.ts';
import { Refusal } from '../refusal.ts';
import { fillBundle, type BundleParts } from './bundle.ts';
import { STANDING_MAX, WHOLE, type Records, type RecordsQuery, type RecordWithChanges } from './records.ts';

/** Submissions that are listed at once. */
const PAGE = 100;
/** Files that one user takes away at once from this process. */
const AT_ONCE = 2;
/** Maximum bytes of a file, and characters of the documents in one. */
const BYTES_MAX = 8_000_000_000;
/** Maximum characters of a name in the name of a file. */
const NAME_MAX = 80;

const CHANGED = 'A record has changed while it was taken away.';

/** Parameters of a file: those of a list, or one record, and its form. `bundle`: with the proof. */
export type RecordsExport = RecordsQuery & { format: ExportFormat | 'bundle'; archive?: string };

/** A file, which is made while it is read. Its content fails if not all of it can be made. */
export type RecordFile = { name: string; type: string; content: Readable };

/** The origin of a file. `upTo`: the number of the newest submission, so that both readings of a table find the same. */
type Source = { caller: Caller; one: RecordHead | null; wanted: RecordsWanted; upTo: number };
type Pieces = AsyncGenerator<string, void>;
type EntryOf = (record: RecordWithChanges) => object;

const TYPES: Readonly<Record<RecordsExport['format'], readonly [type: string, ending: string]>> = {
  csv: ['text/csv; charset=utf-8', 'csv'],
  values: ['text/csv; charset=utf-8', 'csv'],
  json: ['application/json; charset=utf-8', 'json'],
  zip: ['application/zip', 'zip'],
  html: ['text/html; charset=utf-8', 'html'],
  bundle: ['application/zip', 'zip'],
};

/** The columns of a record in a table. */
const HEAD: Readonly<Record<string, (one: WithAuthorName<RecordHead>) => string>> = {
  submitted_on: (one) => one.submitted_on,
  archive_uuid: (one) => one.uuid,
  wip_uuid: (one) => one.wip,
  template_id: (one) => one.template,
  name: (one) => one.name,
  submitted_by: (one) => one.submitted_by ?? '',
  number: (one) => String(one.place),
  content_removed_on: (one) => one.dropped_at ?? '',
  checksum: (one) => one.checksum,
};
const VALUES = ['submitted_on', 'archive_uuid', 'wip_uuid', 'name', 'submitted_by', 'region', 'label', 'value'];

/** A time as names of files have it, in UTC. */
const timeIn = (moment: string): string => moment.replace(/\.\d+/, '').replaceAll(':', '');

/** A document's name within the name of a file, on every system. */
function nameIn(name: string): string {
  const plain = Array.from(name.normalize('NFC').replace(/[\p{C}\p{Z}/\\:*?"<>|]+/gu, ' '))
    .slice(0, NAME_MAX)
    .join('');
  return plain.replace(/^[ .]+|[ .]+$/g, '') || 'record';
}

const fileNameOf = ({ submitted_on, name, uuid }: RecordHead): string =>
  `${timeIn(submitted_on)}-${nameIn(name)}-${uuid.slice(0, 8)}`;

/** Adds a file to an archive, and waits until it was read: the next one is not begun before. */
const added = (zip: ZipFile, name: string, mtime: Date, content: Parameters<BundleParts['add']>[2]) =>
  new Promise<void>((done, fail) => {
    zip.addReadStreamLazy(name, { mtime, mode: 0o100644 }, (give) => {
      const stream = Readable.from(content, { objectMode: false });
      stream.once('end', done).once('error', fail);
      give(null, stream);
    });
  });

async function* limited(pieces: Pieces): Pieces {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (bytes > BYTES_MAX) throw new Error('A file of records is too large.');
    yield piece;
  }
}

/** Takes records away as files. Every method throws a `Refusal` as `Records` does. */
export type RecordExports = ReturnType<typeof createRecordExports>;

/**
 * @param list the records
 * @param sessions those of the users who take them away
 * @param proof what a bundle needs: `sign` signs a checkpoint as `createCheckpoints` does, `checkPage` reads the page that checks it
 * @param now the clock
 */
export function createRecordExports(
  storage: Pick<Storage, 'records' | 'templates' | 'users' | 'archives' | 'audit' | 'checkpoints'>,
  list: Records,
  documents: Documents,
  sessions: Pick<Sessions, 'isOpen'>,
  { sign, checkPage }: { sign: (isRegular: boolean) => Promise<unknown>; checkPage: () => string | null },
  now: () => Date,
) {
  const { records } = storage;
  const authors = createAuthors(storage.users);
  const running = new Map<string, number>();

  const sourceOf = async (caller: Caller, { format, archive, ...query }: RecordsExport): Promise<Source> => {
    const one = archive === undefined ? null : foundFor(caller, await records.head(archive), 'archive');
    if (format === 'html' && one === null)
      throw new Refusal('invalid', "'format' is html for one record alone: 'archive' must be given.");
    if (format === 'html' && one) requireContent(one, one.uuid);
    const wanted = await list.wanted(caller, query);
    const unread = one ? (one.is_indexed === 0 ? one : null) : await records.newestUnread(wanted.organisation);
    // Neither of the two has anything of the index.
    if (format !== 'html' && format !== 'bundle' && unread && unread.submitted_on >= (query.from ?? ''))
      throw new Refusal(
        'busy',
        `Submissions of ${unread.submitted_on.slice(0, 10)} and before are still being read. Take later ones, or try again in some minutes.`,
      );
    return { caller, one, wanted, upTo: await records.lastNumber() };
  };

  const requireRoom = ({ uuid }: Caller): void => {
    if ((running.get(uuid) ?? 0) >= AT_ONCE)
      throw new Refusal('throttled', 'Two files are still on their way to you: wait until one of them is there.', 10);
  };
  /** Counts a file of a user. @returns called when it has ended */
  const countedFor = (caller: Caller): (() => void) => {
    requireRoom(caller);
    running.set(caller.uuid, (running.get(caller.uuid) ?? 0) + 1);
    return () => {
      const left = (running.get(caller.uuid) ?? 1) - 1;
      if (left > 0) running.set(caller.uuid, left);
      else running.delete(caller.uuid);
    };
  };

  /** The submissions in pages, newest first. */
  async function* pagesOf({ caller, one, wanted, upTo }: Source): AsyncGenerator<RecordHead[], void> {
    if (one) {
      yield [one];
      return;
    }
    let after: Parameters<typeof records.page>[1] = null;
    for (;;) {
      caller.waiting.throwIfAborted();
      // A session that has ended takes nothing more away. In turn, as each page begins after the one before.
      if (!(await sessions.isOpen(caller.family))) throw new Error('The session of a download has ended.');
      const some: RecordHead[] = await records.page(wanted, after, PAGE);
      yield some.filter(({ number }) => number <= upTo);
      const last = some.at(-1);
      if (!last || some.length < PAGE) return;
      after = { at: last.submitted_on, number: last.number };
    }
  }
  async function* recordsOf(source: Source): AsyncGenerator<WithAuthorName<RecordHead>, void> {
    for await (const page of pagesOf(source))
      for (const one of await authors.addAuthorNames(page)) {
        // The calls of others come between two submissions.
        await setImmediate();
        yield one;
      }
  }
  /** Fails for a record that has left the index since its page was read: it would be written without its values. */
  const requireIndexed = async ({ uuid, dropped_at }: RecordHead): Promise<void> => {
    const present = await records.head(uuid);
    if (!present?.is_indexed || present.dropped_at !== dropped_at) throw new Error(CHANGED);
  };
  const spansOf = async (one: RecordHead): Promise<Span[]> => {
    const spans = one.dropped_at === null ? await records.spans(one.wip, one.place) : [];
    await requireIndexed(one);
    return spans;
  };
  const htmlOf = async (head: RecordHead, caller: Caller): Promise<string> => {
    const { template_version: present } = found(await storage.templates.head(head.template), 'template');
    return documents.withoutPrivate((await list.html(head)).html, present, waiterOf(caller));
  };

  async function* csv(source: Source): Pieces {
    yield CSV_MARK + Object.keys(HEAD).map(csvCell).join(',');
    const ranges = new Map<string, { wip: string; low: number; high: number }>();
    for await (const page of pagesOf(source)) {
      await setImmediate();
      for (const { wip, place } of page) {
        const { low, high } = ranges.get(wip) ?? { low: place, high: place };
        ranges.set(wip, { wip, low: Math.min(low, place), high: Math.max(high, place) });
      }
    }
    const columns = new Set<string>();
    for (const range of ranges.values()) {
      await setImmediate();
      source.caller.waiting.throwIfAborted();
      for (const region of await records.regionsOf(range)) {
        if (columns.has(region)) continue;
        columns.add(region);
        yield `,${csvCell(region)}`;
      }
    }
    yield '\r\n';
    for await (const one of recordsOf(source)) {
      const cells = new Map(
        (await spansOf(one)).flatMap(({ region, is_row, value }) => (is_row === 1 ? [] : [[region, value]])),
      );
      // It was read into the index again since the columns were found.
      if ([...cells.keys()].some((region) => !columns.has(region))) throw new Error(CHANGED);
      yield csvLine([
        ...Object.values(HEAD).map((cell) => cell(one)),
        ...[...columns].map((region) => cells.get(region) ?? ''),
      ]);
    }
  }
  async function* received(source: Source): Pieces {
    yield CSV_MARK + csvLine(['archive_uuid', 'display', 'name', 'from', 'until']);
    for await (const { uuid } of recordsOf(source))
      for (const { display, name, from, until } of await list.received(uuid))
        yield csvLine([uuid, display, name, from, until ?? '']);
  }
  async function* values(source: Source): Pieces {
    yield CSV_MARK + csvLine(VALUES);
    for await (const one of recordsOf(source)) {
      const head = [one.submitted_on, one.uuid, one.wip, one.name, one.submitted_by ?? ''];
      for (const { region, label, value } of await spansOf(one)) yield csvLine([...head, region, label, value]);
    }
  }
  async function* json(source: Source, { from }: RecordsQuery, entryOf: EntryOf): Pieces {
    const entry = async (head: RecordHead) => {
      const [one] = await list.withChanges([head], { each: WHOLE, length: WHOLE });
      return one ? JSON.stringify({ ...entryOf(one), received: await list.received(one.uuid) }) : '';
    };
    yield '{"records":[';
    let count = 0;
    for await (const one of recordsOf(source)) {
      const text = await entry(one);
      await requireIndexed(one);
      yield `${(count += 1) === 1 ? '' : ','}\n${text}`;
    }
    yield `\n],"count":${count}`;
    if (from !== undefined && source.one === null) {
      const standing = await records.newestBefore(source.wanted, from, STANDING_MAX);
      const all =
        standing.length < STANDING_MAX
          ? standing.length
          : await records.countBefore(source.wanted, from, RECORDS_COUNTED);
      yield ',"standing":[';
      for (const [at, one] of standing.entries()) yield `${at === 0 ? '' : ','}\n${await entry(one)}`;
      yield `\n],"standing_count":${all}`;
    }
    yield '}\n';
  }
  function zip(source: Source): Readable {
    const file = new ZipFile();
    const content = file.outputStream as Readable;
    const fill = async (): Promise<void> => {
      // First, since its head is sent at once: a call without an answer for eight seconds is refused.
      await added(file, 'records.csv', now(), limited(csv(source)));
      let [count, removed, length] = [0, 0, 0];
      for await (const one of recordsOf(source)) {
        count += 1;
        if (one.dropped_at !== null) {
          removed += 1;
          continue;
        }
        const html = await htmlOf(one, source.caller);
        length += html.length;
        if (length > BYTES_MAX) throw new Error('A file of records is too large.');
        await added(file, `${fileNameOf(one)}.html`, new Date(one.submitted_on), [html]);
      }
      await added(file, 'received.csv', now(), limited(received(source)));
      const words = `This file is complete. Submissions: ${count}. Without their content, which was removed: ${removed}.`;
      await added(file, 'COMPLETE', now(), [`${words}\nMade on ${now().toISOString()}.\n`]);
      file.end();
    };
    const fail = (error: Error): void => void content.destroy(error);
    file.on('error', fail);
    fill().catch(fail);
    return content;
  }
  /** The documents of a list, with the proof of all records up to a checkpoint that is made for it. */
  async function bundle(source: Source): Promise<Readable> {
    const { organisation } = source.wanted;
    await sign(false);
    const upTo = found(await storage.checkpoints.newest(organisation), 'checkpoint');
    const file = new ZipFile();
    const content = file.outputStream as Readable;
    const fail = (error: Error): void => void content.destroy(error);
    file.on('error', fail);
    let length = 0;
    fillBundle(file, storage, {
      upTo: { ...upTo, organisation },
      heads: () => recordsOf(source),
      async html(head) {
        const { html } = await list.html(head);
        length += html.length;
        if (length > BYTES_MAX) throw new Error('A file of records is too large.');
        return (await htmlOf(head, source.caller)) === html ? html : null;
      },
      received: () => received(source),
      page: checkPage,
      add: (to, name, pieces) => added(to, name, now(), pieces),
    }).then(() => file.end(), fail);
    return content;
  }
  const contentOf = async (source: Source, query: RecordsExport, entryOf: EntryOf): Promise<Readable> => {
    const { format } = query;
    if (format === 'bundle') return bundle(source);
    if (format === 'zip') return zip(source);
    if (format === 'html') return Readable.from(source.one ? [await htmlOf(source.one, source.caller)] : []);
    const pieces = { csv, values, json: () => json(source, query, entryOf) }[format](source);
    return Readable.from(limited(pieces), { objectMode: false });
  };

  return {
    /** Checks that a file can be made, with a key that can sign: a download that fails has no words. */
    async check(caller: Caller, query: RecordsExport): Promise<void> {
      await sourceOf(caller, query);
      requireRoom(caller);
      if (query.format === 'bundle') await sign(true);
    },
    /**
     * Begins a file, and notes it in the audit log.
     * @param entryOf a record as replies have it
     */
    async begin(caller: Caller, query: RecordsExport, entryOf: EntryOf): Promise<RecordFile> {
      const source = await sourceOf(caller, query);
      const end = countedFor(caller);
      try {
        const { format, archive, q, ...rest } = query;
        const parts = [
          format,
          ...Object.entries(rest).map(([name, value]) => `${name}=${value}`),
          ...(q === '' ? [] : ['words']),
        ];
        const subject = archive ?? query.wip ?? query.template ?? null;
        const action = format === 'bundle' ? 'records_bundled' : 'records_exported';
        await list.noted(auditEntry(now(), caller, action, { subject, detail: parts.join(' ') }));
        const content = await contentOf(source, query, entryOf);
        content.on('error', () => undefined);
        // A file whose call was answered meanwhile is read by no one: it must not count any longer.
        caller.waiting.throwIfAborted();
        addAbortSignal(caller.waiting, content).once('close', end);
        const [type, ending] = TYPES[format];
        const kind = format === 'bundle' ? 'proof' : 'records';
        const name = source.one ? fileNameOf(source.one) : `${kind}-${timeIn(now().toISOString())}`;
        return { name: `${name}.${ending}`, type, content };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
