import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { JournalRef, JournalSnapshot } from '#machines/unsaved/journal.machine.ts';

const journalOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['journal'] as JournalRef | undefined;
const foundOf = (snapshot: Maybe) => {
  const found = snapshot?.hasTag('found') ? snapshot.context.found : null;
  return found === 'unreadable' ? null : found;
};
type Maybe = JournalSnapshot | undefined;

/**
 * The journal that the editor's machine has invoked as `journal`: what lies on this device of its document.
 * @param owner the editor's actor
 */
export function useJournal(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>) {
  const journal = useSelector(owner, journalOf);
  const is = (tag: Parameters<JournalSnapshot['hasTag']>[0]) => (snapshot: Maybe) => snapshot?.hasTag(tag) ?? false;
  const actions = useMemo(
    () => ({
      restore: () => journal?.send({ type: 'restore.requested' }),
      compare: () => journal?.send({ type: 'compare.requested' }),
      closeComparison: () => journal?.send({ type: 'comparison.closed' }),
      discard: () => journal?.send({ type: 'discard.requested' }),
      confirmDiscard: () => journal?.send({ type: 'discard.confirmed' }),
      cancelDiscard: () => journal?.send({ type: 'discard.cancelled' }),
      dismissNotice: () => journal?.send({ type: 'notice.dismissed' }),
    }),
    [journal],
  );
  return {
    ...actions,
    /** Unsaved text from before, which is offered. */
    found: useSelector(journal, foundOf),
    /** It is not known yet whether there is some. */
    isLooking: useSelector(journal, is('looking')),
    isUnreadable: useSelector(journal, is('unreadable')),
    isRestoring: useSelector(journal, is('restoring')),
    isNotRestored: useSelector(journal, is('notRestored')),
    isComparing: useSelector(journal, is('comparing')),
    /** The rows that the document holds, as it told them for the comparison; null before that. */
    rowsNow: useSelector(journal, (snapshot: Maybe) => snapshot?.context.rowsNow ?? null),
    isAskingToDiscard: useSelector(journal, is('confirmingDiscard')),
    /** Typed text is kept on this device. */
    isOnDisk: useSelector(journal, is('onDisk')),
    /** All that was typed so far is there. */
    isKept: useSelector(journal, is('kept')),
    /** But for rows, which the document does not list. */
    isKeptInPart: useSelector(journal, is('keptInPart')),
    /** It should be, and cannot. */
    isFailed: useSelector(journal, is('failed')),
    /** Another tab of the browser has the document open, and keeps its text. */
    isElsewhere: useSelector(journal, is('elsewhere')),
    isRefused: useSelector(journal, is('refused')),
    /** How much older text had to go for want of room. */
    dropped: useSelector(journal, (snapshot: Maybe) => snapshot?.context.dropped ?? 0),
  };
}

/** What the editor's views are told of the journal. */
export type JournalView = ReturnType<typeof useJournal>;
