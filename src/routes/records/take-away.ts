import { fromPromise } from 'xstate';
import { createBundle, createExport } from '#common/calls/records.ts';
import { takeAwayMachine } from '#machines/records/take-away.machine.ts';
import type { Services } from '../screen-route.ts';

/** A time of the viewer's zone in UTC; as it is if it cannot be read, which the host says. */
const inUtc = (time: string): string => (Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString());

/** The parameters of a call, of a filter with times of the viewer's zone. */
export const queryOf = ({ from = '', to = '', ...rest }: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...rest, from: inUtc(from), to: inUtc(to) }).filter(([, value]) => value.trim() !== ''),
  );

/** Files of records. The browser loads them by itself, so that no file is held in the memory of the page. */
export const takeAway = ({ client, env }: Pick<Services, 'client' | 'env'>) =>
  takeAwayMachine.provide({
    actors: {
      beginDownload: fromPromise(async ({ input: { records, format }, signal }) => {
        const query = queryOf(records);
        const address = await (format === 'bundle'
          ? client.call(createBundle, {}, { query })
          : client.call(createExport, {}, { query: { ...query, format: format ?? '' } }));
        if (signal.aborted) return;
        // With a name of its own a refusal stays a failed download: the page is not replaced by it.
        Object.assign(document.createElement('a'), { href: env.apiHost + address, download: '' }).click();
      }),
    },
  });
