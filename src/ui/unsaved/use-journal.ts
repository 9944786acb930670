import { useMemo } from 'react';
import { useSelector } from '@xstate/react';
import type { JournalRef, JournalSnapshot } from '#machines/unsaved/journal.machine.ts';
import { type Owner, useChild, useSelected } from '../shared/use-selected.ts';

const useJournalRef = (owner: Owner) => useChild(owner, 'journal') as JournalRef | undefined;
type Tag = Parameters<JournalSnapshot['hasTag']>[0];

/** One of its states, for a part of the screen that alone renders again with it. */
export const useJournalTag = (owner: Owner, tag: Tag): boolean =>
  useSelector(useJournalRef(owner), (snapshot) => snapshot?.hasTag(tag) ?? false);

/**
 * The journal that the editor's machine has invoked as `journal`: its document's text on this device.
 * @param owner the editor's actor
 */
export function useJournal(owner: Owner) {
  const journal = useJournalRef(owner);
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
  const shown = useSelected(journal, (snapshot) => {
    const is = (tag: Tag) => snapshot?.hasTag(tag) ?? false;
    const found = (is('found') && snapshot?.context.found) || null;
    return {
      /** Unsaved text from before, which is offered. */
      found: found === 'unreadable' ? null : found,
      /** It is on no disk, and lost with the page. */
      isFoundAtRisk: found !== null && found !== 'unreadable' && !is('onDisk'),
      isUnreadable: is('unreadable'),
      isRestoring: is('restoring'),
      isNotRestored: is('notRestored'),
      isComparing: is('comparing'),
      /** The document's current rows, as reported for the comparison; null before that. */
      rowsNow: snapshot?.context.rowsNow ?? null,
      isAskingToDiscard: is('confirmingDiscard'),
      /** True if all but the rows is stored, because the document does not list them. */
      isKeptInPart: is('keptInPart'),
      /** True if storing has failed. */
      isFailed: is('failed'),
      /** Another tab of the browser has the document open, and stores its text. */
      isElsewhere: is('elsewhere'),
      isRefused: is('refused'),
      /** Number of older texts that were deleted for want of room. */
      dropped: snapshot?.context.dropped ?? 0,
    };
  });
  return { ...actions, ...shown };
}

/** Props of the editor's views about the journal. */
export type JournalView = ReturnType<typeof useJournal>;
