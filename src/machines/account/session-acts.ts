import type { OwnSession } from '#common/calls/account.ts';
import { managedList } from '../shared/managed-list.ts';
import { sessionsMessage } from './account-messages.ts';

export type SessionAct = { kind: 'end'; session: string };

/**
 * The user's own sessions (ADR 54): the list, and ending a session, one at a time. A session leaves the list only after the host has confirmed its end. The
 * reply to an act is the list as it is then; null if it could not be read.
 */
export const sessionList = managedList<OwnSession[], SessionAct, OwnSession[] | null>({
  empty: [],
  listFailed: (failure) => sessionsMessage('listing', failure),
  asks: () => false,
  after: (all, { session }, now) => now ?? all.filter(({ uuid }) => uuid !== session),
  doneText: () => null,
  failedText: (_, failure) => sessionsMessage('ending', failure),
});
