import type { ConflictRef } from '#machines/editor/conflict.machine.ts';
import type { Side } from '#machines/editor/merged-rows.ts';
import type { Question } from '#machines/editor/save-basis.ts';
import { type Owner, useChild, useSelected } from '../../shared/use-selected.ts';

export { rowsText } from '#machines/editor/save-basis.ts';
export type { Question, Side };

const NO_QUESTIONS: Question[] = [];

/** The editor's question when another user has changed the same text. @param owner the editor's actor */
export function useConflict(owner: Owner) {
  const conflict = useChild(owner, 'conflict') as ConflictRef | undefined;
  const shown = useSelected(conflict, (snapshot) => ({
    questions: snapshot?.context.questions ?? NO_QUESTIONS,
    /** True if the user confirmed before all was chosen. */
    isIncomplete: snapshot?.context.isIncomplete ?? false,
  }));
  return {
    ...shown,
    /** @param id of the region; null for the rows */
    choose: (id: string | null, side: Side) => conflict?.send({ type: 'side.chosen', id, side }),
    chooseForAll: (side: Side) => conflict?.send({ type: 'side.chosenForAll', side }),
    editMine: (id: string, value: string) => conflict?.send({ type: 'mine.edited', id, value }),
    confirm: () => conflict?.send({ type: 'choice.confirmed' }),
  };
}
