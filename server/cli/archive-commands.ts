import { archiveChecksum, contentHash, unpackHtml } from '#server/storage/archive-record.ts';
import type { ArchiveRecord, ArchiveStore } from '#server/storage/port.ts';
import type { Command } from './command.ts';

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

type Proof = { archives: number; last: string | null; problems: string[]; holds: boolean };

/** Goes through all submissions in the order in which they were made. @param wanted a checksum that was noted before */
async function prove({ records }: Pick<ArchiveStore, 'records'>, wanted: string | undefined): Promise<Proof> {
  const proof: Proof = { archives: 0, last: null, problems: [], holds: wanted === undefined };
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

/** archive. */
export const archiveCommands: readonly Command[] = [
  {
    name: 'archive verify',
    summary: 'prove that every submission is as it was made, and that none was taken out or put in between',
    options: { holds: '<checksum> and that this one, which you noted before, is still among them' },
    async run({ text }, { storage }) {
      const { archives, last, problems, holds } = await prove(storage.archives, text('holds'));
      if (!holds) problems.push('the checksum that you gave is not among them: archives were taken away or replaced');
      const isFailure = problems.length > 0;
      const sound = `${archives} archives are as they were submitted.`;
      const note =
        last === null ? '' : `\nThe last checksum is ${last}. Kept elsewhere, it proves this again: --holds.`;
      return { text: isFailure ? problems.join('\n') : sound + note, json: { archives, last, problems }, isFailure };
    },
  },
];
