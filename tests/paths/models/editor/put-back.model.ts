import { putBackMachine } from '#machines/editor/put-back.machine.ts';
import { messages } from '#machines/shared/messages.ts';
import { defineModel, type Effect } from 'chart-walks';
import { archive, failures } from '../samples.ts';

const calls = (effects: readonly Effect[]): boolean => effects.some(({ kind }) => kind === 'request');

export const putBackModel = defineModel(putBackMachine)({
  starts: { 'nothing was submitted': { input: undefined } },
  outcomes: {
    putBack: {
      'put back': { output: undefined },
      'something else is there by now (409)': { error: failures.badRequest },
      'denied (403)': { error: failures.forbidden },
      'not reached': { error: failures.network },
    },
  },
  events: ({ snapshot }) => ({
    'a submission is made': { type: 'submission.made', made: 'a-2', before: archive('a-1') },
    'a submission is made where nothing was': { type: 'submission.made', made: 'a-2', before: null },
    'a submission is made at a host that does not name it': { type: 'submission.made', made: null, before: null },
    'another submission begins': { type: 'submission.begun' },
    ...(snapshot.hasTag('shown') && {
      'puts back what was there': { type: 'putBack.requested' } as const,
      'has read it': { type: 'submission.read' } as const,
    }),
  }),
  key: ({ snapshot: { context } }) => ({
    made: context.made,
    before: context.before?.uuid ?? null,
    says: context.message !== null,
  }),
  accepts: {
    'puts back': ({ snapshot: { context }, snapshot }) =>
      snapshot.matches('shown') && context.made !== null && context.before !== null,
    'has read it': 'putBack.shown | back',
  },
  changes: {
    made: 'a submission | another submission | has read',
    before: 'a submission | another submission | has read',
    message:
      'a submission | another submission | puts back | has read | putBack: something | putBack: denied | putBack: not',
  },
  never: {
    'a submission that is reported and was not made': ({ label, snapshot }) =>
      label === 'starts' && (snapshot.hasTag('shown') || snapshot.hasTag('back')),
    'a call that nobody asked for': ({ effects, label }) => calls(effects) && label !== 'puts back what was there',
    'back before the host said so': ({ before, snapshot, label }) =>
      !before.hasTag('back') && snapshot.hasTag('back') && label !== 'putBack: put back',
    'a failure without a word': ({ snapshot, label }) =>
      /^putBack: (?!put back)/.test(label) && snapshot.context.message === null,
    'a missing answer that is called a failure, or the other way round': {
      after: ['putBack:'],
      breaks: ({ snapshot: { context }, label }) =>
        (context.message === messages.document.putBackUnanswered) !== (label === 'putBack: not reached'),
    },
  },
});
