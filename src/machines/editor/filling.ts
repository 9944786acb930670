import type { Laid } from '#document/carry.ts';
import { groupsById, oneOfEach } from '#document/radio-groups.ts';
import type { EditorContext, Filled } from './context.ts';
import {
  currentValues,
  fillingOf,
  hasRowEdits,
  pairOf,
  type RegionValue,
  unaskedAfter,
  valuesById,
  withChanges,
} from './edits.ts';
import type { TheirNews } from './theirs.ts';

type Values = Pick<EditorContext, 'baseline' | 'edits'>;

/** Of what is to be laid over a document, what it holds now. */
export function laidNow({ baseline, edits }: Values, laid: readonly Laid[]): RegionValue[] {
  const [known, changed] = [valuesById(baseline), valuesById(edits)];
  return laid.map(pairOf).filter(([id, value]) => (changed.get(id) ?? known.get(id)) === value);
}

/** An editor with values laid over its document where it still holds what they are meant for. The radio buttons of a group are one value. */
export function filledWith(context: EditorContext, { laid, name }: Filled) {
  const { baseline, edits, filled, unasked, loaded } = context;
  const groupOf = groupsById(loaded?.groups ?? []);
  const now = valuesById(currentValues(baseline, edits));
  const placeOf = ({ id }: Laid) => groupOf.get(id) ?? id;
  const moved = new Set(laid.filter(({ id, was }) => (now.get(id) ?? '') !== was).map(placeOf));
  const changes = laid.filter((one) => !moved.has(placeOf(one))).map(pairOf);
  const changed = valuesById(changes);
  const others = filled.filter(([id]) => !changed.has(id));
  return {
    edits: withChanges(baseline, edits, changes, loaded?.groups),
    unasked: unaskedAfter(unasked, changes, []),
    filled: name === null ? others : [...others, ...changes],
  };
}

/** The rows came from another document, and nobody has changed them since. */
export const areRowsAsFilled = ({ loaded, edits, running }: EditorContext): boolean =>
  running.added.length === 0 && running.removed.length === 0 && !hasRowEdits(loaded, edits);

const carried = (
  values: readonly RegionValue[],
  { loaded }: Pick<EditorContext, 'loaded'>,
  from: string,
): TheirNews => ({
  type: 'regions.carried',
  found: oneOfEach(values, loaded?.groups ?? []).map(([id, value]) => ({ id, value, by: null, at: null, from })),
});

/** Values of another document stand in this one, in the place of what may have been marked. */
export const noteFilled = [
  {
    type: 'tellTheirs',
    params: ({ context, event }: { context: EditorContext; event: Filled }): TheirNews => ({
      type: 'text.typed',
      changes: laidNow(context, event.laid),
    }),
  },
  {
    type: 'tellTheirs',
    params: ({ context, event: { laid, name } }: { context: EditorContext; event: Filled }): TheirNews =>
      carried(name === null ? [] : laidNow(context, laid), context, name ?? ''),
  },
] as const;

/** A new document is opened with them. */
export const noteOpenedFilled = {
  type: 'tellTheirs',
  params: ({ context }: { context: EditorContext }): TheirNews =>
    carried(context.filled, context, context.loaded === null ? '' : (fillingOf(context.loaded)?.name ?? '')),
} as const;

/** The caret came into a region, in the document or in the list. */
export const touchRegion = {
  type: 'tellTheirs',
  params: ({ event }: { event: { id: string } }): TheirNews => ({ type: 'region.reached', id: event.id }),
} as const;
