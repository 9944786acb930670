import { assign, fromPromise, setup } from 'xstate';
import type { AuditEntry, AuditPage } from '#common/calls/audit.ts';
import { failureOf } from '#api/failure.ts';
import { auditMessage, fileText } from './audit-texts.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Filter of the log as it was typed: days such as 2026-01-31; empty for all. */
export type AuditFilter = { person: string; action: string; from: string; to: string };

/** File with the matching entries. */
type Written = { entries: number; isWhole: boolean };

/**
 * The audit log for administrators (ADR 56): its newest page, filtered by person, action and days; further pages on request; and all matches as a file. A
 * changed filter starts a new search at once and drops the call of the one before.
 */
export const auditLogMachine = setup({
  types: {
    context: {} as {
      filter: AuditFilter;
      entries: AuditEntry[];
      next: string | null;
      message: string | null;
      fileMessage: string | null;
      written: string | null;
    },
    events: {} as
      | { type: 'filter.changed'; filter: AuditFilter }
      | { type: 'more.requested' }
      | { type: 'retry.requested' }
      | { type: 'file.requested' },
    tags: {} as 'loading' | 'adding' | 'loaded' | 'failed' | 'writing',
  },
  actors: {
    readPage: fromPromise<AuditPage, { filter: AuditFilter; before: string | null }>(unprovided),
    /** Reads all matches and gives the browser a file. */
    writeFile: fromPromise<Written, { filter: AuditFilter }>(unprovided),
  },
  actions: {
    keepFilter: assign({ filter: (_, params: { filter: AuditFilter }) => params.filter, written: null }),
    keepPage: assign((_, { output }: { output: AuditPage }) => output),
    addPage: assign(({ context }, { output }: { output: AuditPage }) => ({
      entries: [...context.entries, ...output.entries],
      next: output.next,
    })),
    keepMessage: assign({ message: (_, { error }: Failed) => auditMessage('listing', failureOf(error)) }),
    clearMessage: assign({ message: null }),
    clearFile: assign({ fileMessage: null, written: null }),
    keepWritten: assign({
      written: (_, { output: { entries, isWhole } }: { output: Written }) => fileText(entries, isWhole),
    }),
    keepFileMessage: assign({ fileMessage: (_, { error }: Failed) => auditMessage('saving', failureOf(error)) }),
  },
  guards: { hasMore: ({ context }) => context.next !== null },
}).createMachine({
  id: 'auditLog',
  context: {
    filter: { person: '', action: '', from: '', to: '' },
    entries: [],
    next: null,
    message: null,
    fileMessage: null,
    written: null,
  },
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      on: { 'filter.changed': { target: '.loading', actions: { type: 'keepFilter', params: fromEvent } } },
      states: {
        loading: {
          tags: 'loading',
          entry: 'clearMessage',
          invoke: {
            id: 'readPage',
            src: 'readPage',
            input: ({ context }) => ({ filter: context.filter, before: null }),
            onDone: { target: 'loaded', actions: { type: 'keepPage', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
        loaded: { tags: 'loaded', on: { 'more.requested': { guard: 'hasMore', target: 'adding' } } },
        adding: {
          tags: ['loaded', 'adding'],
          entry: 'clearMessage',
          invoke: {
            id: 'readMore',
            src: 'readPage',
            input: ({ context }) => ({ filter: context.filter, before: context.next }),
            onDone: { target: 'loaded', actions: { type: 'addPage', params: fromEvent } },
            onError: { target: 'loaded', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
      },
    },
    file: {
      initial: 'idle',
      states: {
        idle: { on: { 'file.requested': { target: 'writing', actions: 'clearFile' } } },
        writing: {
          tags: 'writing',
          invoke: {
            id: 'writeFile',
            src: 'writeFile',
            input: ({ context }) => ({ filter: context.filter }),
            onDone: { target: 'idle', actions: { type: 'keepWritten', params: fromEvent } },
            onError: { target: 'idle', actions: { type: 'keepFileMessage', params: fromEvent } },
          },
        },
      },
    },
  },
});
