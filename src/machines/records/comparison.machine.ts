import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Compared } from '#common/calls/records.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';
import { recordMessage } from './record-texts.ts';

/** The two sides of a comparison: an archive, and another one or a WIP. */
export type Sides = { from: string; to: string };

/** Two submissions, or one and the saved document, with their differences. */
export const comparisonMachine = setup({
  types: {
    context: {} as { sides: Sides; compared: Compared | null; message: string | null },
    input: {} as Sides,
    events: {} as { type: 'retry.requested' },
    tags: {} as 'loading' | 'loaded' | 'failed',
  },
  actors: { compare: fromPromise<Compared, Sides>(unprovided) },
  actions: {
    keepCompared: assign({ compared: (_, { output }: { output: Compared }) => output }),
    keepMessage: assign({ message: (_, { error }: Failed) => recordMessage('comparing', failureOf(error)) }),
  },
}).createMachine({
  id: 'comparison',
  context: ({ input }) => ({ sides: input, compared: null, message: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'compare',
        src: 'compare',
        input: ({ context }) => context.sides,
        onDone: { target: 'loaded', actions: { type: 'keepCompared', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
    loaded: { tags: 'loaded' },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
  },
});
