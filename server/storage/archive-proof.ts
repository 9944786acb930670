import { archiveChecksum, contentHash, unpackHtml } from './archive-record.ts';
import type { ArchiveRecord, ArchiveStore } from './port.ts';

/** What is wrong with a record, in words; null when it is what was submitted. @param previous the checksum of the one before */
async function problemOf(
  { packed, checksum, ...record }: ArchiveRecord,
  previous: string | null,
): Promise<string | null> {
  if (record.previous !== previous) return 'does not follow the one before it: something was taken out or put in';
  if (archiveChecksum(record) !== checksum) return 'is not what was submitted: its record was changed';
  const html = await unpackHtml(packed).catch(() => null);
  return html !== null && contentHash(html) === record.content_hash
    ? null
    : 'is not what was submitted: its document was changed';
}

/** How many submissions there are, the checksum of the last, and what is wrong with them. */
export type ArchiveProof = { archives: number; last: string | null; problems: string[]; holds: boolean };

/**
 * Goes through all submissions in the order in which they were made.
 * @param wanted a checksum that was noted before; `holds` says whether it is among them
 */
export async function proveArchives(
  { records }: Pick<ArchiveStore, 'records'>,
  wanted?: string,
): Promise<ArchiveProof> {
  const proof: ArchiveProof = { archives: 0, last: null, problems: [], holds: wanted === undefined };
  for (let after = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- a few at once
    const found = await records(after);
    const end = found.at(-1);
    if (!end) return proof;
    for (const { number, ...record } of found) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const problem = await problemOf(record, proof.last);
      if (problem) proof.problems.push(`archive ${record.uuid} of ${record.submitted_on} (no. ${number}) ${problem}`);
      proof.archives += 1;
      proof.last = record.checksum;
      proof.holds ||= record.checksum === wanted;
    }
    after = end.number;
  }
}
