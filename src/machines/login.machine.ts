import { assign, emit, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Credentials, SessionUser } from '#api/contract/session.ts';
import { LOGIN_REDIRECT_DELAY } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { loginMessage } from './login-messages.ts';
import { unprovided } from './unprovided.ts';

/**
 * The sign-in form (`s4.login`): form, then the success message, then the dashboard after 1.5 s. The session hears at once of the beginning and of the reply; the
 * password is handed to the call and kept nowhere.
 */
export const loginMachine = setup({
  types: {
    context: {} as { message: string | null },
    events: {} as { type: 'signIn.requested'; credentials: Credentials },
    emitted: {} as { type: 'navigation.requested'; to: string },
    tags: {} as 'busy' | 'succeeded',
  },
  actors: { signIn: fromPromise<SessionUser, Credentials>(unprovided) },
  actions: {
    announceBegin: () => {},
    announceSignIn: (_, _params: { user: SessionUser }) => {},
    keepMessage: assign({ message: (_, params: { error: unknown }) => loginMessage(failureOf(params.error)) }),
    clearMessage: assign({ message: null }),
    goToDashboard: emit({ type: 'navigation.requested', to: paths.dashboard() }),
  },
  guards: {
    isComplete: (_, params: Credentials) => params.username !== '' && params.password !== '',
  },
  delays: { loginRedirect: LOGIN_REDIRECT_DELAY },
}).createMachine({
  id: 'login',
  context: { message: null },
  initial: 'form',
  states: {
    form: {
      on: {
        'signIn.requested': {
          guard: { type: 'isComplete', params: ({ event }) => event.credentials },
          target: 'signingIn',
          actions: 'announceBegin',
        },
      },
    },
    signingIn: {
      tags: 'busy',
      entry: 'clearMessage',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => event.credentials,
        onDone: {
          target: 'succeeded',
          actions: { type: 'announceSignIn', params: ({ event }) => ({ user: event.output }) },
        },
        onError: {
          target: 'form',
          actions: { type: 'keepMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    succeeded: {
      tags: 'succeeded',
      after: { loginRedirect: { target: 'left', actions: 'goToDashboard' } },
    },
    left: { tags: 'succeeded', type: 'final' },
  },
});
