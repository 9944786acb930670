import type { RegionValue } from '#machines/shared/region-values.ts';
import { theirChangesMachine } from '#machines/editor/their-changes.machine.ts';
import { defineModel, sends } from 'chart-walks';

const REGIONS: RegionValue[] = [
  ['wind', 'W 25'],
  ['note', 'Storm.'],
];
const found = (id: string, value: string, by: string | null = null) => ({ id, value, by, at: null });
const read = (changes: ReturnType<typeof found>[], regions = REGIONS) =>
  ({ type: 'document.read', found: changes, regions }) as const;
/** A document also reports values that were merged into it: no user typed those. */
const typed = (id: string, value: string, overlaid: readonly { id: string; value: string }[]) => ({
  type: 'text.typed' as const,
  changes: [...new Map([...overlaid.map((one): RegionValue => [one.id, one.value]), [id, value]])],
});

const idsOf = ({ context }: { context: { changes: readonly { id: string }[] } }) => context.changes.map(({ id }) => id);
const isMarked = (snapshot: Parameters<typeof idsOf>[0]): boolean => idsOf(snapshot).length > 0;
const marked = ({ snapshot }: { snapshot: Parameters<typeof idsOf>[0] }): boolean => isMarked(snapshot);

type Marked = { context: { changes: readonly { id: string; from?: string }[] } };
const carriedIn = ({ context }: Marked) => context.changes.flatMap(({ id, from }) => (from === undefined ? [] : [id]));
const theirsIn = ({ context }: Marked) => context.changes.flatMap(({ id, from }) => (from === undefined ? [id] : []));

export const theirChangesModel = defineModel(theirChangesMachine)({
  starts: { 'an open document': { input: undefined } },
  events: ({ snapshot }) => ({
    'wind comes changed': read([found('wind', 'W 25')]),
    'wind and note come changed': read([found('wind', 'W 25', 'Amir'), found('note', 'Storm.', 'Amir')]),
    'nothing comes changed': read([]),
    ...(!isMarked(snapshot) && { 'wind comes changed, the first': read([found('wind', 'W 25')]) }),
    ...(isMarked(snapshot) && {
      'the document comes without wind': read([], [['note', 'Storm.']]),
      'wind comes changed once more': read([found('wind', 'W 30')], [['wind', 'W 30'], REGIONS[1] as RegionValue]),
    }),
    'types into wind': typed('wind', 'W 25, gusts', snapshot.context.changes),
    'types into note': typed('note', 'Calm.', snapshot.context.changes),
    'wind is filled from another document': {
      type: 'regions.carried',
      found: [{ ...found('wind', 'W 25'), from: 'Night log' }],
    },
    'nothing is filled from another document': { type: 'regions.carried', found: [] },
    'comes to wind': { type: 'region.reached', id: 'wind' },
    'the document is shown': { type: 'document.shown' },
    'has seen them': { type: 'changes.seen' },
    'leaves the document': { type: 'document.left' },
  }),
  key: ({ snapshot: { context } }) => ({
    changes: context.changes.map(({ id, value, by, from }) => `${id} ${value} ${by} ${from}`),
  }),
  accepts: {
    nothing: marked,
    'types into wind': ({ snapshot }) => idsOf(snapshot).includes('wind'),
    'types into note': ({ snapshot }) => idsOf(snapshot).includes('note'),
    'comes to wind': ({ snapshot }) => carriedIn(snapshot).includes('wind'),
    'the document is shown': marked,
    'has seen them': marked,
  },
  changes: {
    changes: 'wind comes | wind and | wind is | leaves the | the document comes | types into | has seen | comes to',
  },
  never: {
    "somebody else's change without a mark": {
      after: ['wind comes changed', 'wind comes changed, the first', 'wind and note come changed'],
      breaks: ({ snapshot, effects, label }) =>
        !isMarked(snapshot) ||
        !idsOf(snapshot).includes('wind') ||
        (label.startsWith('wind and note') && !idsOf(snapshot).includes('note')) ||
        !sends(effects, 'marks.given'),
    },
    'a mark on what I typed myself': {
      after: ['types into'],
      breaks: ({ snapshot, label }) => idsOf(snapshot).includes(label.slice('types into '.length)),
    },
    'a mark that goes though nobody has touched or seen it': ({ before, snapshot, label }) =>
      idsOf(before).some((id) => !idsOf(snapshot).includes(id) && !label.endsWith(id)) &&
      !/has seen them|leaves the document/.test(label),
    'a mark that stays after it was seen': ({ snapshot, label }) =>
      (label === 'has seen them' && theirsIn(snapshot).length > 0) ||
      (label === 'leaves the document' && isMarked(snapshot)),
    'a value of another document without a mark': {
      after: ['wind is filled'],
      breaks: ({ snapshot, effects }) => !carriedIn(snapshot).includes('wind') || !sends(effects, 'marks.given'),
    },
    'a value of another document that is marked though the person came to it': ({ snapshot, label }) =>
      label === 'comes to wind' && carriedIn(snapshot).includes('wind'),
    "a mark of somebody else's change that goes because the person came to it": ({ before, snapshot, label }) =>
      label === 'comes to wind' && theirsIn(before).length > theirsIn(snapshot).length,
    'a value of another document whose mark goes with changes of somebody else that were seen': ({
      before,
      snapshot,
      label,
    }) => label === 'has seen them' && carriedIn(before).length > carriedIn(snapshot).length,
    'marks that change, and the document does not hear of it': ({ before, snapshot, effects, label }) =>
      idsOf(before).join() !== idsOf(snapshot).join() &&
      label !== 'leaves the document' &&
      !sends(effects, 'marks.given'),
    'marks that are drawn anew though none has gone': ({ before, snapshot, effects, label }) =>
      label.startsWith('types into') &&
      idsOf(before).join() === idsOf(snapshot).join() &&
      sends(effects, 'marks.given'),
    'marks of nothing that are drawn': ({ before, snapshot, effects }) =>
      !isMarked(before) && !isMarked(snapshot) && effects.length > 0,
    'marks whose regions are not named, or names that no mark needs': ({ snapshot, effects, label }) =>
      sends(effects, 'names.wanted') !== (/come|filled|is shown/.test(label) && isMarked(snapshot)) &&
      label !== 'comes to wind',
    'a document that is shown without its marks': ({ before, label, effects }) =>
      label === 'the document is shown' && isMarked(before) && !sends(effects, 'marks.given'),
    'a mark of a region that is not there': ({ snapshot, label }) =>
      label.endsWith('without wind') && idsOf(snapshot).includes('wind'),
  },
});
