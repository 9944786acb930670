import { and, type AnyEventObject, fromCallback, fromPromise, not, raise, sendParent, setup, stateIn } from 'xstate';
import {
  HOST_CHECK_INTERVAL,
  QUIET_STREAM_POLL,
  SESSION_CHECK,
  STREAM_POLL,
  STREAM_RECONNECT,
  STREAM_SILENCE,
} from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Events of the stream and of the network. `beats`: the host announces heartbeats. */
export type StreamEvent =
  | { type: 'stream.opened'; beats: boolean }
  | { type: 'stream.beat' }
  | { type: 'stream.interrupted' }
  | { type: 'stream.closed' }
  | { type: 'stream.polled' }
  | { type: 'stream.overdue' }
  | { type: 'network.lost' }
  | { type: 'connection.suspected' }
  | { type: 'host.missed' }
  | { type: 'host.reached' }
  | { type: 'submission.received'; archive: string; readers?: number | undefined };

/**
 * Events that one live view receives from the stream of its WIP or template (`s4.live.stream`), which all tabs of the browser share
 * (`stream-leader.machine.ts`). The browser repairs an interrupted stream by itself; when it closes the stream for good, a new one is opened after 3 s,
 * always 3 s (`d22.always-3-s`). If a stream was refused before it ever opened the session is checked first: that renews an expired token, or sends the user
 * to sign in.
 *
 * An open stream is trusted for 30 s after its last heartbeat: a connection whose other end is gone sends nothing. Then it is closed and opened again, as it
 * is when the network has returned or the machine has slept. At a host without heartbeats the newest archive is requested every 60 s instead, and wherever no
 * stream is open every 15 s (`newest.wanted`), when a stream that has not opened is dropped, too. A host with heartbeats that the owner does not reach is
 * probed every 3 to 4 s, and no probe waits longer: as soon as one is answered the newest archive is requested, and once that has succeeded the stream is
 * opened again. While the chart listens it requests a session check from time to time: a wall makes no calls, and an unused session ends.
 */
export const eventStreamMachine = setup({
  types: {
    context: {} as { id: string },
    input: {} as { id: string },
    events: {} as StreamEvent,
  },
  actors: {
    listenToStream: fromCallback<AnyEventObject, { id: string }>(() => undefined),
    /** Reports changes of the network, and a machine that has slept. */
    watchConnectivity: fromCallback<AnyEventObject, undefined>(() => undefined),
    verifySession: fromPromise<unknown, undefined>(unprovided),
    /** Sends a small request to the host, and checks the session, which may have to be renewed before a stream opens. */
    lookForHost: fromPromise<unknown, undefined>(unprovided),
  },
  actions: {
    /** The implementation asks `auth` to check the session. */
    requestSessionCheck: () => {},
    /** The implementation opens the stream of the id again, for all live views that listen to it. */
    renewStream: (_, _params: { id: string }) => {},
    raiseOverdue: raise({ type: 'stream.overdue' }),
    reportOpened: sendParent({ type: 'stream.opened' }),
    reportLost: sendParent({ type: 'stream.closed' }),
    reportNetworkLost: sendParent({ type: 'network.lost' }),
    reportNewestWanted: sendParent({ type: 'newest.wanted' }),
    reportSubmission: sendParent((_, { archive, readers }: { archive: string; readers?: number | undefined }) => ({
      type: 'submission.received',
      archive,
      ...(readers !== undefined && { readers }),
    })),
  },
  guards: {
    isQuiet: (_, params: { beats: boolean }) => !params.beats,
    isBeating: (_, params: { beats: boolean }) => params.beats,
    isOpen: stateIn('#eventStream.stream.listening.connection.open'),
    isNotOpen: not(stateIn('#eventStream.stream.listening.connection.open')),
    isLookedFor: stateIn('#eventStream.asking.looking'),
    isNotLookedFor: not(stateIn('#eventStream.asking.looking')),
    hasBeaten: stateIn('#eventStream.host.beating'),
    /** True if no probe runs yet: a repeated `host.missed` does not delay the next one. */
    isNewlyMissed: and([stateIn('#eventStream.host.beating'), not(stateIn('#eventStream.asking.looking'))]),
  },
  // The implementation adds a random part to `hostLook`.
  delays: {
    streamReconnect: STREAM_RECONNECT,
    streamPoll: STREAM_POLL,
    streamSilence: STREAM_SILENCE,
    quietStreamPoll: QUIET_STREAM_POLL,
    sessionCheck: SESSION_CHECK,
    hostLook: HOST_CHECK_INTERVAL,
  },
}).createMachine({
  id: 'eventStream',
  context: ({ input }) => ({ id: input.id }),
  invoke: { id: 'watchConnectivity', src: 'watchConnectivity' },
  type: 'parallel',
  states: {
    stream: {
      initial: 'listening',
      on: {
        'network.lost': { actions: 'reportNetworkLost' },
        'connection.suspected': { target: '.renewing', actions: 'reportNewestWanted' },
      },
      states: {
        listening: {
          invoke: { id: 'listenToStream', src: 'listenToStream', input: ({ context }) => ({ id: context.id }) },
          type: 'parallel',
          on: { 'submission.received': { actions: { type: 'reportSubmission', params: fromEvent } } },
          states: {
            connection: {
              initial: 'connecting',
              on: {
                'stream.opened': [
                  {
                    guard: { type: 'isQuiet', params: fromEvent },
                    target: '.open.quiet',
                    actions: 'reportOpened',
                  },
                  { target: '.open.beating', actions: 'reportOpened' },
                ],
                'stream.polled': { target: '.polled', actions: 'reportOpened' },
                'stream.closed': { target: '#eventStream.stream.refused', actions: 'reportLost' },
              },
              states: {
                connecting: {
                  on: {
                    'stream.overdue': { target: '#eventStream.stream.renewing' },
                    'host.reached': { target: '#eventStream.stream.renewing' },
                  },
                },
                open: {
                  on: {
                    'stream.interrupted': { target: 'interrupted', actions: 'reportLost' },
                    'stream.closed': { target: '#eventStream.stream.waiting', actions: 'reportLost' },
                    'network.lost': {
                      target: '#eventStream.stream.renewing',
                      actions: ['reportLost', 'reportNetworkLost'],
                    },
                    'connection.suspected': {
                      target: '#eventStream.stream.renewing',
                      actions: ['reportLost', 'reportNewestWanted'],
                    },
                  },
                  initial: 'quiet',
                  states: {
                    beating: {
                      on: {
                        'stream.beat': { target: 'beating', reenter: true },
                        'submission.received': {
                          target: 'beating',
                          reenter: true,
                          actions: { type: 'reportSubmission', params: fromEvent },
                        },
                      },
                      after: {
                        streamSilence: {
                          target: '#eventStream.stream.renewing',
                          actions: ['reportLost', 'reportNewestWanted'],
                        },
                      },
                    },
                    quiet: {
                      after: { quietStreamPoll: { target: 'quiet', reenter: true, actions: 'reportNewestWanted' } },
                    },
                  },
                },
                interrupted: {
                  on: {
                    'stream.overdue': { target: '#eventStream.stream.renewing' },
                    'host.reached': { target: '#eventStream.stream.renewing' },
                  },
                },
                polled: {
                  on: {
                    'network.lost': {
                      target: '#eventStream.stream.renewing',
                      actions: ['reportLost', 'reportNetworkLost'],
                    },
                    'connection.suspected': {
                      target: '#eventStream.stream.renewing',
                      actions: ['reportLost', 'reportNewestWanted'],
                    },
                  },
                },
              },
            },
            session: {
              initial: 'trusted',
              states: {
                trusted: {
                  // A probe of the host checks the session, too.
                  always: { guard: 'isLookedFor', target: 'looked' },
                  after: { sessionCheck: { target: 'trusted', reenter: true, actions: 'requestSessionCheck' } },
                },
                looked: { always: { guard: 'isNotLookedFor', target: 'trusted' } },
              },
            },
          },
        },
        renewing: {
          entry: { type: 'renewStream', params: ({ context }) => ({ id: context.id }) },
          always: { target: 'listening' },
        },
        waiting: {
          on: { 'host.reached': { guard: 'hasBeaten', target: 'renewing' } },
          after: { streamReconnect: { target: 'listening' } },
        },
        // The probe has renewed the session, too.
        refused: {
          on: { 'host.reached': { guard: 'hasBeaten', target: 'renewing' } },
          after: { streamReconnect: { target: 'verifying' } },
        },
        verifying: {
          invoke: {
            id: 'verifySession',
            src: 'verifySession',
            onDone: { target: 'listening' },
            onError: { target: 'listening' },
          },
        },
      },
    },
    host: {
      initial: 'plain',
      states: {
        plain: {
          on: { 'stream.opened': { guard: { type: 'isBeating', params: fromEvent }, target: 'beating' } },
        },
        beating: { on: { 'stream.opened': { guard: { type: 'isQuiet', params: fromEvent }, target: 'plain' } } },
      },
    },
    asking: {
      initial: 'often',
      on: { 'host.missed': { guard: 'isNewlyMissed', target: '.looking' } },
      states: {
        often: {
          always: { guard: 'isOpen', target: 'never' },
          after: { streamPoll: { target: 'often', reenter: true, actions: ['reportNewestWanted', 'raiseOverdue'] } },
        },
        never: { always: { guard: 'isNotOpen', target: 'often' } },
        looking: {
          on: { 'host.reached': { target: 'often' } },
          type: 'parallel',
          states: {
            looks: {
              initial: 'look',
              states: {
                look: {
                  initial: 'resting',
                  after: { hostLook: { target: 'look.asked', reenter: true } },
                  states: {
                    resting: {},
                    asked: {
                      invoke: {
                        id: 'lookForHost',
                        src: 'lookForHost',
                        onDone: { target: 'resting', actions: 'reportNewestWanted' },
                        onError: { target: 'resting' },
                      },
                    },
                  },
                },
              },
            },
            // Finds a host that answers more slowly than a probe waits.
            polls: {
              initial: 'polling',
              states: {
                polling: { after: { streamPoll: { target: 'polling', reenter: true, actions: 'reportNewestWanted' } } },
              },
            },
          },
        },
      },
    },
  },
});
