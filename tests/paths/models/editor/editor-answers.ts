import type { ApiError } from '#api/failure.ts';
import type { LoadedDocument } from '#machines/editor/edits.ts';
import type { RegionValue } from '#machines/shared/region-values.ts';
import { basisOf, overtaken, unseenBeside } from '#machines/editor/save-basis.ts';
import type { SaveEnd, SaveResult } from '#machines/editor/save.machine.ts';
import type { Outcome } from '../../engine/model.ts';
import { documentOf, regionOf, type Snapshot, valueNow, type World } from './editor-samples.ts';
import { failures } from '../samples.ts';

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

/** The end of a save, as the save says it. */
export const endOf = (end: SaveEnd, also: Partial<SaveResult> = {}): SaveResult => ({
  end,
  uuid: '',
  isWhole: true,
  conflict: null,
  failure: { kind: 'malformed' },
  ...also,
});

/** A save that ends with a failure. */
export const failedAs = (end: SaveEnd, { failure }: ApiError) => ({ output: endOf(end, { failure }) });

/** No chart comes to this end; it would be a defect. */
export const BROKEN = { 'cannot run': { error: failures.malformed } };

/** The ends of the save that is under way. */
export function saveEnds(snapshot: Snapshot, { old = false, slow = false }: World): Record<string, Outcome> {
  const { context } = snapshot;
  if (snapshot.matches({ loaded: { command: 'copying' } }))
    return {
      created: { output: endOf('created', { uuid: 'w-3' }) },
      'denied (403)': failedAs('uncreated', failures.forbidden),
      'not reached': failedAs('unsure', failures.network),
      'its template is not reached': failedAs('uncreated', failures.network),
    };
  if (context.wip === null)
    return {
      created: { output: endOf('created', { uuid: 'w-1' }) },
      'not understood': failedAs('uncreated', failures.malformed),
      'denied (403)': failedAs('uncreated', failures.forbidden),
      'not reached': failedAs('unsure', failures.network),
    };
  const known = overtaken(context);
  if (known !== null) return { 'changed by somebody else': { output: endOf('conflict', { conflict: known }) } };
  const isFirst = snapshot.matches({ loaded: { command: 'savingFirst' } });
  const failed = {
    ...((isFirst || context.notice === null) && { 'denied (403)': failedAs('failed', failures.forbidden) }),
    'not reached': failedAs('unreached', failures.network),
    ...goneOf(snapshot),
  };
  // A document that has to be read first is not saved before it was.
  return slow && old ? failed : { saved: { output: endOf('saved') }, ...conflictOf(snapshot), ...failed };
}

/** Somebody else has changed the same. Asked where nothing else is to be told apart. */
function conflictOf(snapshot: Snapshot): Record<string, Outcome> {
  const { context } = snapshot;
  const isPlain = context.notice === null && !isStale(snapshot) && context.isGuarded;
  if (!isPlain || context.conflict !== null || context.madeOf.length > 0) return {};
  const theirs = { id: 'what', value: freshValue(snapshot) };
  const conflict = {
    revision: 2,
    updated_on: null,
    updated_by: 'Ann',
    conflicts: context.edits.length > 0 ? [theirs] : [],
    new_attributes: [['gust']],
  };
  return { 'changed by somebody else': { output: endOf('conflict', { conflict }) } };
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

/** The save reads a plain host's document first. Told apart where nothing else is. */
export function readsOf(snapshot: Snapshot) {
  const { held, notice } = snapshot.context;
  const before = documentOf(snapshot, regionOf(held?.regions ?? []));
  const isQuiet = held?.newAttributes.length === 0 && !isMoved(snapshot) && notice === null;
  const read = (output: LoadedDocument) => ({ type: 'host.read', output }) as const;
  return {
    'the save reads the document as it was': read({ ...before, newAttributes: held?.newAttributes ?? [] }),
    ...(isQuiet && {
      'the save reads it, changed by somebody else': read(documentOf(snapshot, freshValue(snapshot))),
      'the save reads it, with rows of somebody else': read({ ...before, newAttributes: [['gust']] }),
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
function goneOf({ context }: Snapshot): Record<string, Outcome> {
  const isPlain = context.notice === null && context.firstView === 'document';
  return isPlain ? { 'deleted by somebody (404)': failedAs('gone', failures.notFound) } : {};
}

/** The same of a submission. */
export const goneAtSubmission = ({ context }: Snapshot): Record<string, Outcome> =>
  context.notice === null && context.firstView === 'document'
    ? { 'deleted by somebody (404)': { error: failures.notFound } }
    : {};

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
