import { fromPromise } from 'xstate';
import { listRecordAuthors, listRecords } from '#common/calls/records.ts';
import { listTemplates } from '#common/calls/templates.ts';
import { type RecordFilter, recordListMachine } from '#machines/records/record-list.machine.ts';
import { RecordsScreen } from '#ui/records/records.tsx';
import { screenRoute } from '../screen-route.ts';

/** Number of records that are read at once. */
const PAGE = '50';

/** A time of the viewer's zone in UTC; empty for an invalid one. */
function inUtc(time: string): string {
  const moment = new Date(time);
  return time === '' || Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}

/** The parameters of the call. */
const queryOf = ({ from, to, ...rest }: RecordFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...rest, from: inUtc(from), to: inUtc(to) }).filter(([, value]) => value.trim() !== ''),
  );

export const route = screenRoute(RecordsScreen, ({ client }) =>
  recordListMachine.provide({
    actors: {
      readPage: fromPromise(({ input: { filter, cursor }, signal }) =>
        client.call(listRecords, {}, { signal, query: { ...queryOf(filter), limit: PAGE, ...(cursor && { cursor }) } }),
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
);
