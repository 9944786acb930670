import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { ArchiveHead, ArchiveRecord } from './port.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Of brotli: from here on each further step takes twice the time for a hundredth of the size. */
const QUALITY = 5;

/** The HTML of a submission as it is kept. */
export function packHtml(html: string): Promise<Uint8Array> {
  const bytes = Buffer.from(html);
  return compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** @param packed what `packHtml` gave. @throws when it is damaged */
export async function unpackHtml(packed: Uint8Array): Promise<string> {
  return (await decompress(packed)).toString('utf8');
}

/** The SHA-256 of a text as UTF-8, in hex. */
export function contentHash(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The checksum of a record: the SHA-256 of its fields in this order, in which that of the record before it stands. */
export function archiveChecksum(record: Omit<ArchiveRecord, 'packed' | 'checksum'>): string {
  const { uuid, wip, template, organisation, name, file_name, format, submitted_on, author, line_breaks } = record;
  const { template_version, values, rows, content_hash, previous } = record;
  const head = [uuid, wip, template, organisation, name, file_name, format, submitted_on, author, line_breaks];
  return contentHash(JSON.stringify([...head, template_version, values, rows, content_hash, previous]));
}

/** What a submission is made of, and its HTML packed. */
export type Made = Omit<ArchiveRecord, keyof ArchiveHead | 'previous' | 'checksum'>;

/**
 * The record of a submission.
 * @param previous the checksum of the submission before it; null for the first
 */
export function archiveRecord(head: ArchiveHead, made: Made, previous: string | null): ArchiveRecord {
  const record = { ...head, ...made, previous };
  return { ...record, checksum: archiveChecksum(record) };
}
