import { type ActorRefFrom, type AnyEventObject, assign, fromCallback, sendTo, setup } from 'xstate';
import { AGE_CHECK_INTERVAL } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';

/** Ages from which a document is old and very old, in milliseconds. */
export type AgeLimits = { old: number; veryOld: number };

/**
 * Age of the document in a live pane, and the limits from which the pane calls it old. The age counts from the time of the submission by the host's clock, so
 * that the browser's may be wrong, and is checked every five seconds. In the past it counts to the moment that is shown (`asOf`). The age of one document
 * never shrinks, whatever a clock says. A document has no age if the host does not report the time of its submission.
 */
export const documentAgeMachine = setup({
  types: {
    /** `age` in milliseconds; `submittedOn` and `asOf` in epoch milliseconds, null where it is not known, and for the present. */
    context: {} as { limits: AgeLimits; submittedOn: number | null; asOf: number | null; age: number },
    input: {} as AgeLimits,
    events: {} as
      | { type: 'document.shown'; submittedOn: number | null; asOf: number | null }
      | { type: 'document.gone' }
      | { type: 'clock.reported'; now: number },
    tags: {} as 'known' | 'old' | 'veryOld',
  },
  actors: {
    /** Answers `clock.asked` with the host's time. */
    hostClock: fromCallback<AnyEventObject, undefined>(() => undefined),
  },
  actions: {
    keepMoment: assign((_, { submittedOn, asOf }: { submittedOn: number | null; asOf: number | null }) => ({
      submittedOn,
      asOf,
      age: asOf === null || submittedOn === null ? 0 : Math.max(0, asOf - submittedOn),
    })),
    askClock: sendTo('hostClock', { type: 'clock.asked' }),
    keepAge: assign({
      age: ({ context: { age, submittedOn, asOf } }, { now }: { now: number }) =>
        Math.max(age, (asOf ?? now) - (submittedOn ?? now)),
    }),
  },
  guards: {
    hasMoment: (_, params: { submittedOn: number | null }) => params.submittedOn !== null,
    isOld: ({ context }) => context.age >= context.limits.old,
    isVeryOld: ({ context }) => context.age >= context.limits.veryOld,
  },
  delays: { ageLook: AGE_CHECK_INTERVAL },
}).createMachine({
  id: 'documentAge',
  context: ({ input }) => ({ limits: input, submittedOn: null, asOf: null, age: 0 }),
  invoke: { id: 'hostClock', src: 'hostClock' },
  initial: 'unknown',
  on: {
    'document.shown': [
      {
        guard: { type: 'hasMoment', params: fromEvent },
        target: '.known',
        actions: { type: 'keepMoment', params: fromEvent },
      },
      { target: '.unknown', actions: { type: 'keepMoment', params: fromEvent } },
    ],
  },
  states: {
    unknown: {},
    known: {
      tags: 'known',
      entry: 'askClock',
      initial: 'judging',
      on: {
        'document.gone': { target: 'unknown' },
        'clock.reported': { target: '.judging', actions: { type: 'keepAge', params: fromEvent } },
      },
      after: { ageLook: { target: 'known', reenter: true } },
      states: {
        judging: {
          always: [{ guard: 'isVeryOld', target: 'veryOld' }, { guard: 'isOld', target: 'old' }, { target: 'fresh' }],
        },
        fresh: {},
        old: { tags: 'old' },
        veryOld: { tags: 'veryOld' },
      },
    },
  },
});
export type DocumentAgeRef = ActorRefFrom<typeof documentAgeMachine>;
