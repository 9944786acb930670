import { fromPromise } from 'xstate';
import { compareRecords } from '#common/calls/records.ts';
import { comparisonMachine } from '#machines/records/comparison.machine.ts';
import { ComparisonScreen } from '#ui/records/comparison.tsx';
import { screenRoute } from '../screen-route.ts';
import { storedDocument } from './stored-document.ts';

export const route = screenRoute(ComparisonScreen, (services) =>
  comparisonMachine.provide({
    actors: {
      compare: fromPromise(({ input, signal }) => services.client.call(compareRecords, {}, { signal, query: input })),
      document: storedDocument(services),
    },
  }),
);
