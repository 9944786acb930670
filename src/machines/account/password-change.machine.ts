import { assign, emit, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import { accountMessages, passwordMessage } from './account-messages.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/** A change of the password as it is typed. */
export type PasswordForm = { current: string; password: string; again: string };

type ChangeRequested = { type: 'change.requested'; form: PasswordForm };

/** The complaint about it: a new object each time, since each complaint moves the focus. */
type PasswordProblem = { field: keyof PasswordForm; text: string };

/**
 * Change of the user's own password (ADR 54): on the page Account, and instead of any page for a user with a one-time password. The host decides if a
 * password is good. The passwords are passed to the call and stored nowhere.
 */
export const passwordChangeMachine = setup({
  types: {
    context: {} as {
      problem: PasswordProblem | null;
      message: string | null;
      /** Number of changes made here: the form is cleared after each one. */
      changes: number;
    },
    events: {} as ChangeRequested,
    emitted: {} as { type: 'password.changed' },
    tags: {} as 'changing' | 'changed',
  },
  actors: { changePassword: fromPromise<void, PasswordForm>(unprovided) },
  actions: {
    clearAnswer: assign({ problem: null, message: null }),
    askForCurrent: assign({
      problem: () => ({ field: 'current' as const, text: accountMessages.currentRequired }),
      message: null,
    }),
    askForPassword: assign({
      problem: () => ({ field: 'password' as const, text: accountMessages.passwordRequired }),
      message: null,
    }),
    askAgain: assign({ problem: () => ({ field: 'again' as const, text: accountMessages.notAlike }), message: null }),
    countChange: assign({ changes: ({ context }) => context.changes + 1 }),
    /** The implementation reports the change to the session. */
    announceChange: () => {},
    /** The implementation requests a session check: the password may have been changed all the same, or elsewhere. */
    announceFailure: () => {},
    reportChange: emit({ type: 'password.changed' }),
    keepMessage: assign({ message: (_, { error }: Failed) => passwordMessage(failureOf(error)) }),
  },
  guards: {
    hasNoCurrent: (_, { form }: { form: PasswordForm }) => form.current === '',
    hasNoPassword: (_, { form }: { form: PasswordForm }) => form.password === '',
    isNotAlike: (_, { form }: { form: PasswordForm }) => form.password !== form.again,
  },
}).createMachine({
  id: 'passwordChange',
  context: { problem: null, message: null, changes: 0 },
  initial: 'form',
  states: {
    form: {
      initial: 'unanswered',
      on: {
        'change.requested': [
          {
            guard: { type: 'hasNoCurrent', params: fromEvent },
            target: '.unanswered',
            actions: 'askForCurrent',
          },
          {
            guard: { type: 'hasNoPassword', params: fromEvent },
            target: '.unanswered',
            actions: 'askForPassword',
          },
          { guard: { type: 'isNotAlike', params: fromEvent }, target: '.unanswered', actions: 'askAgain' },
          { target: 'changing', actions: 'clearAnswer' },
        ],
      },
      states: { unanswered: {}, changed: { tags: 'changed' } },
    },
    changing: {
      tags: 'changing',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ event }) => event.form,
        onDone: { target: 'form.changed', actions: ['countChange', 'announceChange', 'reportChange'] },
        onError: { target: 'form', actions: [{ type: 'keepMessage', params: fromEvent }, 'announceFailure'] },
      },
    },
  },
});
