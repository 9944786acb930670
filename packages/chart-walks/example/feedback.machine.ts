import { assign, fromPromise, setup } from 'xstate';

/** The feedback form of XState's documentation, with what that example leaves out: a call that may fail, and a time. */
export const feedbackMachine = setup({
  types: {
    context: {} as { feedback: string },
    events: {} as
      | { type: 'feedback.good' }
      | { type: 'feedback.bad' }
      | { type: 'feedback.update'; value: string }
      | { type: 'submit' }
      | { type: 'close' },
  },
  actors: {
    sendFeedback: fromPromise<void, { feedback: string }>(() => Promise.reject(new Error('not provided'))),
  },
  actions: {
    keepText: assign({ feedback: ({ event }) => ('value' in event ? event.value : '') }),
  },
  guards: { hasText: ({ context }) => context.feedback.length > 0 },
  delays: { farewell: 3_000 },
}).createMachine({
  id: 'feedback',
  context: { feedback: '' },
  initial: 'prompt',
  on: { close: '.closed' },
  states: {
    prompt: { on: { 'feedback.good': 'thanks', 'feedback.bad': 'form' } },
    form: {
      initial: 'writing',
      states: {
        writing: {
          on: {
            'feedback.update': { actions: 'keepText' },
            submit: { guard: 'hasText', target: 'sending' },
          },
        },
        sending: {
          invoke: {
            src: 'sendFeedback',
            input: ({ context }) => ({ feedback: context.feedback }),
            onDone: '#feedback.thanks',
            onError: 'failed',
          },
        },
        failed: { on: { submit: 'sending' } },
      },
    },
    thanks: { after: { farewell: 'closed' } },
    closed: { type: 'final' },
  },
});
