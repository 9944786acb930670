import type { Client } from '#api/client.ts';
import { readField } from '#common/calls/records.ts';
import { fieldHistory } from '#machines/records/record-readings.ts';

/** The values of a field over time, with their call. */
export const fieldHistoryWith = (client: Client) =>
  fieldHistory(({ filter: { template, region, wip, isOfAll }, cursor }, signal) =>
    client.call(
      readField,
      {},
      { signal, query: { template, region, ...(wip && !isOfAll && { wip }), ...(cursor && { cursor }) } },
    ),
  );
