import { useEffect } from 'react';
import type { Credentials } from '#common/calls/session.ts';
import type { loginMachine } from '#machines/session/login.machine.ts';
import { loginMessages } from '#machines/session/login-messages.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type LoginMachine = typeof loginMachine;

/**
 * The sign-in form's machine.
 * @param isWall true if the form is in place of a wall
 * @param answer answer of the identity provider, in the address; null without
 */
export function useLogin(machine: LoginMachine, isWall: boolean, answer: string | null) {
  const actor = useScreenActor(machine, { isWall, answer });
  useEffect(() => {
    // The page was restored from the browser's cache by Back.
    const show = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) actor.send({ type: 'page.shownAgain' });
    };
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, [actor]);
  const shown = useSelected(actor, (snapshot) => ({
    message: snapshot.context.message,
    busy: snapshot.hasTag('busy'),
    isAtProvider: snapshot.hasTag('atProvider'),
    isReturning: snapshot.hasTag('returning'),
    isCodeAsked: snapshot.hasTag('codeAsked'),
    success: snapshot.hasTag('succeeded') ? loginMessages.succeeded : null,
  }));
  return {
    ...shown,
    signInAtProvider: (from: string | null) => actor.send({ type: 'provider.requested', from }),
    type: () => actor.send({ type: 'form.typed' }),
    signIn: (credentials: Credentials) => actor.send({ type: 'signIn.requested', credentials }),
  };
}
