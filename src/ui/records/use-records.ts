import { useEffect, useId } from 'react';
import type { FieldHistory } from '#common/calls/records.ts';
import type { comparisonMachine, Sides } from '#machines/records/comparison.machine.ts';
import type { RecordFilter, recordListMachine } from '#machines/records/record-list.machine.ts';
import type { TakenRecords, takeAwayMachine } from '#machines/records/take-away.machine.ts';
import type { fieldHistoryMachine, FieldHistoryRef } from '#machines/records/field-history.machine.ts';
import type { recordViewMachine } from '#machines/records/record-view.machine.ts';
import type { StoredDocumentRef } from '#machines/records/stored-document.machine.ts';
import { useDocumentFrame } from '../document/use-document-frame.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { type Owner, useChild, tagsOf, useSelected } from '../shared/use-selected.ts';

export type RecordListMachine = typeof recordListMachine;
export type RecordViewMachine = typeof recordViewMachine;
export type FieldHistoryMachine = typeof fieldHistoryMachine;
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
    ...tagsOf(snapshot, 'loading', 'failed', 'adding'),
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
    ...tagsOf(snapshot, 'loading', 'failed'),
    historyOpen: snapshot.hasTag('history'),
  }));
  return {
    ...shown,
    owner: actor,
    retry: () => actor.send({ type: 'retry.requested' }),
    openHistory: (region: { id: string; label: string }) => actor.send({ type: 'history.requested', region }),
    closeHistory: () => actor.send({ type: 'history.closed' }),
  };
}

/** The document that an owner's machine has invoked under a name, if it has. */
export const useStoredDocumentOf = (owner: Owner, name: string) =>
  useChild(owner, name) as StoredDocumentRef | undefined;

/** A submission, or a document as it is saved. @param actor undefined before it is known which */
export function useStoredDocument(actor: StoredDocumentRef | undefined) {
  const { place, ...shown } = useSelected(actor, (snapshot) => ({
    place: snapshot?.context.place ?? '',
    message: snapshot?.context.message ?? null,
    ...tagsOf(snapshot, 'loading', 'loaded', 'failed'),
  }));
  return {
    ...shown,
    document: useDocumentFrame(actor, place),
    retry: () => actor?.send({ type: 'retry.requested' }),
  };
}

const NO_VALUES: FieldHistory = { values: [], next: null, count: 0 };

/** The values of a field that a record's machine shows, if it shows any. @param owner the record's actor */
export const useOpenHistory = (owner: Owner) => useChild(owner, 'history') as FieldHistoryRef | undefined;

/** The values of a field over time. @param actor undefined while none are shown */
export function useFieldHistory(actor: FieldHistoryRef | undefined) {
  const { context, ...shown } = useSelected(actor, (snapshot) => ({
    context: snapshot?.context,
    ...tagsOf(snapshot, 'loading', 'loaded', 'failed', 'adding'),
  }));
  return {
    ...shown,
    ...(context?.page ?? NO_VALUES),
    message: context?.message ?? null,
    /** The document; null for all of its template. */
    wip: context?.wip ?? null,
    isOfAll: context?.isOfAll ?? false,
    choose: (isOfAll: boolean) => actor?.send({ type: 'scope.chosen', isOfAll }),
    more: () => actor?.send({ type: 'more.requested' }),
    retry: () => actor?.send({ type: 'retry.requested' }),
  };
}

/** A comparison. */
export function useComparison(machine: ComparisonMachine, sides: Sides) {
  const [from, to] = [useId(), useId()];
  const actor = useScreenActor(machine, { sides, places: { from, to } });
  const shown = useSelected(actor, (snapshot) => ({
    compared: snapshot.context.compared,
    message: snapshot.context.message,
    ...tagsOf(snapshot, 'loading', 'failed'),
  }));
  return { ...shown, owner: actor, retry: () => actor.send({ type: 'retry.requested' }) };
}

/** Taking records away as a file. */
export function useTakeAway(machine: TakeAwayMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    format: snapshot.context.format,
    message: snapshot.context.message,
    ...tagsOf(snapshot, 'open', 'asking', 'begun'),
  }));
  return {
    ...shown,
    start: (records: TakenRecords) => actor.send({ type: 'takeAway.requested', records }),
    choose: (format: NonNullable<typeof shown.format>) => actor.send({ type: 'format.chosen', format }),
    close: () => actor.send({ type: 'takeAway.closed' }),
  };
}
