import { assign, fromPromise, setup } from 'xstate';
import type { UsageReply } from '#common/calls/audit.ts';
import { failureOf } from '#api/failure.ts';
import { usageMessage } from './audit-texts.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Used part of the server's budgets (ADR 56), as it was when the page was opened. */
export const serverUsageMachine = setup({
  types: {
    context: {} as { usage: UsageReply | null; message: string | null },
    events: {} as { type: 'retry.requested' },
    tags: {} as 'loading' | 'loaded' | 'failed',
  },
  actors: { readUsage: fromPromise<UsageReply, undefined>(unprovided) },
  actions: {
    keepUsage: assign({ usage: (_, params: { output: UsageReply }) => params.output }),
    keepMessage: assign({ message: (_, { error }: Failed) => usageMessage(failureOf(error)) }),
    clearMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'serverUsage',
  context: { usage: null, message: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      entry: 'clearMessage',
      invoke: {
        id: 'readUsage',
        src: 'readUsage',
        onDone: { target: 'loaded', actions: { type: 'keepUsage', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
    loaded: { tags: 'loaded' },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
  },
});
