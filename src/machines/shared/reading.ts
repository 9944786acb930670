import { type ActorRefFrom, assign, fromPromise } from 'xstate';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import { readingMachine, type Wanted } from './reading.machine.ts';

/** The chart of a feature's reading. `Data` and `Filter` are the types in its context. */
export type Reading<Data, Filter = undefined> = typeof readingMachine & { readonly of?: [Data, Filter] };
export type ReadingRef<Data, Filter> = ActorRefFrom<typeof readingMachine> & { readonly of?: [Data, Filter] };

/**
 * @param failedText the text about a read that failed
 * @param add puts a page behind those before
 * @returns what makes the chart with its call
 */
export const reading =
  <Data, Filter = undefined>(
    failedText: (failure: ApiFailure) => string,
    add: (before: Data, more: Data) => Data = (_, more) => more,
  ) =>
  (read: (wanted: Wanted<Filter>, signal: AbortSignal) => Promise<Data>): Reading<Data, Filter> =>
    readingMachine.provide({
      actors: {
        read: fromPromise<unknown, Wanted<unknown>>(({ input, signal }) => read(input as Wanted<Filter>, signal)),
      },
      actions: {
        addPage: assign({ data: ({ context }, { output }) => add(context.data as Data, output as Data) }),
        keepMessage: assign({ message: (_, { error }) => failedText(failureOf(error)) }),
      },
    });
