import { passwordChangeMachine } from '#machines/account/password-change.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const form = { current: 'an old one', password: 'a quiet morning at sea', again: 'a quiet morning at sea' };
const times = (effects: readonly { kind: string; action?: string }[], action: string): number =>
  effects.filter((effect) => effect.kind === 'called' && effect.action === action).length;

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
  never: {
    'a call that nobody wanted, or that nobody sees at work': ({ snapshot, effects, label }) =>
      effects.some(({ kind }) => kind === 'request') && (label !== 'changes it' || !snapshot.hasTag('changing')),
    'a change under way without a call': ({ snapshot, label }) => snapshot.hasTag('changing') && label !== 'changes it',
    'a call with something missing': {
      after: ['gives'],
      breaks: ({ effects }) => effects.some(({ kind }) => kind === 'request'),
    },
    'a session that does not hear of a change, or hears of one that was none': ({ label, effects }) =>
      times(effects, 'announceChange') !== (label === 'changePassword: changed' ? 1 : 0),
    'a session that is not looked at after a change that may have been made': ({ label, effects }) =>
      times(effects, 'announceFailure') !== (/^changePassword: (refused|not reached)/.test(label) ? 1 : 0),
    'a failure that is not said': {
      after: ['changePassword: refused', 'changePassword: not reached'],
      breaks: ({ snapshot }) => snapshot.context.message === null || snapshot.hasTag('changed'),
    },
    'two answers at once': ({ snapshot }) =>
      [snapshot.context.problem, snapshot.context.message, snapshot.hasTag('changed') || null].filter(
        (one) => one !== null,
      ).length > 1,
  },
});
