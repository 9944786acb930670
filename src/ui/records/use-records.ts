import { useEffect, useId } from 'react';
import type { comparisonMachine, Sides } from '#machines/records/comparison.machine.ts';
import type { RecordFilter, recordListMachine } from '#machines/records/record-list.machine.ts';
import type { TakenRecords, takeAwayMachine } from '#machines/records/take-away.machine.ts';
import type { recordViewMachine } from '#machines/records/record-view.machine.ts';
import { useDocumentFrame } from '../document/use-document-frame.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type RecordListMachine = typeof recordListMachine;
export type RecordViewMachine = typeof recordViewMachine;
export type ComparisonMachine = typeof comparisonMachine;
export type TakeAwayMachine = typeof takeAwayMachine;

/** The names of the filter's fields. */
export const FILTERS = ['q', 'from', 'to', 'template', 'wip', 'by', 'region'] as const satisfies (keyof RecordFilter)[];

/** The list of records. @param params the address, which has the filter */
export function useRecordList(machine: RecordListMachine, params: URLSearchParams) {
  const filter = Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? ''])) as RecordFilter;
  const actor = useScreenActor(machine, { filter });
  const shown = useSelected(actor, (snapshot) => ({
    ...snapshot.context,
    loading: snapshot.hasTag('loading'),
    failed: snapshot.hasTag('failed'),
    adding: snapshot.hasTag('adding'),
  }));
  const [wanted, present] = [JSON.stringify(filter), JSON.stringify(shown.filter)];
  useEffect(() => {
    if (wanted !== present) actor.send({ type: 'filter.changed', filter: JSON.parse(wanted) as RecordFilter });
  }, [actor, wanted, present]);
  return {
    ...shown,
    more: () => actor.send({ type: 'more.requested' }),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

/** One record. */
export function useRecord(machine: RecordViewMachine, archive: string) {
  const place = useId();
  const actor = useScreenActor(machine, { archive, place });
  const shown = useSelected(actor, (snapshot) => ({
    ...snapshot.context,
    loading: snapshot.hasTag('facts.loading'),
    failed: snapshot.hasTag('facts.failed'),
    contentLoading: snapshot.hasTag('content.loading'),
    contentLoaded: snapshot.hasTag('content.loaded'),
    contentFailed: snapshot.hasTag('content.failed'),
    historyOpen: (['loading', 'loaded', 'failed'] as const).some((one) => snapshot.hasTag(`history.${one}`)),
    historyLoading: snapshot.hasTag('history.loading'),
    historyAdding: snapshot.hasTag('history.adding'),
    historyFailed: snapshot.hasTag('history.failed'),
  }));
  return {
    ...shown,
    document: useDocumentFrame(actor, place),
    retry: () => actor.send({ type: 'retry.requested' }),
    retryContent: () => actor.send({ type: 'content.retryRequested' }),
    openHistory: (region: { id: string; label: string }) => actor.send({ type: 'history.requested', region }),
    closeHistory: () => actor.send({ type: 'history.closed' }),
    moreHistory: () => actor.send({ type: 'history.moreRequested' }),
  };
}

/** A comparison. */
export function useComparison(machine: ComparisonMachine, sides: Sides) {
  const actor = useScreenActor(machine, sides);
  const shown = useSelected(actor, (snapshot) => ({
    compared: snapshot.context.compared,
    message: snapshot.context.message,
    loading: snapshot.hasTag('loading'),
    failed: snapshot.hasTag('failed'),
  }));
  return { ...shown, retry: () => actor.send({ type: 'retry.requested' }) };
}

/** Taking records away as a file. */
export function useTakeAway(machine: TakeAwayMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    format: snapshot.context.format,
    message: snapshot.context.message,
    open: snapshot.hasTag('open'),
    asking: snapshot.hasTag('asking'),
    begun: snapshot.hasTag('begun'),
  }));
  return {
    ...shown,
    start: (records: TakenRecords) => actor.send({ type: 'takeAway.requested', records }),
    choose: (format: NonNullable<typeof shown.format>) => actor.send({ type: 'format.chosen', format }),
    close: () => actor.send({ type: 'takeAway.closed' }),
  };
}
