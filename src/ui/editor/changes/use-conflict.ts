import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { ConflictRef, ConflictSnapshot } from '#machines/editor/conflict.machine.ts';
import type { Side } from '#machines/editor/merged-rows.ts';
import type { Question } from '#machines/editor/save-basis.ts';

export { rowsText } from '#machines/editor/save-basis.ts';
export type { Question, Side };

const conflictOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['conflict'] as ConflictRef | undefined;
const NO_QUESTIONS: Question[] = [];
const questionsOf = (snapshot: ConflictSnapshot | undefined) => snapshot?.context.questions ?? NO_QUESTIONS;
const isIncomplete = (snapshot: ConflictSnapshot | undefined) => snapshot?.context.isIncomplete ?? false;

/** The editor's question when another user has changed the same text. @param owner the editor's actor */
export function useConflict(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>) {
  const conflict = useSelector(owner, conflictOf);
  return {
    questions: useSelector(conflict, questionsOf),
    /** True if the user confirmed before all was chosen. */
    isIncomplete: useSelector(conflict, isIncomplete),
    /** @param id of the region; null for the rows */
    choose: (id: string | null, side: Side) => conflict?.send({ type: 'side.chosen', id, side }),
    chooseForAll: (side: Side) => conflict?.send({ type: 'side.chosenForAll', side }),
    editMine: (id: string, value: string) => conflict?.send({ type: 'mine.edited', id, value }),
    confirm: () => conflict?.send({ type: 'choice.confirmed' }),
  };
}
