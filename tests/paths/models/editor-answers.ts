import type { RegionValue } from '#machines/editor/edits.ts';
import { basisOf, unseenBeside } from '#machines/editor/save-basis.ts';
import { documentOf, regionOf, type Snapshot, valueNow } from './editor-samples.ts';
import { failures } from './samples.ts';

/** What a save that is under way would make the baseline, as far as it decides what is an edit afterwards. */
export function coverOf(snapshot: Snapshot): string {
  const { context } = snapshot;
  if (context.snapshot === null) return 'nothing';
  const taken = regionOf(context.snapshot.values);
  return `${taken === valueNow(snapshot) ? 'now' : 'before'}, ${taken === regionOf(context.baseline) ? 'as loaded' : 'changed'}`;
}

/** A value that nobody has seen yet, and that a link does not make one of those seen; out of few, so that walks come to an end. */
export function freshValue(snapshot: Snapshot): string {
  const { baseline, snapshot: taken } = snapshot.context;
  const known = [valueNow(snapshot), regionOf(baseline), regionOf(taken?.values ?? [])];
  return (
    ['wind 5', 'wind 6', 'wind 7', 'wind 8'].find((value) => !known.some((one) => one.startsWith(value))) ?? 'wind 9'
  );
}

/** Somebody else has changed the same. Asked where nothing else is to be told apart. */
export function conflictOf(snapshot: Snapshot) {
  const { context } = snapshot;
  const isPlain = context.notice === null && !isStale(snapshot) && context.isGuarded;
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
  if (!isPlain || !context.isGuarded || context.rowsTaken !== null || context.loaded === null) return {};
  const { detail, ...fetched } = documentOf(snapshot, regionOf(context.baseline));
  const known = { ...detail, revision: 3 };
  const isFirst = context.rowsComing !== null && context.conflict === null && context.edits.length === 0;
  return {
    'with a row of somebody else': { output: { ...fetched, newAttributes: [['gust']], detail: known } },
    ...(isFirst && {
      'with that row taken back': { output: { ...fetched, newAttributes: [], detail: known } },
    }),
  };
}

/** What a look at the document of a plain host finds before a save. Told apart where nothing else is. */
export function lookOf(snapshot: Snapshot) {
  const { held, notice } = snapshot.context;
  const before = documentOf(snapshot, regionOf(held?.regions ?? []));
  const isQuiet = held?.newAttributes.length === 0 && !isMoved(snapshot) && notice === null;
  return {
    'as it was': { output: { ...before, newAttributes: held?.newAttributes ?? [] } },
    'not reached': { error: failures.network },
    ...(isQuiet && {
      'changed by somebody else': { output: documentOf(snapshot, freshValue(snapshot)) },
      'with rows of somebody else': { output: { ...before, newAttributes: [['gust']] } },
      'deleted by somebody (404)': { error: failures.notFound },
      'denied (403)': { error: failures.forbidden },
    }),
  };
}

/** Whether the host is known to have another text than the one that the user's was made of. */
export const isMoved = ({ context }: Snapshot): boolean =>
  context.held !== null && regionOf(context.held.regions) !== regionOf(basisOf(context).values);

/** What of the host's document, as far as it is known, decides whether somebody is asked: which of the values are the same. */
export function heldOf(snapshot: Snapshot) {
  const { context } = snapshot;
  if (context.held === null) return null;
  const values = [context.held.regions, basisOf(context).values, context.snapshot?.values ?? [], context.baseline].map(
    regionOf,
  );
  const all = [...values, valueNow(snapshot)];
  return {
    same: isMoved(snapshot) ? all.map((value) => all.indexOf(value)) : null,
    rows: context.held.newAttributes.length,
    unseen: unseenBeside(context).unseen.length > 0,
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

/** Which of the lists of rows that are held against each other are the same, the empty one among them; and whether the host counts revisions. */
export function rowsOf({ context: { rowsMadeOf, rowsComing, loaded, snapshot, held } }: Snapshot): unknown {
  const lists = [[], rowsMadeOf, rowsComing, loaded?.newAttributes, snapshot?.newAttributes, held?.newAttributes].map(
    (rows) => JSON.stringify(rows),
  );
  return { same: lists.map((rows) => lists.indexOf(rows)), counts: loaded !== null && loaded.detail.revision !== null };
}
