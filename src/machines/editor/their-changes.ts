import type { DocumentDetail } from '#common/calls/templates.ts';
import { oneOfEach, type RadioGroup } from '#common/document/regions/radio-groups.ts';
import type { RunningRegions } from './edits.ts';
import { type RegionValue, valuesById } from '../shared/region-values.ts';
import { isSame } from './host-content.ts';

/**
 * A region that another user has changed, its value now, and the user and time (epoch milliseconds) of the change, if
 * known. `from`: name of the document that it was filled from.
 */
export type TheirChange = { id: string; value: string; by: string | null; at: number | null; from?: string };

/** A save that the host has reported, and the user who made it, if that is known. */
export type KnownSave = { revision: number; name: string | null };

/** A save of another user: who made it, and when (epoch milliseconds), if known. */
export type SaveFacts = Pick<TheirChange, 'by' | 'at'>;

type Known = {
  baseline: readonly RegionValue[];
  edits: readonly RegionValue[];
  unreadable?: readonly string[];
  running: RunningRegions;
  loaded: { detail: Pick<DocumentDetail, 'revision'> } | null;
};

/**
 * Returns the user who has made all saves between the known revision and a document that was read; null if several
 * users have, or it is not known.
 */
export function authorOf(
  { revision: known, saves }: { revision: number | null; saves: readonly KnownSave[] },
  { revision, updated_by }: Pick<DocumentDetail, 'revision' | 'updated_by'>,
): string | null {
  if (known === null || revision === null || revision === known + 1) return updated_by;
  const others = new Map(saves.map((save) => [save.revision, save.name]));
  for (let at = known + 1; at < revision; at += 1) if (others.get(at) !== updated_by) return null;
  return updated_by;
}

/**
 * Returns the changes that this user has not seen in a document that was read again: regions with
 * another value than before, and new ones. Regions that the user has edited meanwhile are not included: their text
 * stays, and the next save asks.
 * @param known the content before, including this user's last save
 * @param save the save of another user after which it was read; null after one of this user's
 */
export function newChangesOfOthers(
  { baseline, edits, unreadable = [], running, loaded }: Known,
  {
    detail,
    regions,
    groups = [],
  }: { detail: Pick<DocumentDetail, 'revision'>; regions: readonly RegionValue[]; groups?: readonly RadioGroup[] },
  save: SaveFacts | null = null,
): TheirChange[] {
  // Only this user has saved since: a value that the host has reformatted is not a change of another user.
  const last = loaded?.detail.revision ?? null;
  if (save === null && last !== null && detail.revision === last + 1) return [];
  const [seen, mine] = [valuesById(baseline), valuesById(edits)];
  const made = valuesById(running.added);
  const unseen = regions.filter(([id, value]) => {
    const before = seen.get(id);
    return (
      !mine.has(id) && !unreadable.includes(id) && !made.has(id) && (before === undefined || !isSame(before, value))
    );
  });
  return oneOfEach(unseen, groups).map(([id, value]) => ({ id, value, by: null, at: null, ...save }));
}

/** News for the marks of regions. */
export type ChangesNews =
  /** The document was read again: changes in it that this user has not seen, and all of its regions. */
  | { type: 'document.read'; found: TheirChange[]; regions: RegionValue[] }
  | { type: 'text.typed'; changes: RegionValue[] }
  /** Regions were filled from another document. */
  | { type: 'regions.carried'; found: TheirChange[] }
  | { type: 'region.reached'; id: string }
  /** The user confirms that they have seen them. */
  | { type: 'changes.seen' };

/**
 * The marked changes after news of the document.
 * @returns the same list if the news changes nothing
 */
export function changesAfter(changes: readonly TheirChange[], news: ChangesNews): readonly TheirChange[] {
  if (news.type === 'document.read' || news.type === 'regions.carried') {
    const fresh = new Set(news.found.map(({ id }) => id));
    // Those of regions that no longer exist are dropped.
    const present = news.type === 'document.read' ? valuesById(news.regions) : null;
    const left = changes.filter(({ id }) => !fresh.has(id) && (present?.has(id) ?? true));
    return changes.length + fresh.size > 0 ? [...left, ...news.found] : changes;
  }
  // A document also reports values that were merged into it: those are unchanged.
  const typed = valuesById(news.type === 'text.typed' ? news.changes : []);
  const left = changes.filter(({ id, value, from }) => {
    if (news.type === 'changes.seen') return from !== undefined;
    if (news.type === 'region.reached') return from === undefined || id !== news.id;
    return (typed.get(id) ?? value) === value;
  });
  return left.length < changes.length || (news.type === 'changes.seen' && changes.length > 0) ? left : changes;
}
