import { missingOf, type Step, STEPS } from '#machines/set-up/set-up-steps.ts';
import type { setUpMachine } from '#machines/set-up/set-up.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type SetUpMachine = typeof setUpMachine;
export type { Step };

/** The steps that this host offers, and their states. */
export function useSetUp(machine: SetUpMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    facts: snapshot.context,
    loading: snapshot.hasTag('loading'),
    message: snapshot.context.message,
  }));
  const { done, skipped } = shown.facts;
  return {
    ...shown,
    steps: STEPS.flatMap((step) =>
      done[step] === undefined ? [] : [{ step, isDone: done[step], isSkipped: skipped.includes(step) }],
    ),
    missing: missingOf(shown.facts),
    retry: () => actor.send({ type: 'retry.requested' }),
    skip: (step: Step) => actor.send({ type: 'step.skipped', step }),
    resume: (step: Step) => actor.send({ type: 'step.resumed', step }),
  };
}
