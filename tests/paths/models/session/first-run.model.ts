import { firstRunMachine } from '#machines/session/first-run.machine.ts';
import { defineModel, type Effect } from '../../engine/model.ts';
import { failures, user } from '../samples.ts';

const form = {
  code: 'abcde-fghjk',
  organization: 'Harbour Watch',
  username: 'ada',
  password: 'a quiet morning at sea',
  again: 'a quiet morning at sea',
};
const times = (effects: readonly Effect[], action: string): number =>
  effects.filter((effect) => effect.kind === 'called' && effect.action === action).length;

export const firstRunModel = defineModel(firstRunMachine)({
  outcomes: {
    begin: {
      made: { output: user },
      'another code (403)': { error: failures.forbidden },
      'somebody was first (410)': { error: failures.gone },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({
    begins: { type: 'begin.requested', form },
    'leaves the organization out': { type: 'begin.requested', form: { ...form, organization: ' ' } },
    'gives two passwords that differ': { type: 'begin.requested', form: { ...form, again: 'another' } },
  }),
  key: ({ snapshot: { context } }) => ({ problem: context.problem?.field ?? null, message: context.message }),
  never: {
    'a call with something missing, or that nobody wanted': ({ effects, label }) =>
      effects.some(({ kind }) => kind === 'request') && label !== 'begins',
    'a session that does not hear of the beginning, or hears of one that was none': ({ effects, label }) =>
      times(effects, 'announceBegin') !== (label === 'begins' ? 1 : 0),
    'somebody signed in whom the host did not make': ({ effects, label }) =>
      times(effects, 'announceSignIn') !== (label === 'begin: made' ? 1 : 0),
    'a host that is still believed to wait': {
      after: ['begin: made', 'begin: somebody was first'],
      breaks: ({ effects }) => times(effects, 'noteOver') !== 1,
    },
    'a beginning that is not shown to go on, until the dashboard is there': {
      after: ['begins', 'begin: made'],
      breaks: ({ snapshot }) => !snapshot.hasTag('busy'),
    },
    'a failure that is not said': {
      after: ['begin: another', 'begin: somebody', 'begin: not reached'],
      breaks: ({ snapshot }) => snapshot.context.message === null,
    },
    'a form after somebody was first': ({ snapshot }) =>
      snapshot.hasTag('over') && snapshot.can({ type: 'begin.requested', form }),
  },
});
