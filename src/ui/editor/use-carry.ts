import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { CarryRef, CarrySnapshot } from '#machines/editor/carry.machine.ts';

const carryOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['carry'] as CarryRef | undefined;
const shownOf = (snapshot: CarrySnapshot | undefined) => (snapshot?.hasTag('shown') ? snapshot.context.filling : null);
const isReading = (snapshot: CarrySnapshot | undefined) => snapshot?.hasTag('reading') ?? false;

/** Values of another document with which the editor's was filled. @param owner the editor's actor */
export function useCarry(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>) {
  const actor = useSelector(owner, carryOf);
  return {
    /** The message about them, until the user closes it; null without one. */
    filling: useSelector(actor, shownOf),
    isReading: useSelector(actor, isReading),
    /** Undoes all of it. */
    undo: () => actor?.send({ type: 'undo.requested' }),
    /** Also replaces regions that were filled in already. */
    fillOthers: () => actor?.send({ type: 'others.requested' }),
    dismiss: () => actor?.send({ type: 'filling.read' }),
  };
}
