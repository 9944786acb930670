import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import { ALL_ENTRIES, type AuditFilter } from './audit-readings.ts';
import { auditMessage, fileText } from './audit-texts.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/** File with the matching entries. */
type Written = { entries: number; isWhole: boolean };

/** All entries of the audit log that match a filter, as a file. The text about it goes when another search begins. */
export const auditFileMachine = setup({
  types: {
    context: {} as { filter: AuditFilter; message: string | null; written: string | null },
    events: {} as { type: 'file.requested'; filter: AuditFilter } | { type: 'search.begun' },
    tags: {} as 'writing',
  },
  actors: {
    /** Reads all matches and gives the browser a file. */
    writeFile: fromPromise<Written, { filter: AuditFilter }>(unprovided),
  },
  actions: {
    keepFilter: assign((_, { filter }: { filter: AuditFilter }) => ({ filter, message: null, written: null })),
    clearWritten: assign({ written: null }),
    keepWritten: assign({
      written: (_, { output: { entries, isWhole } }: { output: Written }) => fileText(entries, isWhole),
    }),
    keepMessage: assign({ message: (_, { error }: Failed) => auditMessage('saving', failureOf(error)) }),
  },
}).createMachine({
  id: 'auditFile',
  context: { filter: ALL_ENTRIES, message: null, written: null },
  initial: 'idle',
  on: { 'search.begun': { actions: 'clearWritten' } },
  states: {
    idle: { on: { 'file.requested': { target: 'writing', actions: { type: 'keepFilter', params: fromEvent } } } },
    writing: {
      tags: 'writing',
      invoke: {
        id: 'writeFile',
        src: 'writeFile',
        input: ({ context: { filter } }) => ({ filter }),
        onDone: { target: 'idle', actions: { type: 'keepWritten', params: fromEvent } },
        onError: { target: 'idle', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
  },
});
