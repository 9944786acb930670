import { fromPromise } from 'xstate';
import { listRecordAuthors, listRecords } from '#common/calls/records.ts';
import { listTemplates } from '#common/calls/templates.ts';
import { recordListMachine } from '#machines/records/record-list.machine.ts';
import { RecordsScreen } from '#ui/records/records.tsx';
import { screenRouteWithParts } from '../screen-route.ts';
import { queryOf, takeAway } from './take-away.ts';

/** Number of records that are read at once. */
const PAGE = '50';

export const route = screenRouteWithParts(
  RecordsScreen,
  ({ client }) =>
    recordListMachine.provide({
      actors: {
        readPage: fromPromise(({ input: { filter, cursor }, signal }) =>
          client.call(
            listRecords,
            {},
            { signal, query: { ...queryOf(filter), limit: PAGE, ...(cursor && { cursor }) } },
          ),
        ),
        readChoices: fromPromise(async ({ signal }) => {
          const [templates, people] = await Promise.all([
            client.call(listTemplates, {}, { signal }),
            client.call(listRecordAuthors, {}, { signal }),
          ]);
          return { templates, people };
        }),
      },
    }),
  (services) => ({ takeAway: takeAway(services) }),
);
