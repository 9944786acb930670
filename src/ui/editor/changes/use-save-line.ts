import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { SaveLineRef, SaveLineSnapshot } from '#machines/editor/save-line.machine.ts';

const lineOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['saveLine'] as SaveLineRef | undefined;
const savedAt = (snapshot: SaveLineSnapshot | undefined) => snapshot?.context.savedAt ?? null;
const isSaving = (snapshot: SaveLineSnapshot | undefined) => snapshot?.hasTag('saving') ?? false;
const isWaiting = (snapshot: SaveLineSnapshot | undefined) => snapshot?.hasTag('waiting') ?? false;
const isOffline = (snapshot: SaveLineSnapshot | undefined) => snapshot?.hasTag('offline') ?? false;

/** The state of an editor's saves. @param owner the editor's actor */
export function useSaveLine(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>) {
  const line = useSelector(owner, lineOf);
  return {
    /** By the host's clock; null if nothing was saved since the document was opened. */
    savedAt: useSelector(line, savedAt),
    isSaving: useSelector(line, isSaving),
    /** The host was not reached: the save is repeated automatically. */
    isWaiting: useSelector(line, isWaiting),
    /** The browser has no network. */
    isOffline: useSelector(line, isOffline),
  };
}
