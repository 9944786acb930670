import { alteredText, entryText, misplacedText } from '#common/proof/sentences.ts';
import { auditChecksum, nextLink, type Link } from '../chain.ts';
import type { Stores } from '../storage.ts';
import type { RemovedEnd } from '../stores/audit.ts';

/** An end of a part that was purged, as the entry that notes the purge names it. */
export const endText = ({ link_number, link, checksum }: RemovedEnd): string => `${link_number} ${link} ${checksum}`;

/** The ends that such an entry names. */
function endsIn(organisation: string | null, detail: string | null): RemovedEnd[] {
  return [...(detail ?? '').matchAll(/(\d+) ([\da-f]{64}) ([\da-f]{64})/g)].map(
    ([, number, link = '', checksum = '']) => ({
      organisation,
      link_number: Number(number),
      link,
      checksum,
    }),
  );
}

/** The number of entries of the audit log, and its problems. */
export type AuditProof = { entries: number; problems: string[] };

/**
 * Checks all entries of the audit log in their order, in the chain of all and in that of each organization. Where some are missing, a later
 * entry must say that they were purged.
 */
export async function proveAudit({ chained }: Pick<Stores['audit'], 'chained'>): Promise<AuditProof> {
  const proof: AuditProof = { entries: 0, problems: [] };
  const ends = new Map<string | null, Link>();
  const purged: RemovedEnd[] = [];
  // Entries that do not follow the one before them, with what a purge must have named.
  const gaps: { named: string; isClosedBy: (end: RemovedEnd) => boolean }[] = [];
  let last: string | null = null;
  for (let after = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- some at once
    const found = await chained(after);
    const newest = found.at(-1);
    if (!newest) break;
    for (const entry of found) {
      const { at, action, organisation, detail, previous, checksum, link_number, link } = entry;
      const named = entryText(link_number, action, at);
      const follows = (before: Link | undefined): boolean => {
        const next = nextLink(before, checksum);
        return next.link_number === link_number && next.link === link;
      };
      if (auditChecksum(entry, previous) !== checksum) proof.problems.push(alteredText(named));
      else if (!follows(ends.get(organisation)))
        gaps.push({ named, isClosedBy: (end) => end.organisation === organisation && follows(end) });
      else if (previous !== last) gaps.push({ named, isClosedBy: (end) => end.checksum === previous });
      if (action === 'audit_purged') purged.push(...endsIn(organisation, detail));
      ends.set(organisation, { link_number, link });
      last = checksum;
      proof.entries += 1;
    }
    after = newest.number;
  }
  for (const { named, isClosedBy } of gaps) if (!purged.some(isClosedBy)) proof.problems.push(misplacedText(named));
  return proof;
}
