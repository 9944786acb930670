import { firstRunMachine } from '#machines/session/first-run.machine.ts';
import { defineModel } from 'chart-walks';
import { failures, user } from '../samples.ts';

const form = {
  code: 'abcde-fghjk',
  organization: 'Harbour Watch',
  username: 'ada',
  password: 'a quiet morning at sea',
  again: 'a quiet morning at sea',
};
const BLANK = { code: ' ', organization: ' ', username: ' ', password: ' ', again: ' ' };
/** The field that each incomplete form is asked for. */
const asked: Readonly<Record<string, string>> = {
  'leaves all out': 'code',
  'leaves all but the code out': 'organization',
  'leaves the name and the password out': 'username',
  'leaves the password out, but not again': 'password',
  'gives two passwords that differ': 'again',
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
    'leaves all out': { type: 'begin.requested', form: BLANK },
    'leaves all but the code out': { type: 'begin.requested', form: { ...BLANK, code: form.code } },
    'leaves the name and the password out': {
      type: 'begin.requested',
      form: { ...form, username: ' ', password: ' ' },
    },
    'leaves the password out, but not again': { type: 'begin.requested', form: { ...form, password: ' ' } },
    'gives two passwords that differ': { type: 'begin.requested', form: { ...form, again: 'another' } },
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
  changes: {
    problem: 'begins | leaves all | leaves the | gives two',
    message: 'begins | leaves all | leaves the | gives two | begin: another | begin: somebody | begin: not',
  },
  says: { message: 'begin: another | begin: somebody | begin: not reached' },
  never: {
    'another complaint than about the first field that is missing, or else the one that differs': {
      after: ['leaves', 'gives'],
      breaks: ({ label, snapshot: { context } }) => context.problem?.field !== asked[label] || context.message !== null,
    },
    'a complaint about a form that is good': {
      after: ['begins'],
      breaks: ({ snapshot }) => snapshot.context.problem !== null,
    },
  },
});
