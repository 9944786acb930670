import { passwordChangeMachine } from '#machines/account/password-change.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const form = { current: 'an old one', password: 'a quiet morning at sea', again: 'a quiet morning at sea' };

export const passwordChangeModel = defineModel(passwordChangeMachine)({
  outcomes: {
    changePassword: {
      changed: { output: undefined },
      'refused (403)': { error: failures.forbidden },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({
    'changes it': { type: 'change.requested', form },
    'gives no current one': { type: 'change.requested', form: { ...form, current: '' } },
    'gives no new one': { type: 'change.requested', form: { ...form, password: '', again: '' } },
    'gives two that differ': { type: 'change.requested', form: { ...form, again: 'another' } },
  }),
  key: ({ snapshot: { context } }) => ({
    problem: context.problem?.field ?? null,
    message: context.message,
    hasChanged: context.changes > 0,
  }),
  accepts: { '': 'form' },
  tags: { changing: 'changing', changed: 'changed' },
  leads: { changing: 'changes it', unanswered: 'gives | changePassword:', changed: 'changePassword: changed' },
  does: {
    changePassword: 'changes it',
    announceChange: 'changePassword: changed',
    announceFailure: 'changePassword: refused | changePassword: not',
  },
  changes: {
    problem: 'changes it | gives no | gives two',
    message: 'changes it | gives no | gives two | changePassword: refused | changePassword: not',
    changes: 'changePassword: changed',
  },
  says: { message: 'changePassword: refused | changePassword: not' },
  never: {
    'two answers at once': ({ snapshot }) =>
      [snapshot.context.problem, snapshot.context.message, snapshot.hasTag('changed') || null].filter(
        (one) => one !== null,
      ).length > 1,
  },
});
