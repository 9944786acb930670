import { fromPromise } from 'xstate';
import type { Client } from '#api/client.ts';
import { readField } from '#common/calls/records.ts';
import { fieldHistoryMachine } from '#machines/records/field-history.machine.ts';

/** The values of a field over time, with their call. */
export const fieldHistory = (client: Client) =>
  fieldHistoryMachine.provide({
    actors: {
      readHistory: fromPromise(({ input: { cursor, wip, ...query }, signal }) =>
        client.call(readField, {}, { signal, query: { ...query, ...(wip && { wip }), ...(cursor && { cursor }) } }),
      ),
    },
  });
