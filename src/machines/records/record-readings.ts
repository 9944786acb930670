import type { FieldHistory, RecordCheck, RecordFields, RecordsPage } from '#common/calls/records.ts';
import { reading } from '../shared/reading.ts';
import { recordMessage } from './record-texts.ts';

/** Filter of the list as the address has it, with times in the viewer's zone; empty for all. */
export type RecordFilter = {
  q: string;
  from: string;
  to: string;
  template: string;
  wip: string;
  by: string;
  region: string;
};

/** Documents and users to choose from, and the key by which a bundle is compared. */
export type RecordChoices = {
  templates: readonly { readonly uuid: string; readonly name: string | null }[];
  people: readonly { readonly uuid: string; readonly name: string }[];
  /** That of the key that signs the checkpoints, for administrators; null if there is none yet. */
  fingerprint: string | null;
};

/** A region of a template's documents. `wip`: one of these documents; null for none. `isOfAll`: its values in all documents of the template. */
export type Field = { template: string; wip: string | null; region: string; isOfAll: boolean };

/** The records: all submissions that match a filter, newest first. What was there before the filter's time comes with the first page. */
export const recordList = reading<RecordsPage, RecordFilter>(
  (failure) => recordMessage('listing', failure),
  (before, more) => ({
    ...more,
    standing: before.standing,
    standing_count: before.standing_count,
    records: [...before.records, ...more.records],
  }),
);

export const recordChoices = reading<RecordChoices>((failure) => recordMessage('choosing', failure));

/** The fields of one record in the order of its document. `q`: words of their names. */
export const recordFields = reading<RecordFields, { archive: string; q: string }>(
  (failure) => recordMessage('fields', failure),
  (before, more) => ({ ...more, fields: [...before.fields, ...more.fields] }),
);

/** The check of a record. The filter counts how often it was asked for: null before the first time. */
export const recordCheck = reading<RecordCheck | null, number>((failure) => recordMessage('checking', failure));

/** The values of one region over time, the newest first. */
export const fieldHistory = reading<FieldHistory, Field>(
  (failure) => recordMessage('history', failure),
  (before, more) => ({ ...more, values: [...before.values, ...more.values] }),
);
