import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { type SetUpFacts, setUpMessage, type Step } from './set-up-steps.ts';
import { unprovided } from '../shared/unprovided.ts';

/**
 * The steps from an empty installation to a document on a wall (ADR 56), for administrators. The data at the host decide if a step is done, never a press; a
 * step that the user does not want is skipped, and can be resumed. The dashboard shows the list while steps are missing.
 */
export const setUpMachine = setup({
  types: {
    context: {} as SetUpFacts & { message: string | null },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'step.skipped'; step: Step }
      | { type: 'step.resumed'; step: Step },
    tags: {} as 'loading' | 'loaded' | 'failed',
  },
  actors: { readFacts: fromPromise<SetUpFacts, undefined>(unprovided) },
  actions: {
    keepFacts: assign((_, { output }: { output: SetUpFacts }) => output),
    keepMessage: assign({ message: (_, { error }: Failed) => setUpMessage(failureOf(error)) }),
    clearMessage: assign({ message: null }),
    skip: assign({ skipped: ({ context }, { step }: { step: Step }) => [...context.skipped, step] }),
    resume: assign({
      skipped: ({ context }, { step }: { step: Step }) => context.skipped.filter((one) => one !== step),
    }),
    /** The implementation stores in this browser the steps that this user skips. */
    storeSkipped: (_, _params: { skipped: Step[] }) => {},
  },
  guards: {
    isMissing: ({ context }, { step }: { step: Step }) =>
      context.done[step] === false && !context.skipped.includes(step),
    isSkipped: ({ context }, { step }: { step: Step }) => context.skipped.includes(step),
  },
}).createMachine({
  id: 'setUp',
  context: { done: {}, skipped: [], message: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      entry: 'clearMessage',
      invoke: {
        id: 'readFacts',
        src: 'readFacts',
        onDone: { target: 'loaded', actions: { type: 'keepFacts', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
    loaded: {
      tags: 'loaded',
      on: {
        'step.skipped': {
          guard: { type: 'isMissing', params: fromEvent },
          actions: [
            { type: 'skip', params: fromEvent },
            { type: 'storeSkipped', params: ({ context }) => ({ skipped: context.skipped }) },
          ],
        },
        'step.resumed': {
          guard: { type: 'isSkipped', params: fromEvent },
          actions: [
            { type: 'resume', params: fromEvent },
            { type: 'storeSkipped', params: ({ context }) => ({ skipped: context.skipped }) },
          ],
        },
      },
    },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
  },
});
