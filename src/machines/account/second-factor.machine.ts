import { assign, emit, fromPromise, setup } from 'xstate';
import type { NewSecret, SecondFactor } from '#common/calls/account.ts';
import { failureOf } from '#api/failure.ts';
import { accountMessages, factorMessage, factorNotSet, factorUnread } from './account-messages.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Proof of a user who sets up an authenticator, or turns it off: their password and one of its codes. */
export type FactorForm = { current: string; code: string };

type FactorGiven = { type: 'factor.given'; form: FactorForm };
type RemovalGiven = { type: 'removal.given'; form: FactorForm };

/** The complaint about a form: a new object each time, since each complaint moves the focus. */
type FactorProblem = { field: keyof FactorForm; text: string };

/**
 * The user's own second factor (ADR 57): its state, which decides if each sign-in asks for a code; setting up an authenticator, which counts only after one
 * of its codes was right, and which ends the user's other sessions; the recovery codes, until the user dismisses them; and turning it off, which needs a
 * code, too. Passwords and codes are passed to the calls and stored nowhere.
 */
export const secondFactorMachine = setup({
  types: {
    context: {} as {
      factor: SecondFactor;
      /** The secret of an authenticator that is being set up. */
      secret: NewSecret | null;
      codes: string[];
      problem: FactorProblem | null;
      message: string | null;
    },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'setup.requested' }
      | { type: 'setup.cancelled' }
      | FactorGiven
      | { type: 'copy.requested' }
      | { type: 'codes.dismissed' }
      | { type: 'removal.requested' }
      | { type: 'removal.cancelled' }
      | RemovalGiven,
    emitted: {} as { type: 'factor.set' },
    tags: {} as
      | 'loading'
      | 'failed'
      | 'off'
      | 'on'
      | 'pairing'
      | 'removing'
      | 'busy'
      | 'handing'
      | 'copied'
      | 'uncopied',
  },
  actors: {
    readFactor: fromPromise<SecondFactor, undefined>(unprovided),
    beginFactor: fromPromise<NewSecret, undefined>(unprovided),
    /** Returns the recovery codes. */
    setFactor: fromPromise<string[], FactorForm & { secret: string }>(unprovided),
    removeFactor: fromPromise<void, FactorForm>(unprovided),
    copyCodes: fromPromise<void, { text: string }>(unprovided),
  },
  actions: {
    keepFactor: assign({ factor: (_, params: { output: SecondFactor }) => params.output }),
    keepSecret: assign({ secret: (_, params: { output: NewSecret }) => params.output }),
    dropSecret: assign({ secret: null }),
    keepCodes: assign({ codes: (_, params: { output: string[] }) => params.output }),
    dropCodes: assign({ codes: [] }),
    /** The list of sessions is read again: the others have ended. */
    reportSet: emit({ type: 'factor.set' }),
    /** The implementation requests a session check if a second factor had to be set up. */
    announceSet: () => {},
    /** The implementation requests a session check: the user may have to set up another one at once. */
    announceRemoved: () => {},
    clearAnswer: assign({ problem: null, message: null }),
    askForCurrent: assign({
      problem: () => ({ field: 'current' as const, text: accountMessages.currentRequired }),
      message: null,
    }),
    askForCode: assign({
      problem: () => ({ field: 'code' as const, text: accountMessages.codeRequired }),
      message: null,
    }),
    keepUnread: assign({ message: (_, { error }: Failed) => factorUnread(failureOf(error)) }),
    keepNotSet: assign({ message: (_, { error }: Failed) => factorNotSet(failureOf(error)) }),
    keepMessage: assign({ message: (_, { error }: Failed) => factorMessage(failureOf(error)) }),
  },
  guards: {
    isOn: (_, params: { output: SecondFactor }) => params.output.since !== null,
    hasNoCode: (_, { form }: { form: FactorForm }) => form.code.trim() === '',
    hasNoCurrent: (_, { form }: { form: FactorForm }) => form.current === '',
  },
}).createMachine({
  id: 'secondFactor',
  context: { factor: { since: null, recovery_codes_left: 0 }, secret: null, codes: [], problem: null, message: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      entry: ['clearAnswer', 'dropSecret'],
      invoke: {
        id: 'readFactor',
        src: 'readFactor',
        onDone: [
          {
            guard: { type: 'isOn', params: fromEvent },
            target: 'on',
            actions: { type: 'keepFactor', params: fromEvent },
          },
          { target: 'off', actions: { type: 'keepFactor', params: fromEvent } },
        ],
        onError: { target: 'failed', actions: { type: 'keepUnread', params: fromEvent } },
      },
    },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
    off: { tags: 'off', on: { 'setup.requested': { target: 'beginning', actions: 'clearAnswer' } } },
    beginning: {
      tags: ['off', 'busy'],
      invoke: {
        id: 'beginFactor',
        src: 'beginFactor',
        onDone: { target: 'pairing', actions: { type: 'keepSecret', params: fromEvent } },
        onError: { target: 'off', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
    pairing: {
      tags: 'pairing',
      on: {
        'factor.given': [
          { guard: { type: 'hasNoCode', params: fromEvent }, actions: 'askForCode' },
          { guard: { type: 'hasNoCurrent', params: fromEvent }, actions: 'askForCurrent' },
          { target: 'setting', actions: 'clearAnswer' },
        ],
        // A call whose answer was lost may have reached the host.
        'setup.cancelled': { target: 'loading' },
      },
    },
    setting: {
      tags: ['pairing', 'busy'],
      invoke: {
        id: 'setFactor',
        src: 'setFactor',
        input: ({ context, event }) => ({ ...(event as FactorGiven).form, secret: context.secret?.secret ?? '' }),
        onDone: { target: 'handing', actions: [{ type: 'keepCodes', params: fromEvent }, 'reportSet'] },
        onError: { target: 'pairing', actions: { type: 'keepNotSet', params: fromEvent } },
      },
    },
    handing: {
      tags: 'handing',
      initial: 'shown',
      on: {
        'copy.requested': { target: '.copying' },
        'codes.dismissed': { target: 'loading', actions: ['dropCodes', 'announceSet'] },
      },
      states: {
        shown: {},
        copying: {
          invoke: {
            id: 'copyCodes',
            src: 'copyCodes',
            input: ({ context }) => ({ text: context.codes.join('\n') }),
            onDone: { target: 'copied' },
            onError: { target: 'uncopied' },
          },
        },
        copied: { tags: 'copied' },
        uncopied: { tags: 'uncopied' },
      },
    },
    on: { tags: 'on', on: { 'removal.requested': { target: 'asking', actions: 'clearAnswer' } } },
    asking: {
      tags: ['on', 'removing'],
      on: {
        'removal.given': [
          { guard: { type: 'hasNoCode', params: fromEvent }, actions: 'askForCode' },
          { guard: { type: 'hasNoCurrent', params: fromEvent }, actions: 'askForCurrent' },
          { target: 'removing', actions: 'clearAnswer' },
        ],
        'removal.cancelled': { target: 'loading' },
      },
    },
    removing: {
      tags: ['on', 'removing', 'busy'],
      invoke: {
        id: 'removeFactor',
        src: 'removeFactor',
        input: ({ event }) => (event as RemovalGiven).form,
        onDone: { target: 'loading', actions: 'announceRemoved' },
        onError: { target: 'asking', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
  },
});
