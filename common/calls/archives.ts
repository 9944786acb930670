import * as v from 'valibot';
import { bodyOf, get, post } from './call.ts';
import { identity, lineBreaks, listOf, moment, only, optionalText } from './fields.ts';
import type { putBackRequest } from './requests.ts';

const metadata = v.fallback(v.nullable(v.object({ archive_format: optionalText, submitted_on: moment })), null);

const archiveSummary = v.pipe(
  v.object({
    archive_uuid: v.fallback(v.nullable(identity), null),
    uuid: v.fallback(v.nullable(identity), null),
    name: optionalText,
    file_name: optionalText,
    format: optionalText,
    submitted_on: moment,
    submitted_by: optionalText,
    wip_uuid: optionalText,
    content_removed_on: moment,
    metadata,
  }),
  v.check(({ archive_uuid, uuid }) => (archive_uuid ?? uuid) !== null),
  v.transform(({ archive_uuid, uuid, metadata: more, ...archive }) => ({
    uuid: archive_uuid ?? uuid ?? '',
    name: archive.name ?? archive.file_name,
    format: archive.format ?? more?.archive_format ?? null,
    submittedOn: archive.submitted_on ?? more?.submitted_on ?? null,
    submittedBy: archive.submitted_by,
    wip: archive.wip_uuid,
    contentRemovedOn: archive.content_removed_on,
  })),
);
/**
 * One submission in a list. `submittedOn` is epoch milliseconds; it, `submittedBy` and `wip` are null if the host did not send them,
 * `contentRemovedOn` if the content was not removed.
 */
export type ArchiveSummary = v.InferOutput<typeof archiveSummary>;

/**
 * Newest first; equal or missing times keep the host's order (`d23.every-screen`).
 * @param archives as the host listed them
 */
export function newestFirst(archives: readonly ArchiveSummary[]): ArchiveSummary[] {
  return [...archives].sort((a, b) => (b.submittedOn ?? -Infinity) - (a.submittedOn ?? -Infinity) || 0);
}

/** A page of a WIP's archives, in the requested order. */
export const archivesInOrder = only('archives', listOf(archiveSummary));

/** The archives of a WIP, newest first (`s7.archives`). */
export const listArchives = get('/v1/wips/:uuid/archives', {
  reply: v.pipe(
    archivesInOrder,
    v.transform((archives) => newestFirst(archives)),
  ),
});

/** One object, a one-element array, or nothing (`d6.recent`). Gives the archive or null. */
const recentReply = v.pipe(
  v.object({ archives: v.optional(v.unknown()), success: v.optional(v.unknown()) }),
  v.transform(({ archives }): unknown => (Array.isArray(archives) ? archives[0] : archives) ?? null),
  v.nullable(archiveSummary),
);

/** The newest submission of a template, or null (`s7.recent`). */
export const readRecent = get('/v1/templates/:id/archives/recent', { reply: recentReply });

/** The newest submission of each template (`capabilities.recent`). */
export const listNewest = get('/v1/templates/recent', {
  reply: only(
    'archives',
    listOf(v.object({ template: identity, archive: v.fallback(v.nullable(archiveSummary), null) })),
  ),
});

/**
 * Changes by this submission and the earlier ones of its WIP, the newest first, within
 * the last ten minutes. `ofTemplate`: the one before of the WIP was also the newest of the template then.
 */
const changesReply = v.pipe(
  v.object({
    changes: listOf(
      v.object({
        archive_uuid: identity,
        submitted_on: moment,
        of_template: v.boolean(),
        changed: v.array(v.string()),
        removed: v.array(v.string()),
      }),
    ),
  }),
  v.transform(({ changes }) =>
    changes.map(({ archive_uuid, submitted_on, of_template, changed, removed }) => ({
      archive: archive_uuid,
      submittedOn: submitted_on,
      ofTemplate: of_template,
      changed,
      removed,
    })),
  ),
);

const archiveReply = v.pipe(
  v.object({
    result: v.object({
      content: v.string(),
      line_breaks: lineBreaks,
      name: optionalText,
      format: optionalText,
      submitted_on: moment,
      submitted_by: optionalText,
      wip_uuid: optionalText,
      created_from: optionalText,
      uuid: optionalText,
    }),
  }),
  v.transform(({ result: { submitted_on, submitted_by, wip_uuid, created_from, ...rest } }) => ({
    ...rest,
    submittedOn: submitted_on,
    submittedBy: submitted_by,
    wip: wip_uuid,
    template: created_from,
  })),
);
/** One submission with its HTML. `template` is null if the host does not send it. */
export type ArchiveDetail = v.InferOutput<typeof archiveReply>;

/** One submission (`s7.archive`). */
export const readArchive = get('/v1/archives/:uuid', { reply: archiveReply });
/** Changes by it and those before it (`capabilities.changes`). */
export const readChanges = get('/v1/archives/:uuid/changes', { reply: changesReply });
/** Submits its content again, in place of the newest submission of its template (`capabilities.putBack`); 409 if that is another one by now. */
export const submitAgain = post('/v1/archives/:uuid/submit', { body: bodyOf<typeof putBackRequest>() });

/** The data of a 'submission' event on GET /events/wips/{id} (`s4.live.event`). */
export const submissionEvent = v.object({ type: v.literal('submission_complete'), archive_uuid: identity });

/** Maximum number of ids in one stream of many (`capabilities.multiplex`). */
export const MULTIPLEX_IDS_MAX = 50;
/** The data of a 'submission' event on a stream of many. `readers`: number of streams that receive it at the same time, if the host sends it. */
export const multiplexedSubmission = v.object({
  id: v.string(),
  ...submissionEvent.entries,
  readers: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
/** The data of a 'refused' event on a stream of many: this id may not be read, the others continue. */
export const refusedTopic = v.object({ id: v.string() });

/** The event stream of one WIP or template (`s7.events`). */
export const streamOne = get('/events/wips/:id');
/** One stream for many of them (`capabilities.multiplex`). */
export const streamMany = get('/events/wips');
/** The one stream of a display (`capabilities.displays`). */
export const streamOfDisplay = get('/events/displays/self');
