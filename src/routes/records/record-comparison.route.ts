import { fromPromise } from 'xstate';
import { compareRecords } from '#common/calls/records.ts';
import { comparisonMachine } from '#machines/records/comparison.machine.ts';
import { ComparisonScreen } from '#ui/records/comparison.tsx';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(ComparisonScreen, ({ client }) =>
  comparisonMachine.provide({
    actors: {
      compare: fromPromise(({ input, signal }) => client.call(compareRecords, {}, { signal, query: input })),
    },
  }),
);
