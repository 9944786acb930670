import type { ListAct } from '#machines/shared/managed-list.machine.ts';
import type { ManagedList } from '#machines/shared/managed-list.ts';
import { useScreenActor } from './use-screen-actor.ts';
import { tagsOf, useSelected } from './use-selected.ts';

/**
 * A list that administrators manage.
 * @param place the key of a place in the page, for the further chart of the feature
 */
export function useManagedList<Data, Act extends ListAct>(machine: ManagedList<Data, Act>, place = '') {
  const actor = useScreenActor(machine, { place });
  const { data, act, ...shown } = useSelected(actor, (snapshot) => ({
    ...snapshot.context,
    ...tagsOf(snapshot, 'loading', 'working'),
    isAsking: snapshot.hasTag('asking'),
  }));
  return {
    ...shown,
    actor,
    data: data as Data | null,
    /** The act that was requested last. */
    act: act as Act | null,
    retry: () => actor.send({ type: 'retry.requested' }),
    request: (wanted: Act) => actor.send({ type: 'act.requested', act: wanted }),
    confirm: () => actor.send({ type: 'act.confirmed' }),
    cancel: () => actor.send({ type: 'dialog.cancelled' }),
  };
}
