import type { OwnSession } from '#common/calls/account.ts';
import { accountMachine } from '#machines/account/account.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';

const session = (uuid: string, is_this: boolean): OwnSession => ({
  uuid,
  is_this,
  opened_on: 1_750_000_000_000,
  used_on: 1_750_000_000_000,
  address: '192.0.2.7',
  agent: null,
});
const both = [session('s-1', true), session('s-2', false)];

export const accountModel = defineModel(accountMachine)({
  outcomes: {
    listSessions: ({ snapshot: { context } }) => ({
      'the sessions': {
        output: context.ended === 's-2' && context.sessions.length === 1 ? [session('s-1', true)] : both,
      },
      'not reached': { error: failures.network },
    }),
    endSession: { ended: { output: undefined }, 'not reached': { error: failures.network } },
  },
  events: () => ({
    'ends the other one': { type: 'end.requested', session: 's-2' },
    'changes the password': { type: 'sessions.changed' },
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    sessions: context.sessions.map(({ uuid }) => uuid),
    listMessage: context.listMessage,
    message: context.message,
    ended: context.ended,
  }),
  never: {
    'this session ended here': ({ snapshot }) => snapshot.can({ type: 'end.requested', session: 's-1' }),
    'a session gone from the list before the host said so': ({ before, snapshot, label }) =>
      snapshot.context.sessions.length < before.context.sessions.length &&
      !['endSession: ended', 'listSessions: the sessions'].includes(label),
    'an ended session that stays in the list, or another one that goes': {
      after: ['endSession: ended'],
      breaks: ({ before, snapshot }) =>
        snapshot.context.sessions.some(({ uuid }) => uuid === 's-2') ||
        !before.context.sessions.every((one) => one.uuid === 's-2' || snapshot.context.sessions.includes(one)),
    },
    'a list that is not read again after sessions ended': {
      after: ['endSession: ended', 'changes the password'],
      breaks: ({ snapshot }) => !snapshot.hasTag('loading'),
    },
    'a list that did not come, and of which that is not said': {
      after: ['listSessions: not reached'],
      breaks: ({ snapshot }) => snapshot.context.listMessage === null || !snapshot.hasTag('failed'),
    },
    'a failure that is not said': {
      after: ['endSession: not reached'],
      breaks: ({ snapshot }) => snapshot.context.message === null,
    },
  },
});
