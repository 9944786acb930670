import { useSelector } from '@xstate/react';
import { PARTNER_ORGANIZATION } from '#config/constants.ts';
import { messages } from '#machines/messages.ts';
import type { SignupForm, SignupSnapshot } from '#machines/signup.machine.ts';
import { useApp } from './app-context.ts';
import { useScreenActor } from './use-screen-actor.ts';

const organizationOf = (snapshot: SignupSnapshot) => snapshot.context.organization;
const problemOf = (snapshot: SignupSnapshot) => snapshot.context.problem;
const isBusy = (snapshot: SignupSnapshot) => snapshot.hasTag('busy');
const successOf = (snapshot: SignupSnapshot): string | null =>
  snapshot.hasTag('succeeded') ? messages.signup.succeeded : null;

/** The sign-up form's machine. */
export function useSignup() {
  const { machines, env } = useApp();
  const actor = useScreenActor(machines.signup, undefined);
  return {
    organizations: [env.productName, PARTNER_ORGANIZATION],
    organization: useSelector(actor, organizationOf),
    problem: useSelector(actor, problemOf),
    busy: useSelector(actor, isBusy),
    success: useSelector(actor, successOf),
    chooseOrganization: (organization: string) => actor.send({ type: 'organization.chosen', organization }),
    register: (form: SignupForm) => actor.send({ type: 'registration.requested', form }),
  };
}
