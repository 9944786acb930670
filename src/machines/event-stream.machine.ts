import {
  type ActorRefFrom,
  type AnyEventObject,
  fromCallback,
  fromPromise,
  sendParent,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { SESSION_CHECK, STREAM_POLL, STREAM_RECONNECT } from '#config/constants.ts';
import { unprovided } from './unprovided.ts';

/** What is known of the stream, and what the owner of this chart hears (`s7.events`). */
export type StreamEvent =
  | { type: 'stream.opened' }
  | { type: 'stream.interrupted' }
  | { type: 'stream.closed' }
  | { type: 'stream.polled' }
  | { type: 'submission.received'; archive: string };

/**
 * What one live view hears of the stream of its WIP or template (`s4.live.stream`), which all tabs of the browser share (`stream-leader.machine.ts`). The
 * browser mends an interrupted stream by itself; when it closes the stream for good, a new one is opened after 3 s, always 3 s (`d22.always-3-s`). A
 * stream that was refused before it ever opened asks for the session first: an expired token is renewed by that, or the user is sent to sign in. Where
 * there is no stream to be had, its owner is told every 15 s that it is open: at each opening the newest archive is asked for. While it
 * listens it has the session looked at from time to time: on a wall nobody makes a call, and a session that nobody uses ends.
 */
export const eventStreamMachine = setup({
  types: {
    context: {} as { id: string },
    input: {} as { id: string },
    events: {} as StreamEvent,
  },
  actors: {
    listenToStream: fromCallback<AnyEventObject, { id: string }>(() => undefined),
    verifySession: fromPromise<unknown, undefined>(unprovided),
  },
  actions: {
    /** The implementation asks `auth` to check the session. */
    requestSessionCheck: () => {},
    tellOpened: sendParent({ type: 'stream.opened' }),
    tellLost: sendParent({ type: 'stream.closed' }),
    tellSubmission: sendParent((_, params: { archive: string }) => ({ type: 'submission.received', ...params })),
  },
  delays: { streamReconnect: STREAM_RECONNECT, streamPoll: STREAM_POLL, sessionCheck: SESSION_CHECK },
}).createMachine({
  id: 'eventStream',
  context: ({ input }) => ({ id: input.id }),
  initial: 'listening',
  states: {
    listening: {
      invoke: { id: 'listenToStream', src: 'listenToStream', input: ({ context }) => ({ id: context.id }) },
      type: 'parallel',
      on: {
        'submission.received': {
          actions: { type: 'tellSubmission', params: ({ event }) => ({ archive: event.archive }) },
        },
      },
      states: {
        connection: {
          initial: 'connecting',
          on: {
            'stream.opened': { target: '.open', actions: 'tellOpened' },
            'stream.polled': { target: '.polled', actions: 'tellOpened' },
            'stream.closed': { target: '#eventStream.refused', actions: 'tellLost' },
          },
          states: {
            connecting: {},
            open: {
              on: {
                'stream.interrupted': { target: 'interrupted', actions: 'tellLost' },
                'stream.closed': { target: '#eventStream.waiting', actions: 'tellLost' },
              },
            },
            interrupted: {},
            polled: { after: { streamPoll: { target: 'polled', reenter: true, actions: 'tellOpened' } } },
          },
        },
        session: {
          initial: 'trusted',
          states: {
            trusted: { after: { sessionCheck: { target: 'trusted', reenter: true, actions: 'requestSessionCheck' } } },
          },
        },
      },
    },
    waiting: { after: { streamReconnect: { target: 'listening' } } },
    refused: { after: { streamReconnect: { target: 'verifying' } } },
    verifying: {
      invoke: {
        id: 'verifySession',
        src: 'verifySession',
        onDone: { target: 'listening' },
        onError: { target: 'listening' },
      },
    },
  },
});
export type EventStreamRef = ActorRefFrom<typeof eventStreamMachine>;
export type EventStreamSnapshot = SnapshotFrom<typeof eventStreamMachine>;
