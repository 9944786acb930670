import { useSelector } from '@xstate/react';
import type { Credentials } from '#api/contract/session.ts';
import type { LoginSnapshot } from '#machines/login.machine.ts';
import { loginMessages } from '#machines/login-messages.ts';
import { useApp } from './app-context.ts';
import { useScreenActor } from './use-screen-actor.ts';

const messageOf = (snapshot: LoginSnapshot): string | null => snapshot.context.message;
const isBusy = (snapshot: LoginSnapshot): boolean => snapshot.hasTag('busy');
const successOf = (snapshot: LoginSnapshot): string | null =>
  snapshot.hasTag('succeeded') ? loginMessages.succeeded : null;

/** The sign-in form's machine. */
export function useLogin() {
  const actor = useScreenActor(useApp().loginMachine, undefined);
  return {
    message: useSelector(actor, messageOf),
    busy: useSelector(actor, isBusy),
    success: useSelector(actor, successOf),
    signIn: (credentials: Credentials) => actor.send({ type: 'signIn.requested', credentials }),
  };
}
