import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { ArchiveHead, ArchiveRecord, NewArchive } from './stores/archives.ts';
import type { WrittenText } from './stores/wips.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Quality of brotli: from here on each further step doubles the time for a hundredth of the size. */
const QUALITY = 5;

/** Packs a text as archives store it. */
export function packText(text: string): Promise<Uint8Array> {
  const bytes = Buffer.from(text);
  return compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** @param packed the result of `packText`. @throws when it is damaged */
export async function unpackText(packed: Uint8Array): Promise<string> {
  return (await decompress(packed)).toString('utf8');
}

/** The SHA-256 of a text as UTF-8, in hex. */
export function contentHash(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Joins the values and rows that the checksum of a record from before format 15 covered too. */
export function earlierText({ values, rows }: { values: string | null; rows: string | null }): string {
  return JSON.stringify([values, rows]);
}

/** @param text the result of `earlierText` */
export function earlierOf(text: string): { values: WrittenText['values'] | null; rows: string | null } {
  const [values, rows] = JSON.parse(text) as [string | null, string | null];
  return { values, rows };
}

type Checked = Omit<ArchiveHead, 'dropped_at'> &
  Pick<ArchiveRecord, 'line_breaks' | 'content_hash' | 'previous'> & { template_version: string | null };

const headOf = (record: Omit<Checked, 'template_version' | 'content_hash' | 'previous'>): string[] => {
  const { uuid, wip, template, organisation, name, file_name, format, submitted_on, author, line_breaks } = record;
  return [uuid, wip, template, organisation, name, file_name, format, submitted_on, author, line_breaks];
};

/** The checksum of a record from before format 15, which covered its values too. */
export function earlierChecksum(record: Checked & ReturnType<typeof earlierOf>): string {
  const { template_version, values, rows, content_hash, previous } = record;
  return contentHash(JSON.stringify([...headOf(record), template_version, values, rows, content_hash, previous]));
}

/** The texts of which the checksum of a record is made, in their order. */
export function archiveTexts(record: Omit<ArchiveRecord, 'dropped_at' | 'checksum'>): (string | null)[] {
  const { made_of, content_hash, previous, earlier_hash, earlier_checksum } = record;
  return [...headOf(record), made_of, content_hash, previous, earlier_hash, earlier_checksum];
}

/**
 * The checksum of a record: the SHA-256 of its texts, including the checksum of the record before it. It covers only
 * hashes of the content, so that it proves the record after the content was removed.
 */
export const archiveChecksum = (record: Omit<ArchiveRecord, 'dropped_at' | 'checksum'>): string =>
  contentHash(JSON.stringify(archiveTexts(record)));

/** Parts of a submission, and its packed HTML. */
export type Made = Pick<NewArchive, 'template_version' | 'line_breaks' | 'content_hash' | 'packed'>;

/**
 * The record of a submission.
 * @param previous the checksum of the submission before it; null for the first
 */
export function archiveRecord(
  head: Omit<ArchiveHead, 'dropped_at'>,
  { packed, template_version, line_breaks, content_hash }: Made,
  previous: string | null,
): NewArchive {
  const none = { earlier_hash: null, earlier_checksum: null };
  const record = { ...head, line_breaks, content_hash, template_version, made_of: template_version, previous, ...none };
  return { ...record, checksum: archiveChecksum(record), packed };
}
