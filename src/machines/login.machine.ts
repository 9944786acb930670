import { assign, emit, fromPromise, setup } from 'xstate';
import { codeOf, failureOf, statusOf } from '#api/failure.ts';
import type { Credentials, SessionUser } from '#api/contract/session.ts';
import { CODE_DUE, FORM_REST, LOGIN_REDIRECT_DELAY, SESSION_LOOK } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { fromEvent } from './loading.ts';
import { codeMessage, loginMessage } from './login-messages.ts';
import { unprovided } from './unprovided.ts';

type SignInRequested = { type: 'signIn.requested'; credentials: Credentials };

/**
 * The sign-in form (`s4.login`): form, then the success message, then the dashboard after 1.5 s. The session hears at once of the beginning and of the reply; the
 * password is handed to the call and kept nowhere. Where it stands in the place of a wall, before which nobody sits, it has the session looked for again and
 * again: a host that was away, or a renewal that was lost, must not end a wall. It does not while somebody types.
 * A host may ask for the code of an authenticator: that is a second step of the same form.
 */
export const loginMachine = setup({
  types: {
    context: {} as { message: string | null; isWall: boolean },
    /** `isWall`: it stands in the place of a wall. */
    input: {} as { isWall: boolean },
    events: {} as SignInRequested | { type: 'form.typed' },
    emitted: {} as { type: 'navigation.requested'; to: string },
    tags: {} as 'busy' | 'codeAsked' | 'succeeded',
  },
  actors: { signIn: fromPromise<SessionUser, Credentials>(unprovided) },
  actions: {
    announceBegin: () => {},
    /** The implementation asks the session to look whether it is there after all. */
    seekSession: () => {},
    announceSignIn: (_, _params: { user: SessionUser }) => {},
    keepMessage: assign({ message: (_, params: { error: unknown }) => loginMessage(failureOf(params.error)) }),
    keepCodeMessage: assign({ message: (_, params: { error: unknown }) => codeMessage(failureOf(params.error)) }),
    clearMessage: assign({ message: null }),
    goToDashboard: emit({ type: 'navigation.requested', to: paths.dashboard() }),
  },
  guards: {
    isWall: ({ context }) => context.isWall,
    asksForCode: (_, params: { error: unknown }) => codeOf(params.error) === CODE_DUE,
    isUnknown: (_, params: { error: unknown }) => statusOf(failureOf(params.error)) === 401,
    isComplete: (_, params: Credentials) => params.username !== '' && params.password !== '',
  },
  delays: { loginRedirect: LOGIN_REDIRECT_DELAY, sessionLook: SESSION_LOOK, formRest: FORM_REST },
}).createMachine({
  id: 'login',
  context: ({ input }) => ({ message: null, isWall: input.isWall }),
  initial: 'form',
  states: {
    form: {
      on: {
        'signIn.requested': {
          guard: { type: 'isComplete', params: ({ event }) => event.credentials },
          target: 'signingIn',
          actions: 'announceBegin',
        },
        'form.typed': { guard: 'isWall', target: '.typed', actions: 'announceBegin' },
      },
      initial: 'resting',
      states: {
        resting: {
          after: { sessionLook: { guard: 'isWall', target: 'resting', reenter: true, actions: 'seekSession' } },
        },
        typed: { after: { formRest: { target: 'resting' } } },
      },
    },
    signingIn: {
      tags: 'busy',
      entry: 'clearMessage',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => (event as SignInRequested).credentials,
        onDone: {
          target: 'succeeded',
          actions: { type: 'announceSignIn', params: ({ event }) => ({ user: event.output }) },
        },
        onError: [
          { guard: { type: 'asksForCode', params: fromEvent }, target: 'secondStep' },
          { target: 'form.typed', actions: { type: 'keepMessage', params: fromEvent } },
        ],
      },
    },
    secondStep: {
      tags: 'codeAsked',
      // Somebody may have walked away from a wall's form.
      after: { formRest: { guard: 'isWall', target: 'form.resting' } },
      on: {
        'form.typed': { guard: 'isWall', target: 'secondStep', reenter: true, actions: 'announceBegin' },
        'signIn.requested': {
          guard: { type: 'isComplete', params: ({ event }) => event.credentials },
          target: 'checkingCode',
          actions: 'announceBegin',
        },
      },
    },
    checkingCode: {
      tags: ['busy', 'codeAsked'],
      entry: 'clearMessage',
      invoke: {
        id: 'signInWithCode',
        src: 'signIn',
        input: ({ event }) => (event as SignInRequested).credentials,
        onDone: {
          target: 'succeeded',
          actions: { type: 'announceSignIn', params: ({ event }) => ({ user: event.output }) },
        },
        onError: [
          {
            guard: { type: 'asksForCode', params: fromEvent },
            target: 'secondStep',
            actions: { type: 'keepCodeMessage', params: fromEvent },
          },
          // The password was changed meanwhile, or is that of another name by now.
          {
            guard: { type: 'isUnknown', params: fromEvent },
            target: 'form.typed',
            actions: { type: 'keepMessage', params: fromEvent },
          },
          { target: 'secondStep', actions: { type: 'keepMessage', params: fromEvent } },
        ],
      },
    },
    succeeded: {
      tags: 'succeeded',
      after: { loginRedirect: { target: 'left', actions: 'goToDashboard' } },
    },
    left: { tags: 'succeeded', type: 'final' },
  },
});
