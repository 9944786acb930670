import { type AnyEventObject, assign, fromCallback, fromPromise, setup } from 'xstate';
import { failureOf, statusOf } from '#api/failure.ts';
import type { DisplaySelf } from '#common/calls/displays.ts';
import {
  DISPLAY_CLAIM,
  DISPLAY_ENDED,
  DISPLAY_POLL_INTERVAL,
  DISPLAY_RETRY,
  STREAM_RECONNECT,
} from '#common/config/constants.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { displayMessage } from '../shared/board-messages.ts';
import { unprovided } from '../shared/unprovided.ts';

type Pairing = { code: string; expires_in: number };

/**
 * A screen without a user. It shows a code until an administrator enters it, and from then on its board, which can be changed remotely: the chart checks the
 * display's settings when the host reports a change, when its stream ends, and each minute. Only the host's answer that it is no display any more (401) ends
 * it; no failure does. An ended display says so and soon requests a new code: it needs no visit.
 */
export const displayMachine = setup({
  types: {
    context: {} as {
      code: string;
      /** Seconds for which the code is valid. */
      seconds: number;
      self: DisplaySelf['display'] | null;
      message: string | null;
    },
    events: {} as { type: 'display.changed' } | { type: 'stream.closed' } | { type: 'code.requested' },
    tags: {} as 'unreached' | 'code' | 'paired' | 'ended',
  },
  actors: {
    loadSelf: fromPromise<DisplaySelf, undefined>(unprovided),
    askPairing: fromPromise<Pairing, undefined>(unprovided),
    claimPairing: fromPromise<'waiting' | 'paired' | 'expired', undefined>(unprovided),
    /** Sends `display.changed` and `stream.closed`. */
    watchDisplay: fromCallback<AnyEventObject, { uuid: string }>(() => undefined),
  },
  actions: {
    keepSelf: assign((_, params: { output: DisplaySelf }) => ({ self: params.output.display, message: null })),
    forgetSelf: assign({ self: null, message: null }),
    keepCode: assign((_, { output }: { output: Pairing }) => ({
      code: output.code,
      seconds: output.expires_in,
      message: null,
    })),
    keepMessage: assign({ message: (_, { error }: Failed) => displayMessage('pairing', failureOf(error)) }),
  },
  guards: {
    isNone: (_, { error }: Failed) => statusOf(failureOf(error)) === 401,
    isPaired: (_, params: { output: string }) => params.output === 'paired',
    isExpired: (_, params: { output: string }) => params.output === 'expired',
  },
  delays: {
    codeEnds: ({ context }) => context.seconds * 1_000,
    displayClaim: DISPLAY_CLAIM,
    displayLook: DISPLAY_POLL_INTERVAL,
    displayRetry: DISPLAY_RETRY,
    displayEnded: DISPLAY_ENDED,
    streamReconnect: STREAM_RECONNECT,
  },
}).createMachine({
  id: 'display',
  context: { code: '', seconds: 0, self: null, message: null },
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        id: 'loadSelf',
        src: 'loadSelf',
        onDone: { target: 'paired', actions: { type: 'keepSelf', params: fromEvent } },
        onError: [
          { guard: { type: 'isNone', params: fromEvent }, target: 'pairing' },
          { target: 'unreached', actions: { type: 'keepMessage', params: fromEvent } },
        ],
      },
    },
    unreached: { tags: 'unreached', after: { displayRetry: { target: 'checking' } } },
    pairing: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            id: 'askPairing',
            src: 'askPairing',
            onDone: { target: 'shown', actions: { type: 'keepCode', params: fromEvent } },
            onError: { target: '#display.unreached', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        shown: {
          tags: 'code',
          initial: 'waiting',
          after: { codeEnds: { target: 'asking' } },
          states: {
            waiting: { after: { displayClaim: { target: 'claiming' } } },
            claiming: {
              invoke: {
                id: 'claimPairing',
                src: 'claimPairing',
                onDone: [
                  { guard: { type: 'isPaired', params: fromEvent }, target: '#display.checking' },
                  { guard: { type: 'isExpired', params: fromEvent }, target: '#display.pairing.asking' },
                  { target: 'waiting' },
                ],
                onError: { target: 'waiting' },
              },
            },
          },
        },
      },
    },
    paired: {
      tags: 'paired',
      type: 'parallel',
      states: {
        news: {
          initial: 'listening',
          states: {
            listening: {
              invoke: {
                id: 'watchDisplay',
                src: 'watchDisplay',
                input: ({ context }) => ({ uuid: context.self?.uuid ?? '' }),
              },
              on: { 'stream.closed': { target: 'waiting' } },
            },
            waiting: { after: { streamReconnect: { target: 'listening' } } },
          },
        },
        self: {
          initial: 'known',
          on: { 'display.changed': { target: '.looking' } },
          states: {
            known: { on: { 'stream.closed': { target: 'looking' } }, after: { displayLook: { target: 'looking' } } },
            looking: {
              invoke: {
                id: 'look',
                src: 'loadSelf',
                onDone: { target: 'known', actions: { type: 'keepSelf', params: fromEvent } },
                onError: [
                  { guard: { type: 'isNone', params: fromEvent }, target: '#display.ended', actions: 'forgetSelf' },
                  { target: 'known' },
                ],
              },
            },
          },
        },
      },
    },
    ended: {
      tags: 'ended',
      on: { 'code.requested': { target: 'pairing' } },
      after: { displayEnded: { target: 'pairing' } },
    },
  },
});
