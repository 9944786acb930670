import { assign, fromPromise, raise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { OwnSession } from '#common/calls/account.ts';
import { sessionsMessage } from './account-messages.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/**
 * The user's own sessions (ADR 54): the list, and ending a session, one at a time. A session leaves the list only after the host has confirmed its end. The
 * list is read again after a session was ended and after a change of the password, which ends the others.
 */
export const accountMachine = setup({
  types: {
    context: {} as {
      sessions: OwnSession[];
      listMessage: string | null;
      /** Uuid of the session that is being ended. */
      ended: string;
      message: string | null;
    },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'sessions.changed' }
      | { type: 'end.requested'; session: string },
    tags: {} as 'loading' | 'loaded' | 'failed' | 'ending',
  },
  actors: {
    listSessions: fromPromise<OwnSession[], undefined>(unprovided),
    endSession: fromPromise<void, { session: string }>(unprovided),
  },
  actions: {
    keepSessions: assign({ sessions: (_, params: { output: OwnSession[] }) => params.output }),
    keepListMessage: assign({ listMessage: (_, { error }: Failed) => sessionsMessage('listing', failureOf(error)) }),
    clearListMessage: assign({ listMessage: null }),
    keepEnded: assign({ ended: (_, params: { session: string }) => params.session, message: null }),
    removeEnded: assign({
      sessions: ({ context }) => context.sessions.filter(({ uuid }) => uuid !== context.ended),
    }),
    raiseChanged: raise({ type: 'sessions.changed' }),
    keepMessage: assign({ message: (_, { error }: Failed) => sessionsMessage('ending', failureOf(error)) }),
  },
  guards: {
    isOther: ({ context }, params: { session: string }) =>
      context.sessions.some(({ uuid, is_this }) => uuid === params.session && !is_this),
  },
}).createMachine({
  id: 'account',
  context: { sessions: [], listMessage: null, ended: '', message: null },
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          entry: 'clearListMessage',
          invoke: {
            id: 'listSessions',
            src: 'listSessions',
            onDone: { target: 'loaded', actions: { type: 'keepSessions', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepListMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'loaded', on: { 'sessions.changed': { target: 'loading' } } },
        failed: {
          tags: 'failed',
          on: { 'sessions.changed': { target: 'loading' }, 'retry.requested': { target: 'loading' } },
        },
      },
    },
    act: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'end.requested': {
              guard: { type: 'isOther', params: fromEvent },
              target: 'ending',
              actions: { type: 'keepEnded', params: fromEvent },
            },
          },
        },
        ending: {
          tags: 'ending',
          invoke: {
            id: 'endSession',
            src: 'endSession',
            input: ({ context }) => ({ session: context.ended }),
            onDone: { target: 'idle', actions: ['removeEnded', 'raiseChanged'] },
            onError: { target: 'idle', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
      },
    },
  },
});
