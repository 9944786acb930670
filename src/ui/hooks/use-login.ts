import type { Credentials } from '#api/contract/session.ts';
import type { loginMachine } from '#machines/login.machine.ts';
import { loginMessages } from '#machines/login-messages.ts';
import { useScreenActor } from './use-screen-actor.ts';
import { useSelected } from './use-selected.ts';

export type LoginMachine = typeof loginMachine;

/** The sign-in form's machine. @param isWall whether the form stands in the place of a wall */
export function useLogin(machine: LoginMachine, isWall: boolean) {
  const actor = useScreenActor(machine, { isWall });
  const shown = useSelected(actor, (snapshot) => ({
    message: snapshot.context.message,
    busy: snapshot.hasTag('busy'),
    isCodeAsked: snapshot.hasTag('codeAsked'),
    success: snapshot.hasTag('succeeded') ? loginMessages.succeeded : null,
  }));
  return {
    ...shown,
    type: () => actor.send({ type: 'form.typed' }),
    signIn: (credentials: Credentials) => actor.send({ type: 'signIn.requested', credentials }),
  };
}
