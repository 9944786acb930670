import type { ArchiveSummary } from '#api/contract/archives.ts';
import { type RegionValue, valuesById } from '../shared/region-values.ts';

/** What is asked about before a submission, where it is odd. */
export type SubmissionFacts = {
  wip: string;
  /** The newest archive of the template, as the dashboards show it; null where there is none, or that is not known. */
  onWall: ArchiveSummary | null;
  /** The ids of required regions that nobody has filled in. */
  empty: string[];
  /** The regions that a script has changed where nobody sees them, with their values. */
  hidden: RegionValue[];
  /** What somebody else has saved since the user saw the document: the regions with their values, and whether the rows are others. */
  unseen: RegionValue[];
  hasUnseenRows: boolean;
  /** The submission before this one was not answered: it may be on the wall. */
  isUnanswered: boolean;
};

/**
 * The required regions that nobody has filled in.
 * @param required the ids of those regions, each with what stands in it while it is untouched
 * @param values what the document holds
 */
export function emptyOf(required: readonly RegionValue[], values: readonly RegionValue[]): string[] {
  const known = valuesById(values);
  return required.flatMap(([id, untouched]) => {
    const value = known.get(id) ?? untouched;
    return value.trim() === '' || value === untouched ? [id] : [];
  });
}

/**
 * The regions of the host's document that the user has not seen as they are there.
 * @param seen what stands on the screen
 * @param regions what the host has
 */
export function unseenOf(seen: readonly RegionValue[], regions: readonly RegionValue[]): RegionValue[] {
  const known = valuesById(seen);
  return regions.filter(([id, value]) => known.get(id) !== value);
}

/** Whether another WIP stands on the wall than the one that is submitted. A host that does not tell of which WIP an archive is leaves it open. */
export const isOthers = (onWall: ArchiveSummary | null, wip: string): boolean =>
  onWall !== null && onWall.wip !== null && onWall.wip !== wip;

/** Whether there is a reason to ask. */
export const isOdd = ({ wip, onWall, empty, hidden, unseen, hasUnseenRows, isUnanswered }: SubmissionFacts): boolean =>
  isOthers(onWall, wip) || [empty, hidden, unseen].some(({ length }) => length > 0) || hasUnseenRows || isUnanswered;
