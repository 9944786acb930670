import { type EventStreamSnapshot, eventStreamMachine } from '#machines/event-stream.machine.ts';
import { activeNodes } from '../engine/chart.ts';
import { defineModel } from '../engine/model.ts';
import { failures } from './samples.ts';

const isIn = (snapshot: EventStreamSnapshot, connection: 'open' | 'polled'): boolean =>
  snapshot.matches({ listening: { connection } });

export const eventStreamModel = defineModel(eventStreamMachine)({
  starts: { 'a WIP': { input: { id: 'w-1' } } },
  outcomes: {
    verifySession: { 'signed in': { output: undefined }, 'not reached': { error: failures.network } },
  },
  // Whoever is refused with a 401 and cannot renew the session is sent to sign in, and their stream ends with its screen: `auth` and `refresh` tell of it.
  events: ({ snapshot }) => ({
    ...(!isIn(snapshot, 'open') && { 'the stream opens': { type: 'stream.opened' } }),
    'the stream is interrupted': { type: 'stream.interrupted' },
    'the browser gives the stream up': { type: 'stream.closed' },
    ...(!isIn(snapshot, 'polled') && { 'no stream is to be had': { type: 'stream.polled' } }),
    ...(isIn(snapshot, 'open') ? { 'a submission arrives': { type: 'submission.received', archive: 'a-1' } } : {}),
  }),
  key: () => ({}),
  never: {
    'a stream while another waits to be opened': ({ snapshot }) =>
      !snapshot.matches('listening') &&
      activeNodes(snapshot).some(({ invoke }) => invoke.some(({ id }) => id === 'listenToStream')),
    'a live view without a stream that is told nothing': ({ label, snapshot, effects }) =>
      isIn(snapshot, 'polled') &&
      (label === 'no stream is to be had' || label === 'after 15000 ms') &&
      effects.every(({ kind }) => kind !== 'sent'),
    'a live view without a stream that is polled only once': ({ before, label, snapshot }) =>
      isIn(before, 'polled') && label === 'after 15000 ms' && !isIn(snapshot, 'polled'),
    'a live view without a stream that is called lost': ({ before, effects, label }) =>
      isIn(before, 'polled') && label === 'the stream is interrupted' && effects.length > 0,
    'a lost stream that its owner is not told about': ({ before, snapshot, effects }) =>
      isIn(before, 'open') && !isIn(snapshot, 'open') && effects.every(({ kind }) => kind !== 'sent'),
  },
});
