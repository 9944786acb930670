import { fromPromise } from 'xstate';
import { checkRecord, listHolds, readRecord, readRecordFields, releaseHold, setHold } from '#common/calls/records.ts';
import { type HoldAct, holdList } from '#machines/records/hold-acts.ts';
import { recordCheck, recordFields } from '#machines/records/record-readings.ts';
import { recordViewMachine } from '#machines/records/record-view.machine.ts';
import { RecordScreen } from '#ui/records/record.tsx';
import { fieldHistoryWith } from './field-history.ts';
import { screenRouteWithParts, type Services } from '../screen-route.ts';
import { storedDocument } from './stored-document.ts';
import { takeAway } from './take-away.ts';

/** Fields of a page: a document has up to thousands. */
const FIELDS = '20';

/** Makes the machine of the holds that cover an archive. */
const holdsOf =
  ({ client }: Pick<Services, 'client'>) =>
  (archive: string) =>
    holdList.provide({
      actors: {
        readList: fromPromise(({ signal }) => client.call(listHolds, {}, { signal, query: { archive } })),
        doAct: fromPromise(({ input }) => {
          const act = input.act as HoldAct;
          const reason = act.reason.trim();
          return act.kind === 'add'
            ? client.call(setHold, { body: { ...act.held, archive, reason } })
            : client.call(releaseHold, { uuid: act.hold, body: { reason } });
        }),
      },
    });

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
