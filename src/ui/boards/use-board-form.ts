import { type BoardDraft, borderOf, withBorder, withoutPane, withPane } from '#machines/boards/board-draft.ts';
import type { boardFormMachine } from '#machines/boards/board-form.machine.ts';
import { phaseOf } from '../shared/phase.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type BoardFormMachine = typeof boardFormMachine;

/**
 * Making or editing a board.
 * @param uuid of the board; null for a new one. Another one needs a new `key` on the component
 */
export function useBoardForm(machine: BoardFormMachine, uuid: string | null) {
  const actor = useScreenActor(machine, { uuid });
  const shown = useSelected(actor, (snapshot) => {
    const phase = snapshot.hasTag('filled') ? 'loaded' : phaseOf((one) => one !== 'loaded' && snapshot.hasTag(one));
    return { ...snapshot.context, phase, saving: snapshot.hasTag('saving') };
  });
  const become = (make: (draft: BoardDraft) => BoardDraft): void =>
    actor.send({ type: 'draft.changed', draft: make(actor.getSnapshot().context.draft) });
  return {
    ...shown,
    change: (patch: Partial<BoardDraft>) => become((draft) => ({ ...draft, ...patch })),
    addPane: () => become(withPane),
    removePane: (place: number) => become((draft) => withoutPane(draft, place)),
    /** Place of the border after a pane, in twelfths from the left, and between which two it can be moved. */
    borderAfter: (place: number) => borderOf(shown.draft, place),
    /** Moves the border after a pane to a twelfth from the left. */
    moveBorder: (place: number, twelfth: number) => become((draft) => withBorder(draft, place, twelfth)),
    save: () => actor.send({ type: 'save.requested' }),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

export type BoardForm = ReturnType<typeof useBoardForm>;
