import { listRecordAuthors, listRecords } from '#common/calls/records.ts';
import { listTemplates } from '#common/calls/templates.ts';
import { recordChoices, recordList } from '#machines/records/record-readings.ts';
import { RecordsScreen } from '#ui/records/records.tsx';
import { screenRouteWithParts } from '../screen-route.ts';
import { queryOf, takeAway } from './take-away.ts';

/** Number of records that are read at once. */
const PAGE = '50';

export const route = screenRouteWithParts(
  RecordsScreen,
  ({ client }) =>
    recordList(({ filter, cursor }, signal) =>
      client.call(listRecords, {}, { signal, query: { ...queryOf(filter), limit: PAGE, ...(cursor && { cursor }) } }),
    ),
  (services) => ({
    choices: recordChoices(async (_, signal) => {
      const [templates, people] = await Promise.all([
        services.client.call(listTemplates, {}, { signal }),
        services.client.call(listRecordAuthors, {}, { signal }),
      ]);
      return { templates, people };
    }),
    takeAway: takeAway(services),
  }),
);
