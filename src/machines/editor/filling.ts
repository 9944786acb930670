import type { PlacedValue } from '#document/carry.ts';
import { groupsById, oneOfEach } from '#common/document/regions/radio-groups.ts';
import type { EditorContext, Filled } from './context.ts';
import { fillingOf, hasRowEdits, pairOf, unaskedAfter, withChanges } from './edits.ts';
import { currentValues, type RegionValue, valuesById } from '../shared/region-values.ts';
import type { TheirChange } from './their-changes.ts';

type Values = Pick<EditorContext, 'baseline' | 'edits'>;

/** The values to fill in that the document has already. */
export function stillPlaced({ baseline, edits }: Values, placed: readonly PlacedValue[]): RegionValue[] {
  const [known, changed] = [valuesById(baseline), valuesById(edits)];
  return placed.map(pairOf).filter(([id, value]) => (changed.get(id) ?? known.get(id)) === value);
}

/**
 * Fills in values where the document still has the text that they were meant to replace. The radio buttons of a group
 * are one value.
 */
export function filledWith(context: EditorContext, { placed, name }: Filled) {
  const { baseline, edits, filled, unasked, loaded, unreadable } = context;
  const groupOf = groupsById(loaded?.groups ?? []);
  const now = valuesById(currentValues(baseline, edits));
  const placeOf = ({ id }: PlacedValue) => groupOf.get(id) ?? id;
  const moved = new Set(
    placed.filter(({ id, was }) => unreadable.includes(id) || (now.get(id) ?? '') !== was).map(placeOf),
  );
  const changes = placed.filter((one) => !moved.has(placeOf(one))).map(pairOf);
  const changed = valuesById(changes);
  const others = filled.filter(([id]) => !changed.has(id));
  return {
    edits: withChanges(baseline, edits, changes, loaded?.groups),
    unasked: unaskedAfter(unasked, changes, []),
    filled: name === null ? others : [...others, ...changes],
  };
}

/** True if the rows came from another document and no user has changed them since. */
export const areRowsAsFilled = ({ loaded, edits, running }: EditorContext): boolean =>
  running.added.length === 0 && running.removed.length === 0 && !hasRowEdits(loaded, edits);

const marksOf = (
  values: readonly RegionValue[],
  { loaded }: Pick<EditorContext, 'loaded'>,
  from: string,
): TheirChange[] =>
  oneOfEach(values, loaded?.groups ?? []).map(([id, value]) => ({ id, value, by: null, at: null, from }));

/** Marks of values that this document has just received from another one; none if they were undone. */
export const filledMarks = (context: EditorContext, { placed, name }: Filled): TheirChange[] =>
  marksOf(name === null ? [] : stillPlaced(context, placed), context, name ?? '');

/** Marks of values with which a new document opens. */
export const openedMarks = (context: EditorContext): TheirChange[] =>
  marksOf(context.filled, context, context.loaded === null ? '' : (fillingOf(context.loaded)?.name ?? ''));
