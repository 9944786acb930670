import { assign, emit, fromPromise, setup } from 'xstate';
import type { FirstRun, SessionUser } from '#common/calls/session.ts';
import { type ApiFailure, failureOf, isGone, isUnreached } from '#api/failure.ts';
import { paths } from '#common/config/paths.ts';
import { failureText } from '../shared/failure-text.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Texts about the first administrator of an installation. Only their screen loads them. */
const firstRunMessages = {
  codeRequired: 'Enter the code that the server printed when it started.',
  organizationRequired: 'Enter the name of your organization.',
  usernameRequired: 'Enter a username.',
  passwordRequired: 'Enter a password of 12 characters or more.',
  notAlike: 'The two passwords differ. Enter it again.',
  failed: 'Nothing was made. Please try again.',
  unanswered: 'No answer came. You may have been made all the same: try to sign in.',
} as const;

/** Message for a first administrator whose creation failed, or whose outcome is unknown. */
const firstRunMessage = (failure: ApiFailure): string =>
  isUnreached(failure) ? firstRunMessages.unanswered : failureText(failure, firstRunMessages.failed);

/** Fields of the form for the first administrator. */
export type FirstRunForm = FirstRun & { again: string };

type BeginRequested = { type: 'begin.requested'; form: FirstRunForm };

const texts = {
  code: firstRunMessages.codeRequired,
  organization: firstRunMessages.organizationRequired,
  username: firstRunMessages.usernameRequired,
  password: firstRunMessages.passwordRequired,
};
/** Returns the first empty field, or null. */
const emptyIn = (form: FirstRunForm): keyof typeof texts | null =>
  (['code', 'organization', 'username', 'password'] as const).find((field) => form[field].trim() === '') ?? null;

/**
 * The first administrator of an installation without users (ADR 56): the form, with the code that the server printed; then they are signed in, on the
 * dashboard. The host decides if the code and the password are good, and reports if another user was first. The password is passed to the call and stored
 * nowhere.
 */
export const firstRunMachine = setup({
  types: {
    context: {} as {
      /** The complaint about a field: a new object each time, since each complaint moves the focus. */
      problem: { field: keyof FirstRunForm; text: string } | null;
      message: string | null;
    },
    events: {} as BeginRequested,
    emitted: {} as { type: 'navigation.requested'; to: string },
    tags: {} as 'busy' | 'over',
  },
  actors: { begin: fromPromise<SessionUser, FirstRunForm>(unprovided) },
  actions: {
    clearAnswer: assign({ problem: null, message: null }),
    askForField: assign({
      problem: (_, { form }: BeginRequested) => {
        const field = emptyIn(form) ?? 'code';
        return { field, text: texts[field] };
      },
      message: null,
    }),
    askAgain: assign({ problem: () => ({ field: 'again' as const, text: firstRunMessages.notAlike }), message: null }),
    /** The implementation reports to the session that a sign-in begins. */
    announceBegin: () => {},
    announceSignIn: (_, _params: { output: SessionUser }) => {},
    /** The implementation notes that the host no longer waits for a first administrator. */
    noteOver: () => {},
    goToDashboard: emit({ type: 'navigation.requested', to: paths.dashboard() }),
    keepMessage: assign({ message: (_, { error }: Failed) => firstRunMessage(failureOf(error)) }),
  },
  guards: {
    lacksField: (_, { form }: BeginRequested) => emptyIn(form) !== null,
    isNotAlike: (_, { form }: BeginRequested) => form.password !== form.again,
    isOver: (_, { error }: Failed) => isGone(failureOf(error)),
  },
}).createMachine({
  id: 'firstRun',
  context: { problem: null, message: null },
  initial: 'form',
  states: {
    form: {
      on: {
        'begin.requested': [
          { guard: { type: 'lacksField', params: fromEvent }, actions: { type: 'askForField', params: fromEvent } },
          { guard: { type: 'isNotAlike', params: fromEvent }, actions: 'askAgain' },
          { target: 'beginning', actions: ['clearAnswer', 'announceBegin'] },
        ],
      },
    },
    beginning: {
      tags: 'busy',
      invoke: {
        id: 'begin',
        src: 'begin',
        input: ({ event }) => event.form,
        onDone: {
          target: 'begun',
          actions: ['noteOver', { type: 'announceSignIn', params: fromEvent }, 'goToDashboard'],
        },
        onError: [
          {
            guard: { type: 'isOver', params: fromEvent },
            target: 'over',
            actions: ['noteOver', { type: 'keepMessage', params: fromEvent }],
          },
          { target: 'form', actions: { type: 'keepMessage', params: fromEvent } },
        ],
      },
    },
    begun: { tags: 'busy', type: 'final' },
    over: { tags: 'over', type: 'final' },
  },
});
