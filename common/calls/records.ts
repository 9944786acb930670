import * as v from 'valibot';
import { bodyOf, get, post } from './call.ts';
import { identity, listOf, moment, only, optionalText } from './fields.ts';
import type { holdRequest, releaseRequest } from './requests.ts';

/** Maximum length of a text in a list, in characters; a longer one ends there. */
export const RECORD_TEXT_MAX = 200;
/** Number of changes of a record in a list. */
export const RECORD_CHANGES = 5;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const change = v.object({
  /** Id of the region, of the first radio button of a group, or of a row of the document's script. */
  id: identity,
  label: v.string(),
  /** Null if the document had no such region. */
  was: v.nullable(v.string()),
  /** Null if it no longer has it. */
  is: v.nullable(v.string()),
  /** True if one of the texts is longer. */
  shortened: v.optional(v.literal(true)),
});

const recordEntry = v.object({
  archive_uuid: identity,
  wip_uuid: identity,
  template_id: identity,
  name: v.string(),
  file_name: v.string(),
  submitted_on: moment,
  submitted_by: optionalText,
  submitted_by_uuid: optionalText,
  /** Place among the submissions of its WIP, from 1. */
  number: count,
  wip_deleted_on: moment,
  content_removed_on: moment,
  /** True while a hold keeps it from being removed. */
  held: v.exactOptional(v.nullable(v.literal(true))),
  checksum: v.string(),
  /** Null for the first submission of a WIP, and if nothing is known. */
  changes: v.nullable(listOf(change)),
  /** Number of all changes; null with `changes`. */
  changed: v.nullable(count),
});
/** One submission in a list of records. */
export type RecordEntry = v.InferOutput<typeof recordEntry>;

const next = v.fallback(v.nullable(v.string()), null);

/**
 * A page of records, the newest first. `standing`: of each document its newest submission before `from`, on the first page of a list with that
 * parameter, the newest hundred; `standing_count`: how many there are, counted to 200; `complete_since`: the moment from which on all
 * submissions are searched, or null if all are.
 */
const recordsReply = v.object({
  records: listOf(recordEntry),
  standing: v.optional(listOf(recordEntry), []),
  standing_count: v.optional(count),
  next,
  count,
  complete_since: moment,
});
export type RecordsPage = v.InferOutput<typeof recordsReply>;

/** All submissions of the organization, by their words, times, documents and authors (`capabilities.records`). */
export const listRecords = get('/v1/records', { reply: recordsReply });

/** One record with all its changes, and the archives before and after it of its WIP. */
const recordReply = v.object({
  record: recordEntry,
  received: listOf(v.object({ display: identity, name: v.string(), from: moment, until: moment })),
  previous: optionalText,
  next: optionalText,
  /** The address of its page, for paper, and as a QR code: the path of the dark squares, and their number in a row. */
  code: v.optional(v.object({ address: v.string(), size: count, path: v.string() })),
  /** The newest checkpoint of the organization, in the same way, and the fingerprint of the key that signed it. */
  checkpoint: v.optional(
    v.object({ text: v.string(), size: count, path: v.string(), fingerprint: v.exactOptional(v.string()) }),
  ),
});
export type RecordReply = v.InferOutput<typeof recordReply>;

/** One submission with all its changes. */
export const readRecord = get('/v1/records/:uuid', { reply: recordReply });

const comparedReply = v.object({
  from: recordEntry,
  /** Another submission, or the saved state of a WIP. */
  to: v.union([
    recordEntry,
    v.object({ wip_uuid: identity, name: v.string(), saved_on: moment, saved_by: optionalText }),
  ]),
  changes: listOf(v.object({ ...change.entries, kind: v.picklist(['changed', 'added', 'removed', 'moved']) })),
  /** Number of entries that are equal in both. */
  unchanged: count,
  template_changed: v.boolean(),
});
export type Compared = v.InferOutput<typeof comparedReply>;

/** Compares two submissions of one WIP or template, or one and the saved state of a WIP. */
export const compareRecords = get('/v1/records/compare', { reply: comparedReply });

const fieldValue = v.object({
  value: v.nullable(v.string()),
  archive_uuid: identity,
  wip_uuid: identity,
  name: v.string(),
  submitted_on: moment,
  submitted_by: optionalText,
  /** Time at which the WIP got another value; null for the present one. */
  until: moment,
});

const fieldReply = v.object({ values: listOf(fieldValue), next, count });
export type FieldHistory = v.InferOutput<typeof fieldReply>;

/** The values of a region over time, the newest first. */
export const readField = get('/v1/records/field', { reply: fieldReply });

const recordField = v.object({
  id: identity,
  label: v.string(),
  value: v.string(),
  /** True if the value is longer. */
  shortened: v.optional(v.literal(true)),
});
const recordFieldsReply = v.object({ fields: listOf(recordField), next, count });
export type RecordFields = v.InferOutput<typeof recordFieldsReply>;

/** The fields of one submission in the order of its document, with their values. */
export const readRecordFields = get('/v1/records/:uuid/fields', { reply: recordFieldsReply });

const person = v.object({ uuid: identity, name: v.string() });

/** The users who have submitted what the caller may read. */
export const listRecordAuthors = get('/v1/records/people', { reply: only('people', listOf(person)) });

const atReply = v.object({
  /** The moment asked for; the present for a later one. */
  time: moment,
  panes: listOf(v.object({ id: identity, record: v.nullable(recordEntry) })),
  /** Moments of the submissions before and after it among all panes. */
  previous: moment,
  next: moment,
});

/** Of each pane the newest submission at a moment, null before its first. */
export const readRecordsAt = get('/v1/records/at', { reply: atReply });

const momentsReply = v.object({
  moments: v.optional(listOf(v.object({ at: moment, pane: identity, archive_uuid: identity })), []),
  density: v.optional(listOf(v.object({ from: moment, count })), []),
});

/** The moments of the panes' submissions, or their number in each of equal parts of the time when there are more than 1,000. */
export const listRecordMoments = get('/v1/records/moments', { reply: momentsReply });

/** Forms of a file of records: `html` is one record as it was, `zip` all of them with a table. */
export const exportFormats = ['csv', 'values', 'json', 'zip', 'html'] as const;
/** A form of a file of records. */
export type ExportFormat = (typeof exportFormats)[number];

/** A file of the records that a list has, or of one: the reply is the file. */
export const exportRecords = get('/v1/records/export');

/** Gives the address of such a file, good once and for a minute: the only one that a browser may go to. */
export const createExport = post('/v1/records/export/create', { reply: only('address', v.string()) });

/** The newest signed checkpoint of the organization, and the key that signed it as C2SP publishes it (`capabilities.records.proof`). */
export const readCheckpoint = get('/v1/records/checkpoint', {
  reply: v.object({ checkpoint: v.string(), key: v.string(), fingerprint: v.string() }),
});

const checkpointsReply = v.object({
  checkpoints: listOf(
    v.object({
      /** The signed note. */
      checkpoint: v.string(),
      at: moment,
      /** Numbers of records, and of entries of the audit log, that it covers. */
      records: count,
      audit: count,
      /** True if an authority has stamped it. */
      stamped: v.boolean(),
    }),
  ),
  next,
  count,
});

/** The signed checkpoints of the organization, the newest first. */
export const listCheckpoints = get('/v1/records/checkpoints', { reply: checkpointsReply });

/** The records that a list has, with their proof: the reply is the file. */
export const bundleRecords = get('/v1/records/bundle');

/** Gives the address of such a file, as `createExport` does. */
export const createBundle = post('/v1/records/bundle/create', { reply: only('address', v.string()) });

const checkReply = v.object({ fits: v.nullable(v.boolean()), sentences: listOf(v.string()) });
/** The result of the check of one record: `fits` is null if nothing proves it yet. */
export type RecordCheck = v.InferOutput<typeof checkReply>;

/** Checks one record up to the first checkpoint that covers it, and says the result in sentences (`capabilities.records.proof`). */
export const checkRecord = get('/v1/records/:uuid/check', { reply: checkReply });

const hold = v.object({
  uuid: identity,
  /** One of these, or a period: from `from` until before `to`. */
  wip: optionalText,
  template: optionalText,
  from: moment,
  to: moment,
  reason: v.string(),
  /** The present name; null for the command line and for a removed user. */
  set_by: optionalText,
  set_on: moment,
  released_by: optionalText,
  /** Null while it is not released. */
  released_on: moment,
  release_reason: optionalText,
});
/** A hold on records (`capabilities.recordsProof`): nothing that it covers is removed before it is released. */
export type Hold = v.InferOutput<typeof hold>;

/** The holds of the organization, the newest first, the released ones too; with `archive` those that cover one record. */
export const listHolds = get('/v1/records/holds', { reply: only('holds', listOf(hold)) });
const changedHold = only('hold', hold);
export const setHold = post('/v1/records/holds/create', { body: bodyOf<typeof holdRequest>(), reply: changedHold });
export const releaseHold = post('/v1/records/holds/:uuid/release', {
  body: bodyOf<typeof releaseRequest>(),
  reply: changedHold,
});
