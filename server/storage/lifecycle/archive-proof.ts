import { alteredText, documentText, misplacedText, recordText } from '#common/proof/sentences.ts';
import { archiveChecksum, contentHash, earlierChecksum, earlierOf, unpackText } from '../archive-record.ts';
import { nextLink, type Link } from '../chain.ts';
import type { Stores } from '../storage.ts';
import type { ProvedRecord } from '../stores/archives.ts';

/** The checksums of the previous record. */
type Before = { checksum: string | null; earlier: string | null };
type NamedRecord = Pick<ProvedRecord, 'link_number' | 'name' | 'submitted_on' | 'uuid'>;

/** Names a record. */
export const nameOf = ({ link_number, name, submitted_on, uuid }: NamedRecord): string =>
  recordText(link_number, name, submitted_on, uuid);

/** Unpacks a stored text; null when it does not match its hash. */
async function whole(packed: Uint8Array | null, hash: string | null): Promise<string | null> {
  const text = packed && (await unpackText(packed).catch(() => null));
  return text !== null && contentHash(text) === hash ? text : null;
}

/** The problem of a record, in a sentence; null when it is as it was submitted. */
export async function problemOf(record: ProvedRecord, before: Before): Promise<string | null> {
  const named = nameOf(record);
  if (archiveChecksum(record) !== record.checksum) return alteredText(named);
  if (record.previous !== before.checksum) return misplacedText(named);
  // The name of a version is removed with the content.
  if (record.template_version !== (record.dropped_at === null ? record.made_of : null))
    return `${named} was changed: it names another version of its template.`;
  if (record.dropped_at !== null) return null;
  if ((await whole(record.packed, record.content_hash)) === null) return documentText(named, record.content_hash);
  if (record.earlier_checksum === null) return null;
  const earlier = await whole(record.earlier, record.earlier_hash);
  const then = earlier !== null && { ...record, ...earlierOf(earlier), previous: before.earlier };
  return then && earlierChecksum(then) === record.earlier_checksum ? null : alteredText(named);
}

/** Numbers of submissions and of those without their content, the checksum of the last, and their problems. */
export type ArchiveProof = {
  archives: number;
  dropped: number;
  last: string | null;
  problems: string[];
  holds: boolean;
};

/**
 * Checks all submissions in their order.
 * @param wanted a checksum that was noted before; `holds` is true if it is among them
 */
export async function proveArchives(
  { records }: Pick<Stores['archives'], 'records'>,
  wanted?: string,
): Promise<ArchiveProof> {
  const proof: ArchiveProof = { archives: 0, dropped: 0, last: null, problems: [], holds: wanted === undefined };
  let earlier: string | null = null;
  const ends = new Map<string, Link>();
  for (let after = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- a few at once
    const found = await records(after);
    const end = found.at(-1);
    if (!end) return proof;
    for (const record of found) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const problem = await problemOf(record, { checksum: proof.last, earlier });
      const link = nextLink(ends.get(record.organisation), record.checksum);
      const isLinked = link.link_number === record.link_number && link.link === record.link;
      if (problem !== null || !isLinked) proof.problems.push(problem ?? misplacedText(nameOf(record)));
      // As it is stored, so that one break is one problem.
      ends.set(record.organisation, { link_number: record.link_number, link: record.link });
      proof.archives += 1;
      if (record.dropped_at !== null) proof.dropped += 1;
      proof.last = record.checksum;
      earlier = record.earlier_checksum;
      proof.holds ||= wanted !== undefined && [record.checksum, earlier].includes(wanted);
    }
    after = end.number;
  }
}
