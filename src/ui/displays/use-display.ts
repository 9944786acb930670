import type { displayMachine } from '#machines/displays/display.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type DisplayMachine = typeof displayMachine;

const PHASES = ['unreached', 'code', 'paired', 'ended'] as const;

/** The display that this browser is, or is to become. */
export function useDisplay(machine: DisplayMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    phase: PHASES.find((phase) => snapshot.hasTag(phase)) ?? 'starting',
    code: snapshot.context.code,
    self: snapshot.context.self,
    message: snapshot.context.message,
  }));
  return { ...shown, askForCode: () => actor.send({ type: 'code.requested' }) };
}
