import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { PAGE_MAX, pageQuery } from '#common/calls/pages.ts';
import {
  checkRecord,
  compareRecords,
  listCheckpoints,
  listHolds,
  listRecordAuthors,
  listRecordMoments,
  listRecords,
  readCheckpoint,
  readField,
  readRecord,
  readRecordFields,
  readRecordsAt,
  RECORD_CHANGES,
  RECORD_TEXT_MAX,
  releaseHold,
  setHold,
} from '#common/calls/records.ts';
import { holdRequest, releaseRequest } from '#common/calls/requests.ts';
import { BOARD_LIMITS } from '#common/config/boards.ts';
import { paths } from '#common/config/paths.ts';
import { MAX_ID } from '#common/document/regions/values.ts';
import type { Holds } from '#server/domain/holds.ts';
import type { Pane, Panes } from '#server/domain/records/moments.ts';
import type { RecordsQuery, Records, RecordWithChanges, Side } from '#server/domain/records/records.ts';
import { publishedKey } from '#server/domain/records/bundle.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { contentHash } from '#server/storage/archive-record.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Hold } from '#server/storage/stores/holds.ts';
import type { RecordPlace } from '#server/storage/stores/records.ts';
import { administer, inspect, readRecords, type AccessRule } from '../guards/access.ts';
import { cursorFor, described, momentIn, momentOf, once, queryIn, readCursor, uuidIn } from '../query.ts';
import type { Origins } from '../origins.ts';
import { picked, serve, type Api } from '../serve.ts';
import { squaresOf } from '../square-code.ts';

const regionId = v.pipe(
  once('region'),
  v.nonEmpty("'region' must be the id of a field."),
  v.maxLength(MAX_ID, `'region' must have at most ${MAX_ID} characters.`),
);

const page = pageQuery(['newest']).entries;
/** The parameters of a list, without its pages. */
export const listQuery = v.object({
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
const fieldsQuery = v.object({ q: page.q });
const compareQuery = v.object({ from: uuidIn('from'), to: uuidIn('to') });
const atQuery = v.object({ time: momentOf('time') });
const rangeQuery = v.object({ from: momentIn('from'), to: momentIn('to') });
/** More panes than any board with all of its playlist. */
const PANES_MAX = BOARD_LIMITS.panes * BOARD_LIMITS.boards;
const paging = v.object({ limit: page.limit, cursor: page.cursor });

/**
 * The panes in the order in which the address names them.
 * @throws {Refusal} invalid, in words
 */
function panesIn({ url }: FastifyRequest): Panes {
  const query = new URLSearchParams(url.split('?')[1]);
  const panes = [...query].flatMap(([kind, id]): Pane[] => {
    if (kind !== 'wip' && kind !== 'template') return [];
    const parsed = v.safeParse(uuidIn(kind), id);
    if (!parsed.success) throw new Refusal('invalid', parsed.issues[0].message);
    return [{ kind, id: parsed.output }];
  });
  const boards = query.getAll('board');
  if (boards.length === 1 && panes.length === 0) {
    const board = v.safeParse(uuidIn('board'), boards[0]);
    if (board.success) return { board: board.output };
    throw new Refusal('invalid', board.issues[0].message);
  }
  if (boards.length > 0 || panes.length === 0)
    throw new Refusal(
      'invalid',
      "Name the panes: 'template' or 'wip', each as often as there are panes, or one 'board'.",
    );
  if (panes.length > PANES_MAX) throw new Refusal('invalid', `There can be at most ${PANES_MAX} panes.`);
  return { panes };
}

/** @throws {Refusal} invalid, for a time that ends before it begins */
export function requireOrder<Query extends Pick<RecordsQuery, 'from' | 'to'>>(query: Query): Query {
  if (query.from !== undefined && query.to !== undefined && query.from > query.to)
    throw new Refusal('invalid', "'from' must be before 'to'.");
  return query;
}

/** Identifies the parameters of a list in its cursors, which continue no other list. */
const markOf = (parameters: object): string => contentHash(JSON.stringify(parameters)).slice(0, 12);

/** @throws {Refusal} invalid, for a cursor of another list */
function pageIn(request: FastifyRequest, parameters: object): { after: RecordPlace | null; limit: number } {
  const { limit, cursor } = queryIn(paging, request);
  if (cursor === undefined) return { after: null, limit };
  const place = v.tuple([v.literal(markOf(parameters)), v.string(), v.pipe(v.number(), v.safeInteger())]);
  const [, at, number] = readCursor(place, cursor, 'with these parameters');
  return { after: { at, number }, limit };
}

const nextOf = (end: RecordPlace | null, parameters: object): string | null =>
  end && cursorFor([markOf(parameters), end.at, end.number]);

/** The parameters of a list, for the description. */
export const LIST = {
  q: 'string',
  from: 'date-time',
  to: 'date-time',
  template: 'uuid',
  wip: 'uuid',
  by: 'uuid',
  region: 'string',
} as const;
const PAGE = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: PAGE_MAX } },
  { name: 'cursor', in: 'query', schema: { type: 'string' } },
];

/** The panes of a screen, for the description. */
const PANES = [
  ...(['template', 'wip'] as const).map((name) => ({
    name,
    in: 'query',
    schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
  })),
  { name: 'board', in: 'query', schema: { type: 'string', format: 'uuid' } },
];

const shortened = (text: string | null): string | null =>
  text === null ? null : Array.from(text).slice(0, RECORD_TEXT_MAX).join('');
const isLong = (text: string | null): boolean => text !== null && Array.from(text).length > RECORD_TEXT_MAX;

/** A record as every reply has it. @param isWhole true if its texts are not shortened */
export function entryOf(record: RecordWithChanges, isWhole: boolean) {
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
    held: record.isHeld ? true : null,
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

/** The parts of these routes. `proof`: checkpoints and keys. */
type RecordParts = { records: Records; proof: Storage['checkpoints']; origins: Origins };

/** Routes of the records (`records` and `records.proof` in `capabilities`). */
export function recordRoutes(server: Api, { records, proof, origins }: RecordParts): void {
  const api: Api = { ...server, capability: 'records' };
  serve(
    api,
    listRecords,
    {
      access: readRecords(),
      about:
        'All submissions of the organization, newest first, in pages: by words, times, documents, users and fields',
      query: [...described(LIST), ...PAGE],
    },
    async ({ actor, request }) => {
      const query: RecordsQuery = requireOrder(queryIn(listQuery, request));
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
      about: 'The values of a field over time, newest first, in one document or in all of a template',
      query: [...described({ template: 'uuid', region: 'string', wip: 'uuid' }, ['template', 'region']), ...PAGE],
    },
    async ({ actor, request }) => {
      const query = queryIn(fieldQuery, request);
      const { entries, end, count } = await records.field(actor, query, pageIn(request, query));
      return {
        success: true,
        values: entries.map((one) => ({
          ...picked(one, 'value', 'name', 'submitted_on', 'submitted_by', 'until'),
          archive_uuid: one.uuid,
          wip_uuid: one.wip,
        })),
        next: nextOf(end, query),
        count,
      };
    },
  );
  serve(
    api,
    readRecordFields,
    {
      access: readRecords('archive'),
      about: 'The fields of one submission with their values, in the order of its document, in pages',
      query: [...described({ q: 'string' }), ...PAGE],
    },
    async ({ actor, id, request }) => {
      const { q } = queryIn(fieldsQuery, request);
      const list = { uuid: id, q };
      const { after, limit } = pageIn(request, list);
      const { entries, end, count } = await records.fields(actor, id, { q, after: after?.number ?? 0, limit });
      return {
        success: true,
        fields: entries.map(({ region, label, value }) => ({
          id: region,
          label,
          value: shortened(value) ?? '',
          ...(isLong(value) && { shortened: true }),
        })),
        next: nextOf(end === null ? null : { at: '', number: end }, list),
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
    readRecordsAt,
    {
      access: readRecords(),
      about: 'Of each pane the newest submission at a moment, and the moments of the submissions before and after it',
      query: [...described({ time: 'date-time' }, ['time']), ...PANES],
    },
    async ({ actor, request }) => {
      const { panes, ...around } = await records.at(actor, panesIn(request), queryIn(atQuery, request).time);
      return {
        success: true,
        ...around,
        panes: panes.map(({ id, record }) => ({ id, record: record && entryOf(record, false) })),
      };
    },
  );
  serve(
    api,
    listRecordMoments,
    {
      access: readRecords(),
      about:
        'The moments of the submissions of panes, oldest first; the numbers in 500 equal parts of the time if there are more than 1,000',
      query: [...described({ from: 'date-time', to: 'date-time' }), ...PANES],
    },
    async ({ actor, request }) => {
      const range = requireOrder(queryIn(rangeQuery, request));
      return { success: true, ...(await records.moments(actor, panesIn(request), range)) };
    },
  );
  serve(
    { ...server, capability: 'records.proof' },
    readCheckpoint,
    {
      access: notForDisplays(inspect),
      about: 'The newest signed checkpoint of the organization, and the key that signed it',
      refusals: { 404: 'There is none yet' },
    },
    async ({ actor }) => {
      const newest = await proof.newest(actor.organisation);
      if (!newest)
        throw new Refusal('missing', 'There is no checkpoint yet: the server signs one within an hour after a change.');
      return { success: true, checkpoint: newest.note, ...publishedKey(newest, await proof.keys()) };
    },
  );
  serve(
    { ...server, capability: 'records.proof' },
    listCheckpoints,
    {
      access: notForDisplays(inspect),
      about: 'The signed checkpoints of the organization, newest first, in pages',
      query: PAGE,
    },
    async ({ actor: { organisation }, request }) => {
      const { after, limit } = pageIn(request, { checkpoints: organisation });
      const some = await proof.newestOf(organisation, after?.number ?? null, limit + 1);
      const shown = some.slice(0, limit);
      const last = some.length > limit ? shown.at(-1) : undefined;
      return {
        success: true,
        checkpoints: shown.map(({ note, at, records: covered, audit, stamp }) => ({
          checkpoint: note,
          at,
          records: covered,
          audit,
          stamped: stamp !== null,
        })),
        next: nextOf(last ?? null, { checkpoints: organisation }),
        count: await proof.numberOf(organisation),
      };
    },
  );
  serve(
    { ...server, capability: 'records.proof' },
    checkRecord,
    {
      access: readRecords('archive'),
      about: 'Check one record against the signed checkpoint that covers it',
      busy: 'too many records are being checked, ',
    },
    async ({ actor, id }) => ({ success: true, ...(await records.check(actor, id)) }),
  );
  serve(
    api,
    readRecord,
    { access: readRecords('archive'), about: 'A submission with all of its changes' },
    async ({ actor, id, request: { headers } }) => {
      const { record, received, previous, next } = await records.read(actor, id);
      // That of the application, which may be on another host.
      const origin = headers.origin ?? origins.ofHost(headers.host) ?? '';
      const address = origin + paths.record(record.uuid);
      const code = { address, ...squaresOf(address) };
      const newest = await proof.newest(record.organisation);
      const checkpoint = newest && {
        text: newest.note,
        ...squaresOf(newest.note),
        fingerprint: publishedKey(newest, await proof.keys()).fingerprint,
      };
      const printed = { code, ...(checkpoint && { checkpoint }) };
      return { success: true, record: entryOf(record, true), received, previous, next, ...printed };
    },
  );
}

/** A hold as it is sent. */
const holdEntry = (hold: Hold) => ({
  ...picked(hold, 'uuid', 'wip', 'template', 'reason', 'set_on', 'released_on', 'release_reason'),
  from: hold.since,
  to: hold.until,
  set_by: hold.setter,
  released_by: hold.releaser,
});

const holdsQuery = v.object({ archive: v.exactOptional(uuidIn('archive')) });
const notForDisplays = (rule: AccessRule): AccessRule => ({ ...rule, notForDisplays: true });

/** Calls of administrators for holds on records (`records.proof` in `capabilities`). */
export function holdRoutes(server: Api, { holds }: { holds: Holds }): void {
  const api: Api = { ...server, capability: 'records.proof' };
  serve(
    api,
    listHolds,
    {
      access: notForDisplays(inspect),
      about: 'The holds on records, newest first, the released ones too: of the organization, or those of one record',
      query: described({ archive: 'uuid' }),
    },
    async ({ actor, request }) => ({
      success: true,
      holds: (await holds.list(actor, queryIn(holdsQuery, request).archive ?? null)).map(holdEntry),
    }),
  );
  serve(
    api,
    setHold,
    {
      access: notForDisplays(administer()),
      about: 'Hold the records of a document, of a template or of a period: nothing of them is removed until released',
      body: holdRequest,
      status: 201,
    },
    async ({ actor, body }) => ({ success: true, hold: holdEntry(await holds.set(actor, body)) }),
  );
  serve(
    api,
    releaseHold,
    { access: notForDisplays(administer('hold')), about: 'Release a hold, which stays listed', body: releaseRequest },
    async ({ actor, id, body }) => ({ success: true, hold: holdEntry(await holds.release(actor, id, body.reason)) }),
  );
}
