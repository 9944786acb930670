import { type BoardDraft, withPane } from '#machines/board-draft.ts';
import type { boardFormMachine } from '#machines/board-form.machine.ts';
import { phaseOf } from './phase.ts';
import { useScreenActor } from './use-screen-actor.ts';
import { useSelected } from './use-selected.ts';

export type BoardFormMachine = typeof boardFormMachine;

/**
 * Making or editing a board.
 * @param uuid of the board; null for a new one. Another one needs a new `key` on the component
 * @param isKept whether the host keeps boards; else the result is an address
 */
export function useBoardForm(machine: BoardFormMachine, uuid: string | null, isKept: boolean) {
  const actor = useScreenActor(machine, { uuid, isKept });
  const shown = useSelected(actor, (snapshot) => {
    const { choices, draft, problem, message, address } = snapshot.context;
    const phase = snapshot.hasTag('filled') ? 'loaded' : phaseOf((one) => one !== 'loaded' && snapshot.hasTag(one));
    return { phase, choices, draft, problem, message, address, saving: snapshot.hasTag('saving') };
  });
  const change = (patch: Partial<BoardDraft>): void =>
    actor.send({ type: 'draft.changed', draft: { ...actor.getSnapshot().context.draft, ...patch } });
  return {
    ...shown,
    isKept,
    change,
    addPane: () => change(withPane(actor.getSnapshot().context.draft)),
    save: () => actor.send({ type: 'save.requested' }),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

export type BoardForm = ReturnType<typeof useBoardForm>;
