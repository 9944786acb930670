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
 * The journal that the editor's machine has invoked as `journal`: its document's text on this device.
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
    /** True until it is known if there is any. */
    isLooking: useSelector(journal, is('looking')),
    isUnreadable: useSelector(journal, is('unreadable')),
    isRestoring: useSelector(journal, is('restoring')),
    isNotRestored: useSelector(journal, is('notRestored')),
    isComparing: useSelector(journal, is('comparing')),
    /** The document's current rows, as reported for the comparison; null before that. */
    rowsNow: useSelector(journal, (snapshot: Maybe) => snapshot?.context.rowsNow ?? null),
    isAskingToDiscard: useSelector(journal, is('confirmingDiscard')),
    /** True if typed text is stored on this device. */
    isOnDisk: useSelector(journal, is('onDisk')),
    /** True if all text typed so far is stored. */
    isKept: useSelector(journal, is('kept')),
    /** True if all but the rows is stored, because the document does not list them. */
    isKeptInPart: useSelector(journal, is('keptInPart')),
    /** True if storing has failed. */
    isFailed: useSelector(journal, is('failed')),
    /** Another tab of the browser has the document open, and stores its text. */
    isElsewhere: useSelector(journal, is('elsewhere')),
    isRefused: useSelector(journal, is('refused')),
    /** Number of older texts that were deleted for want of room. */
    dropped: useSelector(journal, (snapshot: Maybe) => snapshot?.context.dropped ?? 0),
  };
}

/** Props of the editor's views about the journal. */
export type JournalView = ReturnType<typeof useJournal>;
