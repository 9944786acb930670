import { comparisonMachine } from '#machines/records/comparison.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';
import { record } from './record-samples.ts';

const compared = { from: record('a-1'), to: record('a-2'), changes: [], unchanged: 3, template_changed: false };

export const comparisonModel = defineModel(comparisonMachine)({
  starts: { 'two archives': { input: { from: 'a-1', to: 'a-2' } } },
  outcomes: { compare: { 'the same': { output: compared }, 'not reached': { error: failures.network } } },
  events: () => ({ 'tries again': { type: 'retry.requested' } }),
  key: ({ snapshot: { context } }) => ({ message: context.message !== null }),
  tags: { loading: 'loading', loaded: 'loaded', failed: 'failed' },
  never: {
    'sides that were not asked for': ({ snapshot: { context } }) =>
      context.sides.from !== 'a-1' || context.sides.to !== 'a-2',
    'a comparison without its differences': ({ snapshot }) =>
      snapshot.hasTag('loaded') && snapshot.context.compared === null,
    'a failure that is not said': ({ snapshot }) => snapshot.hasTag('failed') && snapshot.context.message === null,
  },
});
