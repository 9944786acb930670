import { fromPromise } from 'xstate';
import { checkRecord, readRecord, readRecordFields } from '#common/calls/records.ts';
import { recordCheck, recordFields } from '#machines/records/record-readings.ts';
import { recordViewMachine } from '#machines/records/record-view.machine.ts';
import { RecordScreen } from '#ui/records/record.tsx';
import { fieldHistoryWith } from './field-history.ts';
import { holdsOf } from './holds.ts';
import { screenRouteWithParts } from '../screen-route.ts';
import { storedDocument } from './stored-document.ts';
import { takeAway } from './take-away.ts';

/** Fields of a page: a document has up to thousands. */
const FIELDS = '20';

export const route = screenRouteWithParts(
  RecordScreen,
  (services) =>
    recordViewMachine.provide({
      actors: {
        content: storedDocument(services),
        readRecord: fromPromise(({ input, signal }) =>
          services.client.call(readRecord, { uuid: input.archive }, { signal }),
        ),
        history: fieldHistoryWith(services.client),
      },
    }),
  (services) => ({
    takeAway: takeAway(services),
    holds: holdsOf(services),
    fields: recordFields(({ filter: { archive, q }, cursor }, signal) =>
      services.client.call(
        readRecordFields,
        { uuid: archive },
        { signal, query: { limit: FIELDS, ...(q && { q }), ...(cursor && { cursor }) } },
      ),
    ),
    checkOf: (archive: string) =>
      recordCheck(async ({ filter }, signal) =>
        filter === 0 ? null : services.client.call(checkRecord, { uuid: archive }, { signal }),
      ),
  }),
);
