import { assign, fromPromise, setup } from 'xstate';
import { type Failed, fromEvent } from './from-event.ts';
import { unprovided } from './unprovided.ts';

/** A read. `cursor`: of the page that follows; null for the first one. */
export type Wanted<Filter> = { filter: Filter; cursor: string | null };

/** The cursor of the page that follows; null if this is the last one, or if there are no pages. */
const nextOf = (data: unknown): string | null => (data as { next?: string | null } | null)?.next ?? null;

/**
 * Something that is read from the host: by a filter if it has one, and further pages on request if it has more than one. Another filter starts a new read
 * at once and drops the call of the one before. The features give it their calls and texts (`reading`).
 */
export const readingMachine = setup({
  types: {
    context: {} as { filter: unknown; data: unknown; message: string | null },
    input: {} as { filter: unknown } | undefined,
    events: {} as
      | { type: 'filter.changed'; filter: unknown }
      | { type: 'more.requested' }
      | { type: 'retry.requested' },
    tags: {} as 'loading' | 'adding' | 'loaded' | 'failed',
  },
  actors: { read: fromPromise<unknown, Wanted<unknown>>(unprovided) },
  actions: {
    keepFilter: assign({ filter: (_, params: { filter: unknown }) => params.filter }),
    keepData: assign({ data: (_, { output }: { output: unknown }) => output }),
    /** The implementation adds a page to those before. */
    addPage: (_, _params: { output: unknown }) => {},
    /** The implementation gives the reason of a failure. */
    keepMessage: (_, _params: Failed) => {},
    clearMessage: assign({ message: null }),
  },
  guards: { hasMore: ({ context }) => nextOf(context.data) !== null },
}).createMachine({
  id: 'reading',
  context: ({ input }) => ({ filter: input?.filter, data: null, message: null }),
  initial: 'loading',
  on: { 'filter.changed': { target: '.loading', actions: { type: 'keepFilter', params: fromEvent } } },
  states: {
    loading: {
      tags: 'loading',
      entry: 'clearMessage',
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context: { filter } }) => ({ filter, cursor: null }),
        onDone: { target: 'loaded', actions: { type: 'keepData', params: fromEvent } },
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
        src: 'read',
        input: ({ context: { filter, data } }) => ({ filter, cursor: nextOf(data) }),
        onDone: { target: 'loaded', actions: { type: 'addPage', params: fromEvent } },
        onError: { target: 'loaded', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
  },
});
