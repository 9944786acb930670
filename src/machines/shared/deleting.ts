import { fromEvent } from './loading.ts';

/**
 * The states of deleting a WIP after `delete.requested`: the question, the call, and what is said when it failed. They lead back to a state `idle` beside
 * them. The chart's `setup` declares the actor `deleteWip` and the actions `keepDeleteMessage` and `clearMessage`.
 * @param input which WIP
 * @param onDone what follows when the WIP is gone
 * @param tags of the state in which the call runs
 * @param also what else the question and the word of a failure hear
 */
export const deleting = <const Input, const Done, const Tag extends string, const Also extends object = object>(
  input: Input,
  onDone: Done,
  tags: readonly Tag[],
  also: Also = {} as Also,
) =>
  ({
    confirmingDelete: {
      tags: 'confirmingDelete',
      on: { ...also, 'delete.confirmed': { target: 'deleting' }, 'dialog.cancelled': { target: 'idle' } },
    },
    deleting: {
      tags,
      invoke: {
        id: 'deleteWip',
        src: 'deleteWip',
        input,
        onDone,
        onError: { target: 'deleteFailed', actions: { type: 'keepDeleteMessage', params: fromEvent } },
      },
    },
    deleteFailed: {
      tags: 'deleteFailed',
      on: { ...also, 'dialog.cancelled': { target: 'idle', actions: 'clearMessage' } },
    },
  }) as const;
