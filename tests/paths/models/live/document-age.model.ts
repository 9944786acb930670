import { AGE_OLD, AGE_VERY_OLD } from '#common/config/constants.ts';
import { documentAgeMachine } from '#machines/live/document-age.machine.ts';
import { defineModel, sends } from 'chart-walks';

const SHOWN = 1_000_000_000;
const clockAt = (now: number) => ({ type: 'clock.reported', now }) as const;
/** Not the ages by which the chart begins: those are input. */
const limits = { old: AGE_OLD / 2, veryOld: AGE_VERY_OLD };

export const documentAgeModel = defineModel(documentAgeMachine)({
  starts: { 'a pane': { input: limits } },
  events: () => ({
    'a document is shown': { type: 'document.shown', submittedOn: SHOWN, asOf: null },
    'a document is shown half an hour after it': {
      type: 'document.shown',
      submittedOn: SHOWN,
      asOf: SHOWN + limits.old,
    },
    'a document without a moment is shown': { type: 'document.shown', submittedOn: null, asOf: null },
    'no document is shown': { type: 'document.gone' },
    'it is a minute later': clockAt(SHOWN + 60_000),
    'it is half an hour later': clockAt(SHOWN + limits.old),
    'it is four hours later': clockAt(SHOWN + limits.veryOld),
    'the clock says less': clockAt(SHOWN - 86_400_000),
  }),
  key: ({ snapshot: { context } }) => ({
    age: context.age,
    moment: context.submittedOn !== null,
    past: context.asOf !== null,
  }),
  changes: {
    submittedOn: 'a document',
    asOf: 'a document',
    age: 'a document | it is',
  },
  restarts: { ageLook: ['a document is shown'] },
  accepts: {
    'no document is shown': 'known',
    'it is a minute later': 'known',
    'it is half an hour later': 'known',
    'it is four hours later': 'known',
    'the clock says less': 'known',
  },
  waits: {
    ageLook: 'known',
  },
  tags: {
    known: 'known',
    old: 'old',
    veryOld: 'veryOld',
  },
  leads: {
    fresh: 'a document is shown',
    unknown: 'a document without | no document | starts',
    known: 'after 5000 | it is a minute | the clock',
    veryOld: { by: 'it is four', when: ({ before }) => before.context.asOf === null },
    old: { by: 'it is half | a document is shown half', from: 'fresh | old' },
  },
  does: {
    'hostClock clock.asked': 'a document is shown | after 5000',
    hostClock: 'starts',
  },
  keeps: {
    submittedOn: 'a document',
  },
  never: {
    'an age that shrinks without a submission': ({ before, snapshot, label }) =>
      snapshot.context.age < before.context.age && !label.startsWith('a document'),
    'an age at an earlier moment that grows': ({ snapshot: { context } }) =>
      context.asOf !== null && context.submittedOn !== null && context.age !== context.asOf - context.submittedOn,
    'an age below zero': ({ snapshot }) => snapshot.context.age < 0,
    'an age of a document whose moment is not known': ({ snapshot }) =>
      snapshot.hasTag('known') && snapshot.context.submittedOn === null,
    'an old document that is not said to be old, or a new one that is': ({ snapshot }) =>
      snapshot.hasTag('known') &&
      (snapshot.hasTag('old') || snapshot.hasTag('veryOld')) !== snapshot.context.age >= limits.old,
    'a very old document that is said to be old only': ({ snapshot }) =>
      snapshot.hasTag('known') && snapshot.hasTag('veryOld') !== snapshot.context.age >= limits.veryOld,
    'an age that is looked at once only': {
      after: ['after 5000 ms', 'a document is shown'],
      breaks: ({ effects }) => !sends(effects, 'clock.asked'),
    },
  },
});
