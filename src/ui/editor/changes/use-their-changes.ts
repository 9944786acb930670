import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { TheirChange } from '#machines/editor/their-changes.ts';
import type { TheirChangesRef, TheirChangesSnapshot } from '#machines/editor/their-changes.machine.ts';

export type { TheirChange };

const NONE: TheirChange[] = [];
const changesOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['theirChanges'] as TheirChangesRef | undefined;
const read = (snapshot: TheirChangesSnapshot | undefined) => snapshot?.context.changes ?? NONE;

/** Changes of other users to the editor's document that this user has not seen yet. @param owner the editor's actor */
export function useTheirChanges(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>) {
  const actor = useSelector(owner, changesOf);
  return {
    changes: useSelector(actor, read),
    /** The user confirms that they have seen them. */
    see: () => actor?.send({ type: 'changes.seen' }),
  };
}
