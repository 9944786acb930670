import { type EventStreamSnapshot, eventStreamMachine } from '#machines/event-stream.machine.ts';
import { activeNodes } from '../engine/chart.ts';
import { defineModel, sends } from '../engine/model.ts';
import { failures } from './samples.ts';

const isIn = (snapshot: EventStreamSnapshot, connection: 'open' | 'polled'): boolean =>
  snapshot.matches({ stream: { listening: { connection } } });
const isBeating = (snapshot: EventStreamSnapshot): boolean =>
  snapshot.matches({ stream: { listening: { connection: { open: 'beating' } } } });
/** Whether the owner's badge says 'Live'. */
const isCalledLive = (snapshot: EventStreamSnapshot): boolean => isIn(snapshot, 'open') || isIn(snapshot, 'polled');

/** A sign of life of the host. */
const WORDS = ['the stream opens', 'a quiet stream opens', 'a heartbeat comes', 'a submission arrives'];

export const eventStreamModel = defineModel(eventStreamMachine)<{ silence: number; isStart: boolean }>({
  starts: { 'a WIP': { input: { id: 'w-1' } } },
  outcomes: {
    verifySession: { 'signed in': { output: undefined }, 'not reached': { error: failures.network } },
  },
  // How long a stream that has heartbeats was silent, in milliseconds; and whether nothing has happened yet.
  world: {
    start: { silence: 0, isStart: true },
    next: ({ label, snapshot, world: { silence } }) => {
      if (WORDS.includes(label) || !isBeating(snapshot)) return { silence: 0, isStart: false };
      return { silence: silence + Number(/^after (\d+) ms$/.exec(label)?.[1] ?? 0), isStart: false };
    },
  },
  // Whoever is refused with a 401 and cannot renew the session is sent to sign in, and their stream ends with its screen: `auth` and `refresh` tell of it.
  events: ({ snapshot }) => ({
    ...(!isIn(snapshot, 'open') && {
      'the stream opens': { type: 'stream.opened', beats: true },
      'a quiet stream opens': { type: 'stream.opened', beats: false },
    }),
    'a heartbeat comes': { type: 'stream.heard' },
    'the stream is interrupted': { type: 'stream.interrupted' },
    'the browser gives the stream up': { type: 'stream.closed' },
    ...(!isIn(snapshot, 'polled') && { 'no stream is to be had': { type: 'stream.polled' } }),
    ...(isIn(snapshot, 'open') ? { 'a submission arrives': { type: 'submission.received', archive: 'a-1' } } : {}),
    'the network goes': { type: 'network.lost' },
    'the network comes back': { type: 'connection.suspected' },
  }),
  key: () => ({}),
  never: {
    'a stream while another waits to be opened': ({ snapshot }) =>
      !snapshot.matches({ stream: 'listening' }) &&
      activeNodes(snapshot).some(({ invoke }) => invoke.some(({ id }) => id === 'listenToStream')),
    "'Live' later than 40 s after the last byte of a stream that has heartbeats": ({ snapshot, world }) =>
      isBeating(snapshot) && world.silence >= 40_000,
    'a live view without an open stream that does not ask for the newest archive after 15 s': ({
      before,
      label,
      effects,
    }) => !isIn(before, 'open') && label === 'after 15000 ms' && !sends(effects, 'newest.wanted'),
    'a quiet stream that is never asked about': ({ before, snapshot, label, effects }) =>
      isIn(before, 'open') && !isBeating(before) && label === 'after 60000 ms' && isIn(snapshot, 'open')
        ? !sends(effects, 'newest.wanted')
        : false,
    'a stream that was given up, and is not opened anew': ({ before, snapshot, effects }) =>
      isBeating(before) && !isIn(snapshot, 'open') && sends(effects, 'newest.wanted')
        ? effects.every((effect) => effect.kind !== 'called' || effect.action !== 'renewStream')
        : false,
    'a live view without a stream that is called lost': ({ before, effects, label }) =>
      isIn(before, 'polled') && label === 'the stream is interrupted' && effects.length > 0,
    'a lost stream that its owner is not told about': ({ before, snapshot, effects }) =>
      isCalledLive(before) && !isCalledLive(snapshot) && !sends(effects, 'stream.closed'),
    'a network that comes back, and the newest archive is not asked for': {
      after: ['the network comes back'],
      breaks: ({ effects }) => !sends(effects, 'newest.wanted'),
    },
    'a network that goes, and the owner is not told': {
      after: ['the network goes'],
      breaks: ({ effects }) => !sends(effects, 'network.lost'),
    },
  },
});
