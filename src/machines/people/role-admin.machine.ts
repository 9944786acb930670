import { assign, fromPromise, setup } from 'xstate';
import type { ManagedRoles } from '#common/calls/roles.ts';
import { failureOf } from '#api/failure.ts';
import { TEMPLATE_BANNER } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';
import { actMessage, doneText, questionOf, type RoleAct, roleMessages } from './role-acts.ts';
import { failureText } from '../shared/failure-text.ts';
import { unprovided } from '../shared/unprovided.ts';

/**
 * The roles as an administrator sees them (ADR 54): the people with each role, and the acts, one at a time. Each answer of the host contains all roles as
 * they are then. A role is removed only after a question.
 */
export const roleAdminMachine = setup({
  types: {
    context: {} as {
      all: ManagedRoles;
      listMessage: string | null;
      act: RoleAct | null;
      /** Complaint about the form of a new role: a new object each time, since each complaint moves the focus. */
      problem: { field: 'name' | 'file'; text: string } | null;
      /** Reason why an act failed. */
      message: string | null;
      success: string | null;
      /** Number of roles added here: the form is cleared after each one. */
      added: number;
    },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'act.requested'; act: RoleAct }
      | { type: 'act.confirmed' }
      | { type: 'dialog.cancelled' },
    tags: {} as 'loading' | 'loaded' | 'failed' | 'asking' | 'working',
  },
  actors: {
    listRoles: fromPromise<ManagedRoles, undefined>(unprovided),
    doAct: fromPromise<ManagedRoles, { act: RoleAct | null }>(unprovided),
  },
  actions: {
    keepRoles: assign({ all: (_, { output }: { output: ManagedRoles }) => output }),
    keepListMessage: assign({
      listMessage: (_, { error }: { error: unknown }) => failureText(failureOf(error), roleMessages.listFailed),
    }),
    clearListMessage: assign({ listMessage: null }),
    clearAnswer: assign({ problem: null, message: null, success: null }),
    clearSuccess: assign({ success: null }),
    keepAct: assign({ act: (_, { act }: { act: RoleAct }) => act }),
    askForName: assign({ problem: () => ({ field: 'name' as const, text: roleMessages.nameRequired }) }),
    askForFile: assign({ problem: () => ({ field: 'file' as const, text: roleMessages.fileRequired }) }),
    countAdded: assign({ added: ({ context }) => context.added + (context.act?.kind === 'add' ? 1 : 0) }),
    keepSuccess: assign({ success: ({ context: { act, all } }) => act && doneText(all, act) }),
    keepMessage: assign({ message: (_, { error }: { error: unknown }) => actMessage(failureOf(error)) }),
  },
  guards: {
    hasNoName: (_, { act }: { act: RoleAct }) => act.kind === 'add' && act.name.trim() === '',
    hasNoFile: (_, { act }: { act: RoleAct }) => act.kind === 'add' && act.file === '',
    isToBeAsked: ({ context: { all } }, { act }: { act: RoleAct }) => questionOf(all, act) !== null,
  },
  delays: { roleBanner: TEMPLATE_BANNER },
}).createMachine({
  id: 'roleAdmin',
  context: {
    all: { roles: [], people: [], files: [], changeable: false },
    listMessage: null,
    act: null,
    problem: null,
    message: null,
    success: null,
    added: 0,
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      entry: 'clearListMessage',
      invoke: {
        id: 'listRoles',
        src: 'listRoles',
        onDone: { target: 'idle', actions: { type: 'keepRoles', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepListMessage', params: fromEvent } },
      },
    },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
    idle: {
      tags: 'loaded',
      initial: 'quiet',
      on: {
        'act.requested': [
          {
            guard: { type: 'hasNoName', params: fromEvent },
            target: '.quiet',
            actions: ['clearAnswer', 'askForName'],
          },
          {
            guard: { type: 'hasNoFile', params: fromEvent },
            target: '.quiet',
            actions: ['clearAnswer', 'askForFile'],
          },
          {
            guard: { type: 'isToBeAsked', params: fromEvent },
            target: 'asking',
            actions: ['clearAnswer', { type: 'keepAct', params: fromEvent }],
          },
          { target: 'working', actions: ['clearAnswer', { type: 'keepAct', params: fromEvent }] },
        ],
      },
      states: {
        quiet: {},
        shown: { after: { roleBanner: { target: 'quiet', actions: 'clearSuccess' } } },
      },
    },
    asking: {
      tags: ['loaded', 'asking'],
      on: { 'act.confirmed': { target: 'working' }, 'dialog.cancelled': { target: 'idle' } },
    },
    working: {
      tags: ['loaded', 'working'],
      invoke: {
        id: 'doAct',
        src: 'doAct',
        input: ({ context: { act } }) => ({ act }),
        onDone: {
          target: 'idle.shown',
          actions: ['keepSuccess', 'countAdded', { type: 'keepRoles', params: fromEvent }],
        },
        onError: { target: 'rereading', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
    // Another administrator may have changed the roles meanwhile, and an act without an answer may be done.
    rereading: {
      tags: ['loaded', 'working'],
      invoke: {
        id: 'readAgain',
        src: 'listRoles',
        onDone: { target: 'idle', actions: { type: 'keepRoles', params: fromEvent } },
        onError: { target: 'idle' },
      },
    },
  },
});
