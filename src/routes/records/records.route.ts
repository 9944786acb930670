import { listRecordAuthors, listRecords, readCheckpoint } from '#common/calls/records.ts';
import { listTemplates } from '#common/calls/templates.ts';
import { recordChoices, recordList } from '#machines/records/record-readings.ts';
import { failureOf } from '#api/failure.ts';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import { RecordsScreen } from '#ui/records/records.tsx';
import { isAnnounced } from '../announced.ts';
import { screenRouteWithParts, type Services } from '../screen-route.ts';
import { queryOf, takeAway } from './take-away.ts';

/** Number of records that are read at once. */
const PAGE = '50';

/** The fingerprint of the key that signs the checkpoints; null before the first one, and for users who are no administrators. */
async function fingerprintOf({ client, auth }: Services, signal: AbortSignal): Promise<string | null> {
  const permission = auth?.getSnapshot().context.user?.permission ?? 0;
  if (permission < ADMIN_PERMISSION || !isAnnounced({ auth }, 'records.proof')) return null;
  try {
    return (await client.call(readCheckpoint, {}, { signal })).fingerprint;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'http' && failure.status === 404) return null;
    throw error;
  }
}

export const route = screenRouteWithParts(
  RecordsScreen,
  ({ client }) =>
    recordList(({ filter, cursor }, signal) =>
      client.call(listRecords, {}, { signal, query: { ...queryOf(filter), limit: PAGE, ...(cursor && { cursor }) } }),
    ),
  (services) => ({
    choices: recordChoices(async (_, signal) => {
      const [templates, people, fingerprint] = await Promise.all([
        services.client.call(listTemplates, {}, { signal }),
        services.client.call(listRecordAuthors, {}, { signal }),
        fingerprintOf(services, signal),
      ]);
      return { templates, people, fingerprint };
    }),
    takeAway: takeAway(services),
  }),
);
