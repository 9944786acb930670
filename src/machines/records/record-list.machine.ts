import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { RecordsPage } from '#common/calls/records.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';
import { recordMessage } from './record-texts.ts';

/** Filter of the list as the address has it, with times in the viewer's zone; empty for all. */
export type RecordFilter = {
  q: string;
  from: string;
  to: string;
  template: string;
  wip: string;
  by: string;
  region: string;
};

/** Documents and users to choose from. */
export type RecordChoices = {
  templates: readonly { readonly uuid: string; readonly name: string | null }[];
  people: readonly { readonly uuid: string; readonly name: string }[];
};

/**
 * The records: all submissions that match a filter, newest first, further pages on request, and what there is to choose from. A changed filter starts a
 * new search at once and drops the call of the one before.
 */
export const recordListMachine = setup({
  types: {
    context: {} as {
      filter: RecordFilter;
      page: RecordsPage;
      choices: RecordChoices;
      message: string | null;
      choicesMessage: string | null;
    },
    input: {} as { filter: RecordFilter },
    events: {} as
      | { type: 'filter.changed'; filter: RecordFilter }
      | { type: 'more.requested' }
      | { type: 'retry.requested' },
    tags: {} as 'loading' | 'adding' | 'loaded' | 'failed',
  },
  actors: {
    readPage: fromPromise<RecordsPage, { filter: RecordFilter; cursor: string | null }>(unprovided),
    readChoices: fromPromise<RecordChoices, undefined>(unprovided),
  },
  actions: {
    keepFilter: assign({ filter: (_, params: { filter: RecordFilter }) => params.filter }),
    keepPage: assign({ page: (_, { output }: { output: RecordsPage }) => output }),
    addPage: assign({
      page: ({ context: { page } }, { output }: { output: RecordsPage }) => ({
        ...output,
        standing: page.standing,
        standing_count: page.standing_count,
        records: [...page.records, ...output.records],
      }),
    }),
    keepMessage: assign({ message: (_, { error }: Failed) => recordMessage('listing', failureOf(error)) }),
    clearMessage: assign({ message: null }),
    keepChoices: assign({ choices: (_, { output }: { output: RecordChoices }) => output, choicesMessage: null }),
    keepChoicesMessage: assign({
      choicesMessage: (_, { error }: Failed) => recordMessage('choosing', failureOf(error)),
    }),
  },
  guards: { hasMore: ({ context }) => context.page.next !== null },
}).createMachine({
  id: 'recordList',
  context: ({ input }) => ({
    filter: input.filter,
    page: { records: [], standing: [], next: null, count: 0, complete_since: null },
    choices: { templates: [], people: [] },
    message: null,
    choicesMessage: null,
  }),
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
            input: ({ context }) => ({ filter: context.filter, cursor: null }),
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
            input: ({ context }) => ({ filter: context.filter, cursor: context.page.next }),
            onDone: { target: 'loaded', actions: { type: 'addPage', params: fromEvent } },
            onError: { target: 'loaded', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
      },
    },
    choices: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'readChoices',
            src: 'readChoices',
            onDone: { target: 'loaded', actions: { type: 'keepChoices', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepChoicesMessage', params: fromEvent } },
          },
        },
        loaded: {},
        failed: { on: { 'retry.requested': { target: 'loading' } } },
      },
    },
  },
});
