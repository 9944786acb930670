import { missingOf } from '#machines/set-up/set-up-steps.ts';
import { setUpMachine } from '#machines/set-up/set-up.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

export const setUpModel = defineModel(setUpMachine)({
  outcomes: {
    readFacts: {
      'a board is missing': { output: { done: { people: true, board: false }, skipped: [] } },
      'a board is skipped': { output: { done: { people: true, board: false }, skipped: ['board'] } },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({
    'skips the board': { type: 'step.skipped', step: 'board' },
    'takes the board up': { type: 'step.resumed', step: 'board' },
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({ done: context.done, skipped: context.skipped, message: context.message }),
  accepts: {
    'skips the board': ({ snapshot }) => snapshot.matches('loaded') && missingOf(snapshot.context).length > 0,
    'takes the board up': ({ snapshot: { context } }) => context.skipped.length > 0,
    'tries again': 'failed',
  },
  tags: { loading: 'loading', failed: 'failed' },
  leads: { loading: 'tries again', failed: 'readFacts: not' },
  changes: {
    done: 'readFacts: a',
    skipped: 'readFacts: a board is skipped | skips the | takes the',
    message: 'readFacts: not | tries again',
  },
  says: { message: 'readFacts: not' },
  never: {
    'a step that is there skipped, or one that no host offers': ({ snapshot }) =>
      snapshot.can({ type: 'step.skipped', step: 'people' }) || snapshot.can({ type: 'step.skipped', step: 'display' }),
    'a skipped step that is still missing': {
      after: ['skips the board'],
      breaks: ({ snapshot }) => missingOf(snapshot.context).length > 0,
    },
    'a press that the browser does not keep, or something kept without one': ({ before, snapshot, label, effects }) =>
      effects.filter((effect) => effect.kind === 'called' && effect.action === 'storeSkipped').length !==
      (label.includes('the board') && before.context.skipped.length !== snapshot.context.skipped.length ? 1 : 0),
    'a step done by a press': ({ before, snapshot, label }) =>
      label.includes('the board') && before.context.done !== snapshot.context.done,
  },
});
