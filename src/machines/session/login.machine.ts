import { assign, emit, fromPromise, setup } from 'xstate';
import { codeOf, failureOf, statusOf } from '#api/failure.ts';
import type { Credentials, SessionUser } from '#common/calls/session.ts';
import {
  CODE_DUE,
  FORM_REST,
  LOGIN_REDIRECT_DELAY,
  PROVIDER_OPENING,
  SESSION_CHECK_INTERVAL,
} from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { codeMessage, loginMessage, loginMessages, providerMessage } from './login-messages.ts';
import { unprovided } from '../shared/unprovided.ts';

type SignInRequested = { type: 'signIn.requested'; credentials: Credentials };
/** `from`: the page to which the user wanted to go, or null. */
type ProviderRequested = { type: 'provider.requested'; from: string | null };
/** Result of a sign-in through the identity provider: the user, and the page to which they wanted to go. */
type Returned = { user: SessionUser; to: string | null };

/**
 * The sign-in form (`s4.login`): form, then the success message, then the dashboard after 1.5 s. It reports the start of a sign-in and the reply to the
 * session at once; the password is passed to the call and stored nowhere. Instead of a wall, which has no user, it requests a session check again and again:
 * a host that was away, or a lost renewal, must not end a wall. It does not while a user types. A host may require the code of an authenticator: that is a
 * second step of the same form. For an identity provider of the host (ADR 58) the page leaves the application; with the provider's answer the chart starts
 * again, exchanges it, and goes where the user wanted to go.
 */
export const loginMachine = setup({
  types: {
    context: {} as { message: string | null; isWall: boolean; answer: string | null },
    /** `isWall`: the form is shown instead of a wall. `answer`: the identity provider's, as the query of its redirect back; null without one. */
    input: {} as { isWall: boolean; answer: string | null },
    events: {} as SignInRequested | ProviderRequested | { type: 'form.typed' } | { type: 'page.shownAgain' },
    emitted: {} as { type: 'navigation.requested'; to: string; replace?: boolean },
    tags: {} as 'busy' | 'codeAsked' | 'succeeded' | 'atProvider' | 'returning',
  },
  actors: {
    signIn: fromPromise<SessionUser, Credentials>(unprovided),
    /** Returns the address of the provider. `isReturned`: the page came from there, and still knows where the user wanted to go. */
    beginAtProvider: fromPromise<string, { from: string | null; isReturned: boolean }>(unprovided),
    exchangeAnswer: fromPromise<Returned, string>(unprovided),
  },
  actions: {
    announceBegin: () => {},
    /** The implementation asks the session to check if it is valid after all. */
    recheckSession: () => {},
    announceSignIn: (_, _params: { user: SessionUser }) => {},
    keepMessage: assign({ message: (_, { error }: Failed) => loginMessage(failureOf(error)) }),
    keepCodeMessage: assign({ message: (_, { error }: Failed) => codeMessage(failureOf(error)) }),
    keepProviderMessage: assign({ message: (_, { error }: Failed) => providerMessage(failureOf(error)) }),
    sayNothingOpened: assign({ message: loginMessages.nothingOpened }),
    /** The implementation leaves the page. */
    openProvider: (_, _params: { url: string }) => {},
    /** Removes the answer from the address and from the browser's history. */
    clearAddress: emit({ type: 'navigation.requested', to: paths.login(), replace: true }),
    goOn: emit((_, { to }: Returned) => ({
      type: 'navigation.requested' as const,
      to: to ?? paths.dashboard(),
      replace: true,
    })),
    clearMessage: assign({ message: null }),
    goToDashboard: emit({ type: 'navigation.requested', to: paths.dashboard() }),
  },
  guards: {
    isWall: ({ context }) => context.isWall,
    isReturned: ({ context }) => context.answer !== null,
    asksForCode: (_, { error }: Failed) => codeOf(error) === CODE_DUE,
    isUnknown: (_, { error }: Failed) => statusOf(failureOf(error)) === 401,
    isComplete: (_, params: Credentials) => params.username !== '' && params.password !== '',
  },
  delays: {
    providerOpening: PROVIDER_OPENING,
    loginRedirect: LOGIN_REDIRECT_DELAY,
    sessionLook: SESSION_CHECK_INTERVAL,
    formRest: FORM_REST,
  },
}).createMachine({
  id: 'login',
  context: ({ input }) => ({ message: null, isWall: input.isWall, answer: input.answer }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'isReturned', target: 'returned' }, { target: 'form' }] },
    form: {
      on: {
        'signIn.requested': {
          guard: { type: 'isComplete', params: ({ event }) => event.credentials },
          target: 'signingIn',
          actions: 'announceBegin',
        },
        'form.typed': { guard: 'isWall', target: '.typed', actions: 'announceBegin' },
        'provider.requested': { target: 'leaving', actions: 'announceBegin' },
      },
      initial: 'resting',
      states: {
        resting: {
          after: { sessionLook: { guard: 'isWall', target: 'resting', reenter: true, actions: 'recheckSession' } },
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
      // The user may have walked away from a wall's form.
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
    leaving: {
      tags: ['busy', 'atProvider'],
      entry: 'clearMessage',
      invoke: {
        id: 'beginAtProvider',
        src: 'beginAtProvider',
        input: ({ context, event }) => ({
          from: (event as ProviderRequested).from,
          isReturned: context.answer !== null,
        }),
        onDone: {
          target: 'opening',
          actions: { type: 'openProvider', params: ({ event }) => ({ url: event.output }) },
        },
        onError: { target: 'form.typed', actions: { type: 'keepProviderMessage', params: fromEvent } },
      },
    },
    opening: {
      tags: ['busy', 'atProvider'],
      // A user who goes back from the provider finds this page as it was left.
      on: { 'page.shownAgain': { target: 'form.typed' } },
      after: { providerOpening: { target: 'form.typed', actions: 'sayNothingOpened' } },
    },
    returned: {
      tags: ['busy', 'returning'],
      entry: 'clearAddress',
      invoke: {
        id: 'exchangeAnswer',
        src: 'exchangeAnswer',
        input: ({ context }) => context.answer ?? '',
        onDone: {
          target: 'left',
          actions: [
            { type: 'announceSignIn', params: ({ event }) => event.output },
            { type: 'goOn', params: ({ event }) => event.output },
          ],
        },
        onError: { target: 'form.typed', actions: { type: 'keepProviderMessage', params: fromEvent } },
      },
    },
    succeeded: {
      tags: 'succeeded',
      after: { loginRedirect: { target: 'left', actions: 'goToDashboard' } },
    },
    left: { tags: 'succeeded', type: 'final' },
  },
});
