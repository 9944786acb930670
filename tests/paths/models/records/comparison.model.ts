import { comparisonMachine } from '#machines/records/comparison.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';
import { record } from './record-samples.ts';

const changes = [
  { id: 'people', label: 'People', was: '412', is: '438', kind: 'changed' },
  { id: 'new', label: 'New', was: null, is: '1', kind: 'added' },
  { id: 'old', label: 'Old', was: '1', is: null, kind: 'removed' },
] as const;
const compared = {
  from: record('a-1'),
  to: record('a-2'),
  changes: [...changes],
  unchanged: 3,
  template_changed: false,
};
const saved = { wip_uuid: 'w-1', name: 'Corvane Ridge', saved_on: 1_750_000_000_000, saved_by: 'June' };
const mark = (id: string) => ({ id, at: 1_750_000_000_000 });
/** The documents that are shown of two archives, or of an archive and what is saved. */
const documentsOf = (kind: 'archive' | 'wip') => [
  { source: { kind: 'archive', id: 'a-1' }, place: 'left', marks: [mark('people'), mark('old')] },
  { source: { kind, id: 'a-2' }, place: 'right', marks: [mark('people'), mark('new')] },
];

export const comparisonModel = defineModel(comparisonMachine)({
  starts: { 'two archives': { input: { sides: { from: 'a-1', to: 'a-2' }, places: { from: 'left', to: 'right' } } } },
  outcomes: {
    compare: {
      'two submissions': { output: compared },
      'what is saved now': { output: { ...compared, to: saved } },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({ 'tries again': { type: 'retry.requested' } }),
  key: ({ snapshot: { context } }) => ({ message: context.message !== null }),
  accepts: { 'tries again': 'failed' },
  tags: { loading: 'loading', loaded: 'loaded', failed: 'failed' },
  changes: {
    compared: 'compare: two | compare: what',
    message: 'compare: not',
  },
  never: {
    'sides that were not asked for': ({ snapshot: { context } }) =>
      context.sides.from !== 'a-1' || context.sides.to !== 'a-2',
    'a comparison without its differences': ({ snapshot }) =>
      snapshot.hasTag('loaded') && snapshot.context.compared === null,
    'other documents than those that were compared, or other marks': {
      after: ['compare: two', 'compare: what'],
      breaks: ({ effects, label }) =>
        JSON.stringify(
          effects.flatMap((effect) => (effect.kind === 'request' && effect.src === 'document' ? [effect.input] : [])),
        ) !== JSON.stringify(documentsOf(label.endsWith('now') ? 'wip' : 'archive')),
    },
    'a failure that is not said': ({ snapshot }) => snapshot.hasTag('failed') && snapshot.context.message === null,
  },
});
