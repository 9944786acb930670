import { accountMessages } from '#machines/account/account-messages.ts';
import type { FactorForm, secondFactorMachine } from '#machines/account/second-factor.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type SecondFactorMachine = typeof secondFactorMachine;

/** The user's own second factor. @param onSet called when it is on, and the user's other sessions have ended */
export function useSecondFactor(machine: SecondFactorMachine, onSet?: () => void) {
  const actor = useScreenActor(machine, undefined, ({ type }) => {
    if (type === 'factor.set') onSet?.();
  });
  const shown = useSelected(actor, (snapshot) => {
    const { factor, secret, codes, problem, message } = snapshot.context;
    const phases = ['loading', 'failed', 'pairing', 'handing', 'removing', 'on', 'off'] as const;
    return {
      phase: phases.find((one) => snapshot.hasTag(one)) ?? 'loading',
      factor,
      secret,
      codes,
      problem,
      message,
      busy: snapshot.hasTag('busy'),
      copied: snapshot.hasTag('copied')
        ? accountMessages.copied
        : snapshot.hasTag('uncopied')
          ? accountMessages.notCopied
          : '',
    };
  });
  return {
    ...shown,
    retry: () => actor.send({ type: 'retry.requested' }),
    begin: () => actor.send({ type: 'setup.requested' }),
    cancel: () => actor.send({ type: 'setup.cancelled' }),
    give: (form: FactorForm) => actor.send({ type: 'factor.given', form }),
    copy: () => actor.send({ type: 'copy.requested' }),
    putAway: () => actor.send({ type: 'codes.dismissed' }),
    askToRemove: () => actor.send({ type: 'removal.requested' }),
    keep: () => actor.send({ type: 'removal.cancelled' }),
    remove: (form: FactorForm) => actor.send({ type: 'removal.given', form }),
  };
}

export type SecondFactorView = ReturnType<typeof useSecondFactor>;
