import { eventStreamMachine } from '#machines/event-stream.machine.ts';
import { activeNodes } from '../engine/chart.ts';
import { defineModel } from '../engine/model.ts';
import { failures } from './samples.ts';

export const eventStreamModel = defineModel(eventStreamMachine)({
  starts: { 'a WIP': { input: { id: 'w-1' } } },
  outcomes: {
    verifySession: { 'signed in': { output: undefined }, 'refused (401)': { error: failures.unauthorized } },
  },
  events: () => ({
    'the stream opens': { type: 'stream.opened' },
    'the stream is interrupted': { type: 'stream.interrupted' },
    'the browser gives the stream up': { type: 'stream.closed' },
    'a submission arrives': { type: 'submission.received', archive: 'a-1' },
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
