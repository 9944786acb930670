import {
  type ActorRefFrom,
  type AnyEventObject,
  fromCallback,
  fromPromise,
  sendParent,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { SESSION_CHECK, STREAM_RECONNECT } from '#config/constants.ts';
import { unprovided } from './unprovided.ts';

/** What the browser's stream says, and what the owner of this chart hears (section 7, event stream). */
export type StreamEvent =
  | { type: 'stream.opened' }
  | { type: 'stream.interrupted' }
  | { type: 'stream.closed' }
  | { type: 'submission.received'; archive: string };

/**
 * One event stream of one WIP or template (section 4, live dashboards). The browser mends an interrupted stream by itself; when it closes the stream for
 * good, a new one is opened after 3 s, always 3 s (decision 22). A stream that was refused before it ever opened asks for the session first: an
 * expired token is renewed by that, or the person is sent to sign in. While it listens it has the session looked at from time to time: on a wall nobody
 * makes a call, and a session that nobody uses ends.
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
    /** `app-screens.ts` has the session looked at. */
    requestSessionCheck: () => {},
    tellOpened: sendParent({ type: 'stream.opened' }),
    tellLost: sendParent({ type: 'stream.closed' }),
    tellSubmission: sendParent((_, params: { archive: string }) => ({ type: 'submission.received', ...params })),
  },
  delays: { streamReconnect: STREAM_RECONNECT, sessionCheck: SESSION_CHECK },
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
          states: {
            connecting: {
              on: {
                'stream.opened': { target: 'open', actions: 'tellOpened' },
                'stream.closed': { target: '#eventStream.refused', actions: 'tellLost' },
              },
            },
            open: {
              on: {
                'stream.opened': { actions: 'tellOpened' },
                'stream.interrupted': { target: 'interrupted', actions: 'tellLost' },
                'stream.closed': { target: '#eventStream.waiting', actions: 'tellLost' },
              },
            },
            interrupted: {
              on: {
                'stream.opened': { target: 'open', actions: 'tellOpened' },
                'stream.closed': { target: '#eventStream.refused', actions: 'tellLost' },
              },
            },
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
