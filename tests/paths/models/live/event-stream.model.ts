import type { SnapshotFrom } from 'xstate';
import { eventStreamMachine } from '#machines/live/event-stream.machine.ts';
import { activeNodes } from 'xstate-chart-svg/chart';
import { pendingCalls, defineModel, type Effect, sends } from 'chart-walks';
import { LATEST } from './live-bounds.ts';
import { failures } from '../samples.ts';

type EventStreamSnapshot = SnapshotFrom<typeof eventStreamMachine>;

const isIn = (snapshot: EventStreamSnapshot, connection: 'open' | 'polled'): boolean =>
  snapshot.matches({ stream: { listening: { connection } } });
const isBeating = (snapshot: EventStreamSnapshot): boolean =>
  snapshot.matches({ stream: { listening: { connection: { open: 'beating' } } } });
/** True if the owner's badge says 'Live'. */
const isCalledLive = (snapshot: EventStreamSnapshot): boolean => isIn(snapshot, 'open') || isIn(snapshot, 'polled');

/** A sign of life of the host. */
const WORDS = ['the stream opens', 'a quiet stream opens', 'a heartbeat comes', 'a submission arrives'];
const isLooking = (snapshot: EventStreamSnapshot): boolean => snapshot.matches({ asking: 'looking' });
const has = (effects: readonly Effect[], action: string): boolean =>
  effects.some((effect) => effect.kind === 'called' && effect.action === action);
/** A pane whose rounds get no answer: the walk says when the host is reached. In the other panes each round is answered at once. */
const UNANSWERED = 'w-2';

type World = { silence: number; unasked: number; unlooked: number; isStart: boolean; isAnswered: boolean };

export const eventStreamModel = defineModel(eventStreamMachine)<World>({
  starts: {
    'a WIP': { input: { id: 'w-1' } },
    'a WIP whose rounds nobody answers': {
      input: { id: UNANSWERED },
      world: { silence: 0, unasked: 0, unlooked: 0, isStart: true, isAnswered: false },
    },
  },
  outcomes: {
    verifySession: { 'signed in': { output: undefined }, 'not reached': { error: failures.network } },
    lookForHost: { answered: { output: undefined }, 'not reached': { error: failures.network } },
  },
  // In milliseconds: time for which a stream with heartbeats was silent (`silence`), time without heartbeats and without a request for the newest archive
  // (`unasked`), and time for which a host that is not reached was not checked (`unlooked`). `isStart`: nothing has happened yet.
  world: {
    start: { silence: 0, unasked: 0, unlooked: 0, isStart: true, isAnswered: true },
    next: ({ label, before, snapshot, effects, passed: time, world: { silence, unasked, unlooked, isAnswered } }) => {
      // `liveTruth` is notified of a lost stream, and a host that the chart looks for is known to be out of reach.
      const isKnown = WORDS.includes(label) || isBeating(snapshot) || isLooking(snapshot);
      const isAsked = isKnown || sends(effects, 'newest.wanted') || sends(effects, 'stream.closed');
      const isLooked = !isLooking(before) || effects.some(({ kind }) => kind === 'request');
      return {
        silence: WORDS.includes(label) || !isBeating(snapshot) ? 0 : silence + time,
        unasked: isAsked ? 0 : unasked + time,
        unlooked: isLooked ? 0 : unlooked + time,
        isStart: false,
        isAnswered,
      };
    },
  },
  // The pane is cut off as soon as the network is lost, until the first round that is answered (`liveTruth`).
  follows: ({ label, snapshot, effects }) => [
    ...(label === 'the network goes' && sends(effects, 'network.lost') && !isLooking(snapshot)
      ? [{ type: 'host.missed' } as const]
      : []),
    ...(snapshot.context.id !== UNANSWERED &&
    isLooking(snapshot) &&
    (sends(effects, 'newest.wanted') || sends(effects, 'stream.opened'))
      ? [{ type: 'host.reached' } as const]
      : []),
  ],
  // A user who is refused with a 401 and cannot renew the session is sent to sign in, and the stream ends with its screen: see the models `auth` and
  // `refresh`.
  events: ({ snapshot }) => ({
    ...(snapshot.matches({ stream: 'listening' }) &&
      !isIn(snapshot, 'open') && {
        'the stream opens': { type: 'stream.opened', beats: true },
        'a quiet stream opens': { type: 'stream.opened', beats: false },
      }),
    'a heartbeat comes': { type: 'stream.beat' },
    'the stream is interrupted': { type: 'stream.interrupted' },
    'the browser gives the stream up': { type: 'stream.closed' },
    ...(!isIn(snapshot, 'polled') && { 'no stream is to be had': { type: 'stream.polled' } }),
    ...(isIn(snapshot, 'open') ? { 'a submission arrives': { type: 'submission.received', archive: 'a-1' } } : {}),
    ...(snapshot.context.id === UNANSWERED && {
      'the host is missed': { type: 'host.missed' } as const,
      'the host is reached': { type: 'host.reached' } as const,
    }),
    'the network goes': { type: 'network.lost' },
    'the network comes back': { type: 'connection.suspected' },
  }),
  key: ({ snapshot: { context } }) => ({ id: context.id }),
  changes: {},
  restarts: {
    streamSilence: ['a heartbeat comes', 'a submission arrives'],
    sessionCheck: {
      by: [''],
      when: ({ before, snapshot, effects }) =>
        has(effects, 'renewStream') || (isLooking(before) && !isLooking(snapshot)),
    },
  },
  accepts: {
    'a heartbeat comes': 'open.beating',
    'the stream is interrupted': 'connection.open',
    'the browser gives the stream up': 'listening',
    'no stream is to be had': 'listening',
    'the host is missed': ({ snapshot }) => snapshot.matches({ host: 'beating' }) && !isLooking(snapshot),
    'the host is reached': ({ snapshot: at }) =>
      isLooking(at) ||
      at.matches({ stream: { listening: { connection: 'connecting' } } }) ||
      at.matches({ stream: { listening: { connection: 'interrupted' } } }) ||
      (at.matches({ host: 'beating' }) && (at.matches({ stream: 'waiting' }) || at.matches({ stream: 'refused' }))),
  },
  waits: { streamReconnect: 'stream.waiting | refused', streamPoll: 'often | polling' },
  leads: { connecting: { by: 'the network goes | the network comes back', from: 'connection.open | polled' } },
  does: { 'network.lost': 'the network goes' },
  never: {
    'a stream while another waits to be opened': ({ snapshot }) =>
      !snapshot.matches({ stream: 'listening' }) &&
      activeNodes(snapshot).some(({ invoke }) => invoke.some(({ id }) => id === 'listenToStream')),
    // With what `liveTruth` and a round may take: `live-bounds.ts`.
    "'Live' 30 s after the last byte of a stream that has heartbeats": ({ snapshot, world }) =>
      isBeating(snapshot) && world.silence >= LATEST.lost,
    'a quiet stream that is not asked about for 60 s': ({ world }) => world.unasked > LATEST.askedWhileQuiet,
    'a live view without an open stream that does not ask for the newest archive for 15 s': ({
      before,
      snapshot,
      world,
    }) => !isIn(before, 'open') && !isIn(snapshot, 'open') && world.unasked > LATEST.askedWithoutStream,
    'a live view without an open stream that does not ask for the newest archive after 15 s': ({
      before,
      ended,
      effects,
    }) => !isIn(before, 'open') && ended.includes('streamPoll') && !sends(effects, 'newest.wanted'),
    'a stream that has not opened after 15 s, and is not opened anew': ({ before, ended, effects }) =>
      ended.includes('streamPoll') &&
      before.matches({ asking: 'often', stream: 'listening' }) &&
      !isIn(before, 'polled') &&
      !has(effects, 'renewStream'),
    'a host with heartbeats that is missed, and not looked for within 4 s': ({ world }) =>
      world.unlooked > LATEST.looked,
    'a host that answers a look, and the newest archive is not asked for': {
      after: ['lookForHost: answered'],
      breaks: ({ effects }) => !sends(effects, 'newest.wanted'),
    },
    'a host with heartbeats that is reached again, and the stream that was lost is not opened anew': {
      after: ['the host is reached', 'lookForHost: answered'],
      breaks: ({ before, label, effects }) =>
        (label === 'the host is reached' || before.context.id !== UNANSWERED) &&
        before.matches({ host: 'beating' }) &&
        !isIn(before, 'open') &&
        !isIn(before, 'polled') &&
        !before.matches({ stream: 'verifying' }) &&
        !has(effects, 'renewStream'),
    },
    'a host that has no heartbeats any more, and is looked for as if it had': {
      after: ['a quiet stream opens'],
      breaks: ({ snapshot }) => snapshot.matches({ host: 'beating' }),
    },
    'two looks at once': ({ snapshot }) => pendingCalls(snapshot).filter((id) => id === 'lookForHost').length > 1,
    'a stream that was given up, and is not opened anew': ({ before, snapshot, effects }) =>
      isBeating(before) && !isIn(snapshot, 'open') && sends(effects, 'newest.wanted')
        ? !has(effects, 'renewStream')
        : false,
    'a live view without a stream that is called lost': ({ before, effects, label }) =>
      isIn(before, 'polled') && label === 'the stream is interrupted' && effects.length > 0,
    'a lost stream that its owner is not told about': ({ before, snapshot, effects }) =>
      isCalledLive(before) && !isCalledLive(snapshot) && !sends(effects, 'stream.closed'),
    'a network that comes back, and the newest archive is not asked for': {
      after: ['the network comes back'],
      breaks: ({ effects }) => !sends(effects, 'newest.wanted'),
    },
  },
});
