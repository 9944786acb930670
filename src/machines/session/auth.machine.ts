import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate';
import { failureOf, statusOf } from '#api/failure.ts';
import type { CommandPair, SessionUser } from '#common/calls/session.ts';
import { INITIAL_AUTH_CHECK_TIMEOUT, POST_LOGIN_WAIT } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { unprovided } from '../shared/unprovided.ts';
import type { Failed } from '../shared/from-event.ts';

/**
 * The session and its user. At any moment exactly one of the tags `loading`, `unauthenticated`, `authenticated` is set (`s4.auth.states`). The first check
 * may outlast its limit of one second: from then on the user counts as unauthenticated, and a late success still signs them in (`d10.late-success`), unless
 * they have begun to sign in, which drops the check. After a sign-in the session is verified through the cookie, and the login reply is used if that fails.
 * On a wall the sign-in requests a new check of the session (`login.machine.ts`), until a user begins to sign in. Where the host requires it, a user with a
 * one-time password must change it, and one without a second factor must set one up, before anything else (ADR 54, 57). Logging out always clears the user,
 * whatever the call answers.
 */
export const authMachine = setup({
  types: {
    context: {} as {
      user: SessionUser | null;
      /** Identity provider of the user who has signed out here, where their browser may still be signed in; null until then. */
      stillSignedInAt: string | null;
    },
    events: {} as
      | { type: 'signIn.begun' }
      | { type: 'signIn.succeeded'; user: SessionUser }
      | { type: 'logout.requested' }
      | { type: 'session.lost' }
      | { type: 'session.sought' }
      | { type: 'session.checkRequested' }
      | { type: 'password.changed' }
      | { type: 'factor.set' }
      | { type: 'pair.reported'; pair: CommandPair },
    emitted: {} as { type: 'navigation.requested'; to: string },
    /** `looking`: the host is asked if anything is still due. `unanswered`: no answer arrived. */
    tags: {} as 'loading' | 'unauthenticated' | 'authenticated' | 'busy' | 'due' | 'looking' | 'unanswered',
  },
  actors: {
    verifySession: fromPromise<SessionUser, undefined>(unprovided),
    verifyAfterSignIn: fromPromise<SessionUser, undefined>(unprovided),
    revalidateSession: fromPromise<SessionUser, undefined>(unprovided),
    signOut: fromPromise<void, undefined>(unprovided),
  },
  actions: {
    keepUser: assign({ user: (_, params: { user: SessionUser }) => params.user, stillSignedInAt: null }),
    noteChanged: assign({ user: ({ context: { user } }) => user && { ...user, must_change_password: false } }),
    notePair: assign({
      user: ({ context: { user } }, { pair }: { pair: CommandPair }) => user && { ...user, command_docs: pair },
    }),
    clearUser: assign({ user: null }),
    noteProvider: assign({ stillSignedInAt: ({ context: { user } }) => user?.identity_provider?.name ?? null }),
    goHome: emit({ type: 'navigation.requested', to: paths.home() }),
  },
  guards: {
    isStillDue: (_, { user }: { user: SessionUser }) => user.must_change_password || user.must_set_second_factor,
    isDue: ({ context: { user } }) => user !== null && (user.must_change_password || user.must_set_second_factor),
    isRefused: (_, { error }: Failed) => {
      const status = statusOf(failureOf(error));
      return status === 401 || status === 403;
    },
  },
  delays: { initialAuthCheck: INITIAL_AUTH_CHECK_TIMEOUT, postLogin: POST_LOGIN_WAIT },
}).createMachine({
  id: 'auth',
  context: { user: null, stillSignedInAt: null },
  initial: 'loading',
  on: {
    'signIn.succeeded': {
      target: '.loading.establishing',
      actions: { type: 'keepUser', params: ({ event }) => event },
    },
  },
  states: {
    loading: {
      initial: 'checking',
      states: {
        checking: {
          invoke: {
            id: 'verifySession',
            src: 'verifySession',
            onDone: {
              target: '#auth.authenticated',
              actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
            },
            onError: { target: '#auth.unauthenticated' },
          },
          on: {
            'session.lost': { target: '#auth.unauthenticated' },
            'signIn.begun': { target: '#auth.unauthenticated' },
          },
          initial: 'pending',
          states: {
            pending: { tags: 'loading', after: { initialAuthCheck: { target: 'overdue' } } },
            // The call goes on, and the user counts as unauthenticated meanwhile.
            overdue: { tags: 'unauthenticated' },
          },
        },
        establishing: {
          tags: 'loading',
          initial: 'settling',
          on: { 'session.lost': { target: '#auth.unauthenticated', actions: 'clearUser' } },
          states: {
            settling: { after: { postLogin: { target: 'verifying' } } },
            verifying: {
              invoke: {
                id: 'verifyAfterSignIn',
                src: 'verifyAfterSignIn',
                onDone: {
                  target: '#auth.authenticated',
                  actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                },
                onError: { target: '#auth.authenticated' },
              },
            },
          },
        },
      },
    },
    unauthenticated: {
      tags: 'unauthenticated',
      initial: 'resting',
      states: {
        resting: { on: { 'session.sought': { target: 'seeking' } } },
        seeking: {
          invoke: {
            id: 'recheckSession',
            src: 'revalidateSession',
            onDone: {
              target: '#auth.authenticated',
              actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
            },
            onError: { target: 'resting' },
          },
          on: { 'session.lost': { target: 'resting' }, 'signIn.begun': { target: 'resting' } },
        },
      },
    },
    authenticated: {
      tags: 'authenticated',
      initial: 'entering',
      on: {
        'logout.requested': { target: 'loggingOut' },
        'session.lost': { target: 'unauthenticated', actions: 'clearUser' },
        'pair.reported': { actions: { type: 'notePair', params: ({ event }) => event } },
      },
      states: {
        entering: { always: [{ guard: 'isDue', target: 'due' }, { target: 'resting' }] },
        due: {
          tags: 'due',
          on: {
            'password.changed': { target: 'entering', actions: 'noteChanged' },
            // The host answers if anything else is due.
            'factor.set': { target: '.looking' },
          },
          initial: 'waiting',
          states: {
            waiting: { on: { 'session.checkRequested': { target: 'looking' } } },
            unanswered: { tags: 'unanswered', on: { 'session.checkRequested': { target: 'looking' } } },
            // Another tab, or a change whose answer was lost, may have changed it.
            looking: {
              tags: 'looking',
              invoke: {
                id: 'lookAgain',
                src: 'revalidateSession',
                onDone: [
                  {
                    guard: { type: 'isStillDue', params: ({ event }) => ({ user: event.output }) },
                    target: 'waiting',
                    actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                  },
                  {
                    target: '#auth.authenticated.resting',
                    actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                  },
                ],
                onError: [
                  {
                    guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
                    target: '#auth.unauthenticated',
                    actions: 'clearUser',
                  },
                  { target: 'unanswered' },
                ],
              },
            },
          },
        },
        resting: { on: { 'session.checkRequested': { target: 'revalidating' } } },
        revalidating: {
          // Something has changed since the call was sent.
          on: { 'session.checkRequested': { target: 'revalidating', reenter: true } },
          invoke: {
            id: 'revalidateSession',
            src: 'revalidateSession',
            onDone: {
              target: 'entering',
              actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
                target: '#auth.unauthenticated',
                actions: 'clearUser',
              },
              { target: 'resting' },
            ],
          },
        },
      },
    },
    loggingOut: {
      tags: ['authenticated', 'busy'],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'unauthenticated', actions: ['noteProvider', 'clearUser', 'goHome'] },
        onError: { target: 'unauthenticated', actions: ['noteProvider', 'clearUser', 'goHome'] },
      },
    },
  },
});
export type AuthRef = ActorRefFrom<typeof authMachine>;
