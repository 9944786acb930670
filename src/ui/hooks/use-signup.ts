import { PARTNER_ORGANIZATION } from '#config/constants.ts';
import { messages } from '#machines/messages.ts';
import type { SignupForm, signupMachine } from '#machines/signup.machine.ts';
import { useApp } from './app-context.ts';
import { useScreenActor } from './use-screen-actor.ts';
import { useSelected } from './use-selected.ts';

export type SignupMachine = typeof signupMachine;

/** The sign-up form's machine. */
export function useSignup(machine: SignupMachine) {
  const { env } = useApp();
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    organization: snapshot.context.organization,
    problem: snapshot.context.problem,
    busy: snapshot.hasTag('busy'),
    success: snapshot.hasTag('succeeded') ? messages.signup.succeeded : null,
  }));
  return {
    ...shown,
    organizations: [env.productName, PARTNER_ORGANIZATION],
    chooseOrganization: (organization: string) => actor.send({ type: 'organization.chosen', organization }),
    register: (form: SignupForm) => actor.send({ type: 'registration.requested', form }),
  };
}
