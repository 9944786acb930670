import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { PAGE_MAX, pageQuery } from '#common/calls/pages.ts';
import {
  compareRecords,
  listRecordAuthors,
  listRecords,
  readField,
  readRecord,
  RECORD_CHANGES,
  RECORD_TEXT_MAX,
} from '#common/calls/records.ts';
import { MAX_ID } from '#common/document/regions/values.ts';
import type { RecordsQuery, Records, RecordWithChanges, Side } from '#server/domain/records/records.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { contentHash } from '#server/storage/archive-record.ts';
import type { RecordPlace } from '#server/storage/stores/records.ts';
import { readRecords } from '../guards/access.ts';
import { serve, type Api } from '../serve.ts';

const TIME = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/;

/** True for a moment in UTC or with an offset, on a day that exists. */
function isMoment(text: string): boolean {
  const [, year = '', month = '', day = ''] = TIME.exec(text) ?? [];
  if (year === '' || Number.isNaN(Date.parse(text))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

const once = (name: string) => v.string(`'${name}' must be given once.`);
const momentIn = (name: string) =>
  v.exactOptional(
    v.pipe(
      once(name),
      v.check(isMoment, `'${name}' must be a moment in UTC or with an offset, such as 2026-01-31T14:00:00Z.`),
      v.transform((text) => new Date(text).toISOString()),
    ),
  );
const uuidIn = (name: string) =>
  v.pipe(
    once(name),
    v.uuid(`'${name}' must be a UUID.`),
    v.transform((text) => text.toLowerCase()),
  );
const regionId = v.pipe(
  once('region'),
  v.nonEmpty("'region' must be the id of a region."),
  v.maxLength(MAX_ID, `'region' must have at most ${MAX_ID} characters.`),
);

const page = pageQuery(['newest']).entries;
const listQuery = v.object({
  q: page.q,
  from: momentIn('from'),
  to: momentIn('to'),
  template: v.exactOptional(uuidIn('template')),
  wip: v.exactOptional(uuidIn('wip')),
  by: v.exactOptional(uuidIn('by')),
  region: v.exactOptional(regionId),
});
const fieldQuery = v.object({
  template: uuidIn('template'),
  wip: v.exactOptional(uuidIn('wip')),
  region: regionId,
});
const compareQuery = v.object({ from: uuidIn('from'), to: uuidIn('to') });
const paging = v.object({ limit: page.limit, cursor: page.cursor });
const cursorOf = v.tuple([v.string(), v.string(), v.pipe(v.number(), v.safeInteger())]);

/** @throws {Refusal} invalid, in words */
function queryIn<Output>(schema: v.GenericSchema<unknown, Output>, { query }: FastifyRequest): Output {
  const parsed = v.safeParse(schema, query, { abortEarly: true });
  if (!parsed.success) throw new Refusal('invalid', parsed.issues[0].message);
  return parsed.output;
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

/** Identifies the parameters of a list in its cursors, which continue no other list. */
const markOf = (parameters: object): string => contentHash(JSON.stringify(parameters)).slice(0, 12);

/** @throws {Refusal} invalid, for a cursor of another list */
function pageIn(request: FastifyRequest, parameters: object): { after: RecordPlace | null; limit: number } {
  const { limit, cursor } = queryIn(paging, request);
  if (cursor === undefined) return { after: null, limit };
  const place = v.safeParse(cursorOf, decoded(cursor));
  if (!place.success || place.output[0] !== markOf(parameters))
    throw new Refusal('invalid', "'cursor' is none that this list gave with these parameters. Ask for its first page.");
  return { after: { at: place.output[1], number: place.output[2] }, limit };
}

const nextOf = (end: RecordPlace | null, parameters: object): string | null =>
  end && Buffer.from(JSON.stringify([markOf(parameters), end.at, end.number])).toString('base64url');

/** The query for the description. */
const described = (properties: Record<string, string>, required: readonly string[] = []) =>
  Object.entries(properties).map(([name, format]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema: format === 'string' ? { type: 'string' } : { type: 'string', format },
  }));
const PAGE = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: PAGE_MAX } },
  { name: 'cursor', in: 'query', schema: { type: 'string' } },
];

const shortened = (text: string | null): string | null =>
  text === null ? null : Array.from(text).slice(0, RECORD_TEXT_MAX).join('');
const isLong = (text: string | null): boolean => text !== null && Array.from(text).length > RECORD_TEXT_MAX;

/** A record as every reply has it. @param isWhole true if its texts are not shortened */
function entryOf(record: RecordWithChanges, isWhole: boolean) {
  const { uuid, wip, template, name, file_name, submitted_on, submitted_by, author, place, checksum, changed } = record;
  return {
    archive_uuid: uuid,
    wip_uuid: wip,
    template_id: template,
    name,
    file_name,
    submitted_on,
    submitted_by,
    submitted_by_uuid: submitted_by === null ? null : author,
    number: place,
    wip_deleted_on: record.wip_deleted,
    content_removed_on: record.dropped_at,
    held: null,
    checksum,
    changes:
      record.changes &&
      record.changes.map(({ region, label, was, is }) => ({
        id: region,
        label,
        was: isWhole ? was : shortened(was),
        is: isWhole ? is : shortened(is),
        ...(!isWhole && (isLong(was) || isLong(is)) && { shortened: true }),
      })),
    changed,
  };
}

const sideOf = ({ record, wip }: Side) =>
  record
    ? entryOf(record, true)
    : {
        wip_uuid: wip.uuid,
        template_id: wip.template,
        name: wip.name,
        saved_on: wip.updated_at,
        saved_by: wip.saved_by,
      };

/** Routes of the records (`records` in `capabilities`). */
export function recordRoutes(server: Api, records: Records): void {
  const api: Api = { ...server, capability: 'records' };
  serve(
    api,
    listRecords,
    {
      access: readRecords(),
      about:
        'All submissions of the organization, newest first, in pages: by words, times, documents, users and regions',
      query: [
        ...described({
          q: 'string',
          from: 'date-time',
          to: 'date-time',
          template: 'uuid',
          wip: 'uuid',
          by: 'uuid',
          region: 'string',
        }),
        ...PAGE,
      ],
    },
    async ({ actor, request }) => {
      const query: RecordsQuery = queryIn(listQuery, request);
      if (query.from !== undefined && query.to !== undefined && query.from > query.to)
        throw new Refusal('invalid', "'from' must be before 'to'.");
      const { entries, end, count, standing, completeSince } = await records.list(
        actor,
        query,
        pageIn(request, query),
        { each: RECORD_CHANGES, length: RECORD_TEXT_MAX },
      );
      const short = (all: readonly RecordWithChanges[]) => all.map((one) => entryOf(one, false));
      return {
        success: true,
        records: short(entries),
        ...(standing && { standing: short(standing.records), standing_count: standing.count }),
        next: nextOf(end, query),
        count,
        complete_since: completeSince,
      };
    },
  );
  serve(
    api,
    compareRecords,
    {
      access: { ...readRecords('archive'), query: 'from' },
      about:
        'The differences of two submissions of one document or template, or of one and the saved state of a document',
      query: described({ from: 'uuid', to: 'uuid' }, ['from', 'to']),
    },
    async ({ actor, request }) => {
      const { from, to } = queryIn(compareQuery, request);
      const compared = await records.compare(actor, from, to);
      return {
        success: true,
        from: entryOf(compared.from, true),
        to: sideOf(compared.to),
        changes: compared.changes,
        unchanged: compared.unchanged,
        template_changed: compared.isOtherTemplate,
      };
    },
  );
  serve(
    api,
    readField,
    {
      access: { ...readRecords('template'), query: 'template' },
      about: 'The values of a region over time, newest first, in one document or in all of a template',
      query: [...described({ template: 'uuid', region: 'string', wip: 'uuid' }, ['template', 'region']), ...PAGE],
    },
    async ({ actor, request }) => {
      const query = queryIn(fieldQuery, request);
      const { entries, end, count } = await records.field(actor, query, pageIn(request, query));
      return {
        success: true,
        values: entries.map(({ value, uuid: archive_uuid, wip, name, submitted_on, submitted_by, until }) => ({
          value,
          archive_uuid,
          wip_uuid: wip,
          name,
          submitted_on,
          submitted_by,
          until,
        })),
        next: nextOf(end, query),
        count,
      };
    },
  );
  serve(
    api,
    listRecordAuthors,
    { access: readRecords(), about: 'The users who have submitted documents of the organization' },
    async ({ actor }) => ({ success: true, people: await records.people(actor) }),
  );
  serve(
    api,
    readRecord,
    { access: readRecords('archive'), about: 'A submission with all of its changes' },
    async ({ actor, id }) => {
      const { record, previous, next } = await records.read(actor, id);
      return { success: true, record: entryOf(record, true), received: [], previous, next };
    },
  );
}
