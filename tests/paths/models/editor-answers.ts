import type { RegionValue } from '#machines/editor-edits.ts';
import { documentOf, regionOf, type Snapshot, valueNow } from './editor-samples.ts';
import { failures } from './samples.ts';

/** What a save that is under way would make the baseline, as far as it decides what is an edit afterwards. */
export function coverOf(snapshot: Snapshot): string {
  const { context } = snapshot;
  if (context.snapshot === null) return 'nothing';
  const taken = regionOf(context.snapshot.values);
  return `${taken === valueNow(snapshot) ? 'now' : 'before'}, ${taken === regionOf(context.baseline) ? 'as loaded' : 'changed'}`;
}

/** A value that nobody has seen yet, out of few, so that walks come to an end. */
export function freshValue(snapshot: Snapshot): string {
  const { baseline, snapshot: taken } = snapshot.context;
  const known = [valueNow(snapshot), regionOf(baseline), regionOf(taken?.values ?? [])];
  return ['wind 5', 'wind 6', 'wind 7', 'wind 8'].find((value) => !known.includes(value)) ?? 'wind 9';
}

/** Somebody else has changed the same. Asked where nothing else is to be told apart. */
export function conflictOf(snapshot: Snapshot) {
  const { context } = snapshot;
  const isPlain = context.notice === null && !isStale(snapshot) && context.firstView === 'document';
  if (!isPlain || context.conflict !== null || context.madeOf.length > 0) return {};
  const theirs = { id: 'what', value: freshValue(snapshot) };
  const standing = { revision: 2, updated_on: null, updated_by: 'Ann' };
  return {
    'changed by somebody else': {
      output: { ...standing, conflicts: context.edits.length > 0 ? [theirs] : [], new_attributes: [['gust']] },
    },
  };
}

/** Somebody else has added a row, which came with the document that was fetched after a save. Told where nothing else is to be told apart. */
export function othersRowsOf(snapshot: Snapshot) {
  const { context } = snapshot;
  const isPlain = context.notice === null && !isStale(snapshot) && context.firstView === 'document';
  if (!isPlain || context.rowsTaken !== null || context.loaded === null) return {};
  const { detail, ...fetched } = documentOf(snapshot, regionOf(context.baseline));
  return {
    'with a row of somebody else': {
      output: { ...fetched, newAttributes: [['gust']], detail: { ...detail, revision: 3 } },
    },
  };
}

/** Somebody has deleted the document. Told where nothing else is to be told apart. */
export function goneOf({ context }: Snapshot) {
  const isPlain = context.notice === null && context.firstView === 'document';
  return isPlain ? { 'deleted by somebody (404)': { error: failures.notFound } } : {};
}

export const theirsIn = ({ context }: Snapshot): RegionValue[] =>
  (context.conflict?.conflicts ?? []).map(({ id, value }) => [id, value]);

export const refusals = { 'denied (403)': { error: failures.forbidden }, 'not reached': { error: failures.network } };

/** What was saved is not in the HTML that the host gave last: the document was not fetched again. */
export const isStale = ({ context }: Snapshot): boolean =>
  context.loaded !== null &&
  context.loaded.regions[0]?.[0] === 'what' &&
  regionOf(context.loaded.regions) !== regionOf(context.baseline);
