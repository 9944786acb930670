import type { Reading, ReadingRef } from '#machines/shared/reading.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { tagsOf, useSelected } from '../shared/use-selected.ts';

/** Something read from the host. @param actor undefined while nothing is read */
export function useReadingOf<Data, Filter>(actor: ReadingRef<Data, Filter> | undefined) {
  const { data, filter, ...shown } = useSelected(actor, (snapshot) => ({
    data: snapshot?.context.data ?? null,
    filter: snapshot?.context.filter,
    message: snapshot?.context.message ?? null,
    ...tagsOf(snapshot, 'loading', 'loaded', 'failed', 'adding'),
  }));
  return {
    ...shown,
    data: data as Data | null,
    filter: filter as Filter,
    find: (wanted: Filter) => actor?.send({ type: 'filter.changed', filter: wanted }),
    more: () => actor?.send({ type: 'more.requested' }),
    retry: () => actor?.send({ type: 'retry.requested' }),
  };
}

/** The same by the machine of a screen. @param filter of the first read */
export function useReading<Data, Filter>(machine: Reading<Data, Filter>, filter: Filter) {
  const actor = useScreenActor(machine, { filter });
  return { ...useReadingOf<Data, Filter>(actor), actor };
}
