import { useSelector } from '@xstate/react';
import type { TheirChange } from '#machines/editor/their-changes.ts';
import type { TheirChangesRef, TheirChangesSnapshot } from '#machines/editor/their-changes.machine.ts';
import { type Owner, useChild } from '../../shared/use-selected.ts';

export type { TheirChange };

const NONE: TheirChange[] = [];
const read = (snapshot: TheirChangesSnapshot | undefined) => snapshot?.context.changes ?? NONE;

/** Changes of other users to the editor's document that this user has not seen yet. @param owner the editor's actor */
export function useTheirChanges(owner: Owner) {
  const actor = useChild(owner, 'theirChanges') as TheirChangesRef | undefined;
  return {
    changes: useSelector(actor, read),
    /** The user confirms that they have seen them. */
    see: () => actor?.send({ type: 'changes.seen' }),
  };
}
