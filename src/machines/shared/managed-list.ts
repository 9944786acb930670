import { assign, fromCallback } from 'xstate';
import { JOB_LOOK } from '#common/config/constants.ts';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import { type ListAct, type ListProblem, managedListMachine } from './managed-list.machine.ts';

/** The rules of a feature for its list. */
export type ListRules<Data, Act extends ListAct, Reply> = {
  /** The list before it was read. */
  empty: Data;
  /** Text about a list that could not be read. */
  listFailed: (failure: ApiFailure) => string;
  /** The first thing that the form of an act lacks, or null. */
  problemOf?: (act: Act) => ListProblem | null;
  /** True if an act is confirmed first. */
  asks: (act: Act, data: Data) => boolean;
  /** The list after an act. @param reply of the host */
  after: (data: Data, act: Act, reply: Reply) => Data;
  /** Text about a completed act, or null. @param data the list before it */
  doneText: (act: Act, data: Data) => string | null;
  /** Text about an act that failed, or whose outcome is unknown. */
  failedText: (act: Act, failure: ApiFailure) => string;
  /** True if the list is read again after an act failed. */
  rereads?: (act: Act) => boolean;
  /** Milliseconds after which the list is read again; null if it is not. */
  poll?: (data: Data) => number | null;
};

/** The chart of a list with a feature's rules. `Data` and `Act` are the types in its context. */
export type ManagedList<Data, Act extends ListAct> = typeof managedListMachine & { readonly of?: [Data, Act] };

/** @returns the chart of a managed list by the rules of a feature; its calls are provided by the screen's route */
export function managedList<Data, Act extends ListAct, Reply>(
  rules: ListRules<Data, Act, Reply>,
): ManagedList<Data, Act> {
  const dataIn = ({ data }: { data: unknown }): Data => (data ?? rules.empty) as Data;
  const { problemOf = () => null, rereads = () => false, poll = () => null } = rules;
  return managedListMachine.provide({
    actors: { further: fromCallback(() => undefined) },
    actions: {
      announce: () => undefined,
      keepListMessage: assign({ listMessage: (_, { error }) => rules.listFailed(failureOf(error)) }),
      keepProblem: assign({ problem: (_, { act }) => problemOf(act as Act) }),
      keepDone: assign(({ context }, { output }) => {
        const [data, act] = [dataIn(context), context.act as Act];
        return { data: rules.after(data, act, output as Reply), success: rules.doneText(act, data) };
      }),
      keepMessage: assign(({ context }, { error }) => ({
        message: rules.failedText(context.act as Act, failureOf(error)),
        success: null,
      })),
    },
    guards: {
      isIncomplete: (_, { act }) => problemOf(act as Act) !== null,
      isToBeAsked: ({ context }, { act }) => rules.asks(act as Act, dataIn(context)),
      isReadAgain: ({ context }) => rereads(context.act as Act),
      isPolled: ({ context }) => poll(dataIn(context)) !== null,
    },
    delays: { poll: ({ context }) => poll(dataIn(context)) ?? JOB_LOOK },
  });
}
