import { PARTNER_ORGANIZATION } from '#common/config/constants.ts';
import { messages } from '#machines/shared/messages.ts';
import type { SignupForm, signupMachine } from '#machines/session/signup.machine.ts';
import { useApp } from '../shared/app-context.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

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
