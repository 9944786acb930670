import { firstRunMachine } from '#machines/session/first-run.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures, user } from '../samples.ts';

const form = {
  code: 'abcde-fghjk',
  organization: 'Harbour Watch',
  username: 'ada',
  password: 'a quiet morning at sea',
  again: 'a quiet morning at sea',
};
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
    'leaves the organization out, and gives two passwords that differ': {
      type: 'begin.requested',
      form: { ...form, organization: ' ', again: 'another' },
    },
  }),
  key: ({ snapshot: { context } }) => ({ problem: context.problem?.field ?? null, message: context.message }),
  accepts: { '': 'form' },
  tags: { busy: 'beginning | begun', over: 'over' },
  leads: {
    form: 'leaves | gives | begin: another | begin: not',
    beginning: 'begins',
    begun: 'begin: made',
    over: 'begin: somebody',
  },
  does: {
    announceBegin: 'begins',
    begin: 'begins',
    announceSignIn: 'begin: made',
    noteOver: 'begin: made | begin: somebody was first',
    'navigation.requested': 'begin: made',
  },
  says: { message: 'begin: another | begin: somebody | begin: not reached' },
  never: {
    'another complaint than about the field that is missing, or else the one that differs': {
      after: ['leaves', 'gives'],
      breaks: ({ label, snapshot: { context } }) =>
        context.problem?.field !== (label.startsWith('leaves') ? 'organization' : 'again') || context.message !== null,
    },
    'a complaint about a form that is good': {
      after: ['begins'],
      breaks: ({ snapshot }) => snapshot.context.problem !== null,
    },
  },
});
