import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { FieldHistory } from '#common/calls/records.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';
import { recordMessage } from './record-texts.ts';

/** A region of a template's documents. `wip`: one of these documents; null for all of them. */
export type Field = { template: string; wip: string | null; region: string };
/** Request for a page of its values. */
type HistoryRequest = Field & { cursor: string | null };

const NONE: FieldHistory = { values: [], next: null, count: 0 };

/**
 * The values of one region over time, the newest first, further pages on request: in one document, or in all documents of its template. It lives while
 * they are shown.
 */
export const fieldHistoryMachine = setup({
  types: {
    context: {} as Field & { isOfAll: boolean; page: FieldHistory; message: string | null },
    input: {} as Field,
    events: {} as { type: 'retry.requested' } | { type: 'more.requested' } | { type: 'scope.chosen'; isOfAll: boolean },
    tags: {} as 'loading' | 'adding' | 'loaded' | 'failed',
  },
  actors: { readHistory: fromPromise<FieldHistory, HistoryRequest>(unprovided) },
  actions: {
    keepScope: assign({ isOfAll: (_, params: { isOfAll: boolean }) => params.isOfAll }),
    dropValues: assign({ page: NONE, message: null }),
    clearMessage: assign({ message: null }),
    addValues: assign({
      page: ({ context: { page } }, { output }: { output: FieldHistory }) => ({
        ...output,
        values: [...page.values, ...output.values],
      }),
    }),
    keepMessage: assign({ message: (_, { error }: Failed) => recordMessage('history', failureOf(error)) }),
  },
  guards: { hasMore: ({ context }) => context.page.next !== null },
}).createMachine({
  id: 'fieldHistory',
  context: ({ input }) => ({ ...input, isOfAll: input.wip === null, page: NONE, message: null }),
  initial: 'loading',
  on: { 'scope.chosen': { target: '.loading', actions: { type: 'keepScope', params: fromEvent } } },
  states: {
    loading: {
      tags: 'loading',
      entry: 'dropValues',
      invoke: {
        id: 'readHistory',
        src: 'readHistory',
        input: ({ context: { template, wip, region, isOfAll } }) => ({
          template,
          wip: isOfAll ? null : wip,
          region,
          cursor: null,
        }),
        onDone: { target: 'loaded', actions: { type: 'addValues', params: fromEvent } },
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
        src: 'readHistory',
        input: ({ context: { template, wip, region, isOfAll, page } }) => ({
          template,
          wip: isOfAll ? null : wip,
          region,
          cursor: page.next,
        }),
        onDone: { target: 'loaded', actions: { type: 'addValues', params: fromEvent } },
        onError: { target: 'loaded', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
  },
});
export type FieldHistoryRef = ActorRefFrom<typeof fieldHistoryMachine>;
