import type { FirstRunForm, firstRunMachine } from '#machines/session/first-run.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type FirstRunMachine = typeof firstRunMachine;

/** The form of the first administrator. */
export function useFirstRun(machine: FirstRunMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    problem: snapshot.context.problem,
    message: snapshot.context.message,
    busy: snapshot.hasTag('busy'),
    isOver: snapshot.hasTag('over'),
  }));
  return { ...shown, begin: (form: FirstRunForm) => actor.send({ type: 'begin.requested', form }) };
}
