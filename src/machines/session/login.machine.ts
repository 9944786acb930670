import { assign, emit, fromPromise, setup } from 'xstate';
import { codeOf, failureOf, statusOf } from '#api/failure.ts';
import type { Credentials, SessionUser } from '#api/contract/session.ts';
import { CODE_DUE, FORM_REST, LOGIN_REDIRECT_DELAY, PROVIDER_OPENING, SESSION_LOOK } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { fromEvent } from '../shared/from-event.ts';
import { codeMessage, loginMessage, loginMessages, providerMessage } from './login-messages.ts';
import { unprovided } from '../shared/unprovided.ts';

type SignInRequested = { type: 'signIn.requested'; credentials: Credentials };
/** `from`: the page to which the person wanted to go, or null. */
type ProviderRequested = { type: 'provider.requested'; from: string | null };
/** The end of a way by the identity provider: who is signed in, and where they wanted to go. */
type Returned = { user: SessionUser; to: string | null };

/**
 * The sign-in form (`s4.login`): form, then the success message, then the dashboard after 1.5 s. The session hears at once of the beginning and of the reply; the
 * password is handed to the call and kept nowhere. Where it stands in the place of a wall, before which nobody sits, it has the session looked for again and
 * again: a host that was away, or a renewal that was lost, must not end a wall. It does not while somebody types.
 * A host may ask for the code of an authenticator: that is a second step of the same form.
 * An identity provider of the host (ADR 58) has the page leave for it; with its answer the chart begins anew, exchanges it, and goes where the person wanted to go.
 */
export const loginMachine = setup({
  types: {
    context: {} as { message: string | null; isWall: boolean; answer: string | null },
    /** `isWall`: it stands in the place of a wall. `answer`: the identity provider's, as the query with which it led back; null without. */
    input: {} as { isWall: boolean; answer: string | null },
    events: {} as SignInRequested | ProviderRequested | { type: 'form.typed' } | { type: 'page.shownAgain' },
    emitted: {} as { type: 'navigation.requested'; to: string; replace?: boolean },
    tags: {} as 'busy' | 'codeAsked' | 'succeeded' | 'atProvider' | 'returning',
  },
  actors: {
    signIn: fromPromise<SessionUser, Credentials>(unprovided),
    /** Gives the address of the provider. `isReturned`: the page came from there, and still knows where the person wanted to go. */
    beginAtProvider: fromPromise<string, { from: string | null; isReturned: boolean }>(unprovided),
    exchangeAnswer: fromPromise<Returned, string>(unprovided),
  },
  actions: {
    announceBegin: () => {},
    /** The implementation asks the session to look whether it is there after all. */
    seekSession: () => {},
    announceSignIn: (_, _params: { user: SessionUser }) => {},
    keepMessage: assign({ message: (_, params: { error: unknown }) => loginMessage(failureOf(params.error)) }),
    keepCodeMessage: assign({ message: (_, params: { error: unknown }) => codeMessage(failureOf(params.error)) }),
    keepProviderMessage: assign({
      message: (_, params: { error: unknown }) => providerMessage(failureOf(params.error)),
    }),
    sayNothingOpened: assign({ message: loginMessages.nothingOpened }),
    /** The implementation leaves the page. */
    openProvider: (_, _params: { url: string }) => {},
    /** The answer goes out of the address, and out of what the browser remembers. */
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
    asksForCode: (_, params: { error: unknown }) => codeOf(params.error) === CODE_DUE,
    isUnknown: (_, params: { error: unknown }) => statusOf(failureOf(params.error)) === 401,
    isComplete: (_, params: Credentials) => params.username !== '' && params.password !== '',
  },
  delays: {
    providerOpening: PROVIDER_OPENING,
    loginRedirect: LOGIN_REDIRECT_DELAY,
    sessionLook: SESSION_LOOK,
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
      // Somebody who goes back there finds this page as it was left.
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
