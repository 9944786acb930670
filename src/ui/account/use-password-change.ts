import type { passwordChangeMachine, PasswordForm } from '#machines/account/password-change.machine.ts';
import { accountMessages } from '#machines/account/account-messages.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type PasswordChangeMachine = typeof passwordChangeMachine;

/** The form for changing the user's own password. @param onChanged called after each change */
export function usePasswordChange(machine: PasswordChangeMachine, onChanged?: () => void) {
  const actor = useScreenActor(machine, undefined, ({ type }) => {
    if (type === 'password.changed') onChanged?.();
  });
  const shown = useSelected(actor, (snapshot) => ({
    problem: snapshot.context.problem,
    message: snapshot.context.message,
    changes: snapshot.context.changes,
    busy: snapshot.hasTag('changing'),
    success: snapshot.hasTag('changed') ? accountMessages.changed : null,
  }));
  return { ...shown, change: (form: PasswordForm) => actor.send({ type: 'change.requested', form }) };
}

export type PasswordChange = ReturnType<typeof usePasswordChange>;
