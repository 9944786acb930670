import { useEffect, useId, useMemo } from 'react';
import { paths } from '#common/config/paths.ts';
import type { FieldHistory, Hold, RecordCheck, RecordFields, RecordsPage } from '#common/calls/records.ts';
import type { NamedRegion } from '#document/host/stage.ts';
import type { HoldAct } from '#machines/records/hold-acts.ts';
import type { comparisonMachine, Sides } from '#machines/records/comparison.machine.ts';
import type { Field, RecordChoices, RecordFilter } from '#machines/records/record-readings.ts';
import type { TakenRecords, takeAwayMachine } from '#machines/records/take-away.machine.ts';
import type { recordViewMachine } from '#machines/records/record-view.machine.ts';
import type { StoredDocumentRef } from '#machines/records/stored-document.machine.ts';
import type { ManagedList } from '#machines/shared/managed-list.ts';
import type { Reading, ReadingRef } from '#machines/shared/reading.ts';
import { useDocumentFrame } from '../document/use-document-frame.ts';
import { useNavigation } from '../shared/navigation-context.ts';
import { useReading, useReadingOf } from '../lists/use-reading.ts';
import { useManagedList } from '../shared/use-managed-list.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { type Owner, useChild, tagsOf, useSelected } from '../shared/use-selected.ts';

export { releaseField } from '#machines/records/hold-acts.ts';

export type RecordListMachine = Reading<RecordsPage, RecordFilter>;
export type RecordChoicesMachine = Reading<RecordChoices>;
export type RecordCheckMachine = Reading<RecordCheck | null, number>;
export type RecordViewMachine = typeof recordViewMachine;
/** The fields of a record; the filter is the record and words of their names. */
export type RecordFieldsMachine = Reading<RecordFields, { archive: string; q: string }>;
export type FieldHistoryMachine = Reading<FieldHistory, Field>;
export type ComparisonMachine = typeof comparisonMachine;
export type TakeAwayMachine = typeof takeAwayMachine;

/** The names of the filter's fields. */
export const FILTERS = ['q', 'from', 'to', 'template', 'wip', 'by', 'region'] as const satisfies (keyof RecordFilter)[];

const NO_RECORDS: RecordsPage = { records: [], standing: [], next: null, count: 0, complete_since: null };
const NO_CHOICES: RecordChoices = { templates: [], people: [], fingerprint: null };

/**
 * The list of records, and what there is to choose from.
 * @param params the address, which has the filter
 */
export function useRecordList(machine: RecordListMachine, choices: RecordChoicesMachine, params: URLSearchParams) {
  const wanted = Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? ''])) as RecordFilter;
  const { actor, filter, ...list } = useReading(machine, wanted);
  const read = useReading(choices, undefined);
  const [next, present] = [JSON.stringify(wanted), JSON.stringify(filter)];
  useEffect(() => {
    if (next !== present) actor.send({ type: 'filter.changed', filter: JSON.parse(next) as RecordFilter });
  }, [actor, next, present]);
  return {
    ...list,
    filter,
    page: list.data ?? NO_RECORDS,
    choices: read.data ?? NO_CHOICES,
    choicesMessage: read.message,
    retry: () => {
      list.retry();
      read.retry();
    },
  };
}

/** One record. @param asked the field whose history was asked for on a live page */
export function useRecord(machine: RecordViewMachine, archive: string, asked: NamedRegion | undefined) {
  const [place, navigation] = [useId(), useNavigation()];
  const actor = useScreenActor(machine, { archive, place });
  const shown = useSelected(actor, (snapshot) => ({
    ...snapshot.context,
    ...tagsOf(snapshot, 'loading', 'failed'),
    historyOpen: snapshot.hasTag('history'),
  }));
  useEffect(() => {
    if (!shown.reply || !asked) return;
    actor.send({ type: 'history.requested', region: asked });
    // Once: not again when the page is reloaded.
    navigation.follow(paths.record(archive));
  }, [actor, shown.reply, asked, navigation, archive]);
  return {
    ...shown,
    owner: actor,
    retry: () => actor.send({ type: 'retry.requested' }),
    openHistory: (region: NamedRegion) => actor.send({ type: 'history.requested', region }),
    closeHistory: () => actor.send({ type: 'history.closed' }),
  };
}

/** The check of one record, each time that it is asked for. */
export function useRecordCheck(machine: RecordCheckMachine) {
  const { data, filter, loading, message, find } = useReading(machine, 0);
  return {
    result: loading || message !== null ? null : data,
    checking: loading && filter > 0,
    message,
    check: () => find(filter + 1),
  };
}

/** The document that an owner's machine has invoked under a name, if it has. */
export const useStoredDocumentOf = (owner: Owner, name: string) =>
  useChild(owner, name) as StoredDocumentRef | undefined;

/** A submission, or a document as it is saved. @param actor undefined before it is known which @param openHistory as in `useDocumentFrame` */
export function useStoredDocument(
  actor: StoredDocumentRef | undefined,
  openHistory?: (region?: NamedRegion) => boolean,
) {
  const { place, ...shown } = useSelected(actor, (snapshot) => ({
    place: snapshot?.context.place ?? '',
    message: snapshot?.context.message ?? null,
    ...tagsOf(snapshot, 'loading', 'loaded', 'failed'),
  }));
  return {
    ...shown,
    document: useDocumentFrame(actor, place, { openHistory }),
    retry: () => actor?.send({ type: 'retry.requested' }),
  };
}

const NO_VALUES: FieldHistory = { values: [], next: null, count: 0 };

/** The values of a field that a record's machine shows, if it shows any. @param owner the record's actor */
export const useOpenHistory = (owner: Owner) =>
  useChild(owner, 'history') as ReadingRef<FieldHistory, Field> | undefined;

/** The values of a field over time. @param actor undefined while none are shown */
export function useFieldHistory(actor: ReadingRef<FieldHistory, Field> | undefined) {
  const { data, filter, find, ...shown } = useReadingOf<FieldHistory, Field>(actor);
  return {
    ...shown,
    // Not those of the choice before.
    ...((shown.loaded ? data : null) ?? NO_VALUES),
    /** The document; null for all of its template. */
    wip: filter?.wip ?? null,
    isOfAll: filter?.isOfAll ?? false,
    choose: (isOfAll: boolean) => filter && find({ ...filter, isOfAll }),
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

/** Makes the machine of the holds that cover an archive. */
export type HoldsOf = (archive: string) => ManagedList<Hold[], HoldAct>;

/** The holds that cover an archive. */
export const useHolds = (holdsOf: HoldsOf, archive: string) =>
  useManagedList(useMemo(() => holdsOf(archive), [holdsOf, archive]));

/** The day of a moment in the viewer's zone. @param at epoch milliseconds */
export function dayOfMoment(at: number): { from: string; to: string } {
  const [from, to] = [new Date(at), new Date(at)];
  from.setHours(0, 0, 0, 0);
  to.setHours(24, 0, 0, 0);
  return { from: from.toISOString(), to: to.toISOString() };
}
