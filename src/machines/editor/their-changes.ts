import type { DocumentDetail } from '#api/contract/templates.ts';
import { oneOfEach, type RadioGroup } from '#document/regions/radio-groups.ts';
import type { RunningRegions } from './edits.ts';
import { type RegionValue, valuesById } from '../shared/region-values.ts';
import { isSame } from './held-content.ts';

/**
 * A region that somebody else has changed, the value that stands there now, and who did it when (epoch milliseconds), where that is known. `from`: it was
 * filled from a document of this name.
 */
export type TheirChange = { id: string; value: string; by: string | null; at: number | null; from?: string };

type Known = {
  baseline: readonly RegionValue[];
  edits: readonly RegionValue[];
  running: RunningRegions;
  loaded: { detail: Pick<DocumentDetail, 'revision'> } | null;
};

/**
 * What this person has not seen of a document that was read anew after a save: regions with another value than they had, and new ones. What they typed
 * meanwhile is not among it: it stays as they typed it, and the next save asks.
 * @param known what they had before them, with the save in it
 */
export function unseenIn(
  { baseline, edits, running, loaded }: Known,
  {
    detail,
    regions,
    groups = [],
  }: { detail: Pick<DocumentDetail, 'revision'>; regions: readonly RegionValue[]; groups?: readonly RadioGroup[] },
): TheirChange[] {
  // No save but this person's own has been made since: what the host has made of their text is nobody else's.
  const last = loaded?.detail.revision ?? null;
  if (last !== null && detail.revision === last + 1) return [];
  const [seen, mine] = [valuesById(baseline), valuesById(edits)];
  const made = valuesById(running.added);
  const unseen = regions.filter(([id, value]) => {
    const before = seen.get(id);
    return !mine.has(id) && !made.has(id) && (before === undefined || !isSame(before, value));
  });
  return oneOfEach(unseen, groups).map(([id, value]) => ({ id, value, by: null, at: null }));
}

/** The changes with what was found anew, without regions that are there no longer. */
export function withFound(
  changes: readonly TheirChange[],
  found: readonly TheirChange[],
  regions: readonly RegionValue[],
): TheirChange[] {
  const [fresh, there] = [new Set(found.map(({ id }) => id)), valuesById(regions)];
  return [...changes.filter(({ id }) => !fresh.has(id) && there.has(id)), ...found];
}

/** The changes with regions that were filled from another document. */
export function withCarried(changes: readonly TheirChange[], found: readonly TheirChange[]): TheirChange[] {
  const fresh = new Set(found.map(({ id }) => id));
  return [...changes.filter(({ id }) => !fresh.has(id)), ...found];
}

/** The changes without a region that was filled from another document: the person has come to it. */
export const untouched = (changes: readonly TheirChange[], id: string): TheirChange[] =>
  changes.filter((change) => change.from === undefined || change.id !== id);

/** The changes without those in whose place this person has typed something else. What a document tells of a value that was laid over it is the same value. */
export function changesLeft(changes: readonly TheirChange[], typed: readonly RegionValue[]): TheirChange[] {
  const values = valuesById(typed);
  return changes.filter(({ id, value }) => (values.get(id) ?? value) === value);
}
