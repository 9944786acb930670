import type { ArchiveSummary } from '#common/calls/archives.ts';
import { type RegionValue, valuesById } from '../shared/region-values.ts';

/** Facts that may be reasons to ask before a submission. */
export type SubmissionFacts = {
  wip: string;
  /** The newest archive of the template, as the dashboards show it; null if there is none or it is unknown. */
  onWall: ArchiveSummary | null;
  /** The ids of required regions that no user has filled in. */
  empty: string[];
  /** The regions that a script has changed out of the user's sight, with their values. */
  hidden: RegionValue[];
  /**
   * Changes that another user has saved since this user saw the document: the regions with their values, and if the
   * rows differ.
   */
  unseen: RegionValue[];
  hasUnseenRows: boolean;
  /** The previous submission got no answer: it may be on the wall. */
  isUnanswered: boolean;
};

/**
 * Returns the required regions that no user has filled in.
 * @param required the ids of those regions, each with its value while it is untouched
 * @param values the document's values
 */
export function emptyOf(required: readonly RegionValue[], values: readonly RegionValue[]): string[] {
  const known = valuesById(values);
  return required.flatMap(([id, untouched]) => {
    const value = known.get(id) ?? untouched;
    return value.trim() === '' || value === untouched ? [id] : [];
  });
}

/**
 * Returns the regions of the host's document whose value the user has not seen.
 * @param seen the values on the screen
 * @param regions the host's values
 */
export function changedSince(seen: readonly RegionValue[], regions: readonly RegionValue[]): RegionValue[] {
  const known = valuesById(seen);
  return regions.filter(([id, value]) => known.get(id) !== value);
}

/**
 * True if the wall shows another WIP than the one being submitted. False at a host that does not report the WIP of an
 * archive.
 */
export const isOthers = (onWall: ArchiveSummary | null, wip: string): boolean =>
  onWall !== null && onWall.wip !== null && onWall.wip !== wip;

/** True if there is a reason to ask. */
export const isOdd = ({ wip, onWall, empty, hidden, unseen, hasUnseenRows, isUnanswered }: SubmissionFacts): boolean =>
  isOthers(onWall, wip) || [empty, hidden, unseen].some(({ length }) => length > 0) || hasUnseenRows || isUnanswered;
