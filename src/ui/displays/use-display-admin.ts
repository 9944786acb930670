import type { displayAdminMachine, PairingForm } from '#machines/displays/display-admin.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type DisplayAdminMachine = typeof displayAdminMachine;

/** The displays of the organization. */
export function useDisplayAdmin(machine: DisplayAdminMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => {
    const { displays, boards, listMessage, problem, asked, message, success, paired } = snapshot.context;
    return {
      displays,
      boards,
      listMessage,
      problem,
      asked,
      message,
      success,
      paired,
      loading: snapshot.hasTag('list.loading'),
      pairing: snapshot.hasTag('pairing'),
      updating: snapshot.hasTag('updating'),
      asksToEnd: snapshot.hasTag('confirmingEnd'),
      ending: snapshot.hasTag('ending'),
    };
  });
  return {
    ...shown,
    retry: () => actor.send({ type: 'retry.requested' }),
    pair: (form: PairingForm) => actor.send({ type: 'pairing.requested', form }),
    update: (display: string, change: { name: string; board: string }) =>
      actor.send({ type: 'update.requested', display, change }),
    askToEnd: (display: string) => actor.send({ type: 'end.requested', display }),
    confirmEnd: () => actor.send({ type: 'end.confirmed' }),
    cancelDialog: () => actor.send({ type: 'dialog.cancelled' }),
  };
}

export type DisplayAdmin = ReturnType<typeof useDisplayAdmin>;
