import { fromPromise } from 'xstate';
import { readRecord } from '#common/calls/records.ts';
import { recordViewMachine } from '#machines/records/record-view.machine.ts';
import { RecordScreen } from '#ui/records/record.tsx';
import { sharedCalls } from '../calls.ts';
import { createDocumentFrame } from '../document/document-frame.ts';
import { fieldHistory } from './field-history.ts';
import { screenRouteWithParts } from '../screen-route.ts';
import { takeAway } from './take-away.ts';

export const route = screenRouteWithParts(
  RecordScreen,
  ({ client, env }) =>
    recordViewMachine.provide({
      actors: {
        document: createDocumentFrame(env),
        readRecord: fromPromise(({ input, signal }) => client.call(readRecord, { uuid: input.archive }, { signal })),
        loadArchive: sharedCalls(client).loadArchive,
        history: fieldHistory(client),
      },
    }),
  (services) => ({ takeAway: takeAway(services) }),
);
