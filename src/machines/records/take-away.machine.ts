import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { ExportFormat } from '#common/calls/records.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';
import { recordMessage } from './record-texts.ts';

/** Records to take away: the filter of a list as its address has it, or `archive`. */
export type TakenRecords = Readonly<Record<string, string>>;

/** The form of a file: `bundle` has the proof of the records. */
export type TakenForm = ExportFormat | 'bundle';

/**
 * Taking records away as a file: a form is chosen, the host gives an address that is good once, and the browser goes to it. From then on the download is
 * the browser's: its end is not known here. A window that was closed begins no download.
 */
export const takeAwayMachine = setup({
  types: {
    context: {} as { records: TakenRecords; format: TakenForm | null; message: string | null },
    events: {} as
      | { type: 'takeAway.requested'; records: TakenRecords }
      | { type: 'format.chosen'; format: TakenForm }
      | { type: 'takeAway.closed' },
    tags: {} as 'open' | 'asking' | 'begun',
  },
  actors: {
    /** Asks for the address, and lets the browser go to it. */
    beginDownload: fromPromise<void, { records: TakenRecords; format: TakenForm | null }>(unprovided),
  },
  actions: {
    keepRecords: assign({
      records: (_, params: { records: TakenRecords }) => params.records,
      format: null,
      message: null,
    }),
    keepFormat: assign({ format: (_, params: { format: TakenForm }) => params.format }),
    keepMessage: assign({ message: (_, { error }: Failed) => recordMessage('taking', failureOf(error)) }),
    clearMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'takeAway',
  context: { records: {}, format: null, message: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'takeAway.requested': { target: 'open', actions: { type: 'keepRecords', params: fromEvent } },
      },
    },
    open: {
      tags: 'open',
      initial: 'choosing',
      on: { 'takeAway.closed': { target: 'closed' } },
      states: {
        choosing: {
          on: { 'format.chosen': { target: 'asking', actions: { type: 'keepFormat', params: fromEvent } } },
        },
        asking: {
          tags: 'asking',
          entry: 'clearMessage',
          invoke: {
            id: 'beginDownload',
            src: 'beginDownload',
            input: ({ context: { records, format } }) => ({ records, format }),
            onDone: { target: 'begun' },
            onError: { target: 'choosing', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        begun: {
          tags: 'begun',
          on: { 'format.chosen': { target: 'asking', actions: { type: 'keepFormat', params: fromEvent } } },
        },
      },
    },
  },
});
