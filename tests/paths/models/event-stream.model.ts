import { eventStreamMachine } from '#machines/event-stream.machine.ts';
import { activeNodes } from '../engine/chart.ts';
import { defineModel } from '../engine/model.ts';
import { failures } from './samples.ts';

export const eventStreamModel = defineModel(eventStreamMachine)({
  starts: { 'a WIP': { input: { id: 'w-1' } } },
  outcomes: {
    verifySession: { 'signed in': { output: undefined }, 'not reached': { error: failures.network } },
  },
  // Whoever is refused with a 401 and cannot renew the session is sent to sign in, and their stream ends with its screen: `auth` and `refresh` tell of it.
  events: ({ snapshot }) => ({
    'the stream opens': { type: 'stream.opened' },
    'the stream is interrupted': { type: 'stream.interrupted' },
    'the browser gives the stream up': { type: 'stream.closed' },
    ...(snapshot.matches({ listening: { connection: 'open' } })
      ? { 'a submission arrives': { type: 'submission.received', archive: 'a-1' } }
      : {}),
  }),
  key: () => ({}),
  never: {
    'a stream while another waits to be opened': ({ snapshot }) =>
      !snapshot.matches('listening') &&
      activeNodes(snapshot).some(({ invoke }) => invoke.some(({ id }) => id === 'listenToStream')),
    'a lost stream that its owner is not told about': ({ before, snapshot, effects }) =>
      before.matches({ listening: { connection: 'open' } }) &&
      !snapshot.matches({ listening: { connection: 'open' } }) &&
      effects.every(({ kind }) => kind !== 'sent'),
  },
});
