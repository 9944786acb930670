import type { ApiError } from '#api/failure.ts';
import type { LoadedDocument } from '#machines/editor/edits.ts';
import type { RegionValue } from '#machines/shared/region-values.ts';
import { basisOf, overtaken, unseenBeside } from '#machines/editor/save-basis.ts';
import type { SaveEnd, SaveResult } from '#machines/editor/save.machine.ts';
import type { Outcome } from 'chart-walks';
import { documentOf, regionOf, type Snapshot, valueNow, type World } from './editor-samples.ts';
import { failures } from '../samples.ts';

/** The baseline that a running save would set, as far as it decides what is an edit afterwards. */
export function coverOf(snapshot: Snapshot): string {
  const { context } = snapshot;
  if (context.snapshot === null) return 'nothing';
  const taken = regionOf(context.snapshot.values);
  return `${taken === valueNow(snapshot) ? 'now' : 'before'}, ${taken === regionOf(context.baseline) ? 'as loaded' : 'changed'}`;
}

/** A value that is not in use yet, even with a link at its end; one of few, so that walks end. */
export function freshValue(snapshot: Snapshot): string {
  const { baseline, snapshot: taken } = snapshot.context;
  const known = [valueNow(snapshot), regionOf(baseline), regionOf(taken?.values ?? [])];
  return (
    ['wind 5', 'wind 6', 'wind 7', 'wind 8'].find((value) => !known.some((one) => one.startsWith(value))) ?? 'wind 9'
  );
}

/** The result of a save. */
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

/** No chart ends like this; it would be a defect. */
export const BROKEN = { 'cannot run': { error: failures.malformed } };

/** The possible ends of the running save. */
export function saveEnds(snapshot: Snapshot, { old = false, slow = false }: World): Record<string, Outcome> {
  const { context } = snapshot;
  if (snapshot.matches({ loaded: { command: { saving: 'asCopy' } } }))
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
  const isFirst = snapshot.matches({ loaded: { command: { saving: 'toSubmit' } } });
  const failed = {
    ...((isFirst || context.notice === null) && { 'denied (403)': failedAs('failed', failures.forbidden) }),
    'not reached': failedAs('unreached', failures.network),
    ...goneOf(snapshot),
  };
  // A document that has to be read first is not saved before that.
  return slow && old ? failed : { saved: { output: endOf('saved') }, ...conflictOf(snapshot), ...failed };
}

/** Another user has changed the same text. Only in states without other differences. */
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

/**
 * Another user has added a row, which arrived with the document fetched after a save. Only in states without other
 * differences.
 */
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

/** The save reads a plain host's document first. More answers only in states without other differences. */
export function readsOf(snapshot: Snapshot) {
  const { hostContent, notice } = snapshot.context;
  const before = documentOf(snapshot, regionOf(hostContent?.regions ?? []));
  const isQuiet = hostContent?.newAttributes.length === 0 && !isMoved(snapshot) && notice === null;
  const read = (output: LoadedDocument) => ({ type: 'host.read', output }) as const;
  return {
    'the save reads the document as it was': read({ ...before, newAttributes: hostContent?.newAttributes ?? [] }),
    ...(isQuiet && {
      'the save reads it, changed by somebody else': read(documentOf(snapshot, freshValue(snapshot))),
      'the save reads it, with rows of somebody else': read({ ...before, newAttributes: [['gust']] }),
    }),
  };
}

/** True if the host is known to have another text than the one that the user's is based on. */
export const isMoved = ({ context }: Snapshot): boolean =>
  context.hostContent !== null && regionOf(context.hostContent.regions) !== regionOf(basisOf(context).values);

/** Facts about the known host document that decide if the user is asked: which of the values are equal. */
export function hostContentKeys(snapshot: Snapshot) {
  const { context } = snapshot;
  if (context.hostContent === null) return null;
  const values = [
    context.hostContent.regions,
    basisOf(context).values,
    context.snapshot?.values ?? [],
    context.baseline,
  ].map(regionOf);
  const all = [...values, valueNow(snapshot)];
  return {
    same: isMoved(snapshot) ? all.map((value) => all.indexOf(value)) : null,
    rows: context.hostContent.newAttributes.length,
    unseen: unseenBeside(context).unseen.length > 0,
  };
}

/** Another user has deleted the document. Only in states without other differences. */
function goneOf({ context }: Snapshot): Record<string, Outcome> {
  const isPlain = context.notice === null && context.firstView === 'document';
  return isPlain ? { 'deleted by somebody (404)': failedAs('gone', failures.notFound) } : {};
}

/** The same for a submission. */
export const goneAtSubmission = ({ context }: Snapshot): Record<string, Outcome> =>
  context.notice === null && context.firstView === 'document'
    ? { 'deleted by somebody (404)': { error: failures.notFound } }
    : {};

export const theirsIn = ({ context }: Snapshot): RegionValue[] =>
  (context.conflict?.conflicts ?? []).map(({ id, value }) => [id, value]);

export const refusals = { 'denied (403)': { error: failures.forbidden }, 'not reached': { error: failures.network } };

/** True if the saved text is not in the HTML that the host sent last: the document was not fetched again. */
export const isStale = ({ context }: Snapshot): boolean =>
  context.loaded !== null &&
  context.loaded.regions[0]?.[0] === 'what' &&
  regionOf(context.loaded.regions) !== regionOf(context.baseline);

/** Compares the lists of rows, the empty one among them, and says if the host counts revisions. */
export function rowsOf({ context: { rowsMadeOf, rowsComing, loaded, snapshot, hostContent } }: Snapshot): unknown {
  const lists = [
    [],
    rowsMadeOf,
    rowsComing,
    loaded?.newAttributes,
    snapshot?.newAttributes,
    hostContent?.newAttributes,
  ].map((rows) => JSON.stringify(rows));
  return { same: lists.map((rows) => lists.indexOf(rows)), counts: loaded !== null && loaded.detail.revision !== null };
}
