import { refreshMachine } from '#machines/refresh.machine.ts';
import { pendingCalls } from '../engine/moment.ts';
import { defineModel } from '../engine/model.ts';
import { failures } from './samples.ts';

const told = (effects: readonly { kind: string }[]): number => effects.filter(({ kind }) => kind === 'emitted').length;

export const refreshModel = defineModel(refreshMachine)({
  outcomes: {
    refreshToken: {
      renewed: { output: undefined },
      'refused (401)': { error: failures.unauthorized },
      'not reached': { error: failures.network },
    },
  },
  // Three calls stand for any number: one that asks, one that joins, one more that joins.
  events: ({ snapshot }) =>
    snapshot.context.waiting < 3 ? { 'a call fails with 401': { type: 'refresh.requested' } } : {},
  key: ({ snapshot }) => ({ waiting: snapshot.context.waiting }),
  never: {
    'two refreshes at once': ({ snapshot }) => pendingCalls(snapshot).length > 1,
    'a call joined and another refresh began': ({ before, effects }) =>
      before.matches('refreshing') && effects.some(({ kind }) => kind === 'request'),
    'a refresh ended and nobody, or somebody twice, was told': ({ before, snapshot, effects }) =>
      told(effects) !== (before.matches('refreshing') && snapshot.matches('idle') ? 1 : 0),
  },
});
