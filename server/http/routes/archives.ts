import { readArchive, readChanges, submitAgain } from '#common/calls/archives.ts';
import { read, write } from '../guards/access.ts';
import { outcomeReply } from '#common/calls/fields.ts';
import { putBackRequest } from '#common/calls/requests.ts';
import type { ArchiveHead } from '#server/storage/stores/archives.ts';
import type { WithAuthorName } from '#server/domain/authors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { contentHash } from '#server/storage/archive-record.ts';
import type { Reader } from '#server/domain/access.ts';
import { requireContent, type Archives } from '#server/domain/documents/archives.ts';
import type { RecentChanges } from '#server/domain/documents/recent-changes.ts';
import type { PutBack } from '#server/domain/documents/submissions.ts';
import type { DocumentReplies } from '../document-reply.ts';
import { momentIn, queryIn } from '../query.ts';
import { picked, serve, type Api } from '../serve.ts';

const changesQuery = v.object({ at: momentIn('at') });

/** A submission as it is sent. */
export const archiveEntry = ({ dropped_at, ...archive }: WithAuthorName<ArchiveHead>) => ({
  ...picked(archive, 'uuid', 'name', 'file_name', 'format', 'submitted_on', 'submitted_by'),
  archive_uuid: archive.uuid,
  wip_uuid: archive.wip,
  metadata: { archive_format: archive.format, submitted_on: archive.submitted_on },
  ...(dropped_at !== null && { content_removed_on: dropped_at }),
});

/** Parts to send a submission. */
export type ArchiveParts = { archives: Archives; documents: DocumentReplies };

/** Answers with one submission (`s7.archive`). */
export async function sendArchive(
  { archives, documents }: ArchiveParts,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  reader: Reader,
  archive: string,
): Promise<FastifyReply> {
  const head = await archives.open(reader, archive);
  const { uuid, template, submitted_by: submitter } = head;
  // Checked also if the content is cached, here or in the browser.
  requireContent(head, uuid);
  const make = async () => {
    const whole = await archives.read(reader, uuid);
    const fields = picked(whole, 'uuid', 'name', 'file_name', 'format', 'submitted_on', 'submitted_by');
    const { wip: wip_uuid, content, line_breaks } = whole;
    return { success: true, result: { ...fields, wip_uuid, created_from: template, content, line_breaks } };
  };
  // Of all its fields, only the submitter's name may change. The template is included because replies did not always
  // name it: a browser must not use one of those.
  return documents.send(
    exchange,
    `archive-${uuid}-${contentHash(`${template} ${submitter ?? ''}`).slice(0, 8)}`,
    make,
    true,
  );
}

/**
 * Reply with the changes of a submission and those before it (`archives.changes` in `capabilities`).
 * @param moment an earlier one that is shown, in place of the present
 */
export async function changesOf(recent: RecentChanges, reader: Reader, archive: string, moment?: string) {
  const changes = await (moment === undefined ? recent.of(reader, archive) : recent.at(reader, archive, moment));
  return {
    success: true,
    changes: changes.map(({ archive: { uuid, submitted_on }, ofTemplate, differences }) => ({
      archive_uuid: uuid,
      submitted_on,
      of_template: ofTemplate,
      changed: differences.flatMap(({ id, isGone }) => (isGone ? [] : [id])),
      removed: differences.flatMap(({ id, isGone }) => (isGone ? [id] : [])),
    })),
  };
}

/**
 * Routes of one submission (`s7.archive`), of its changes, and to submit its content again (`archives.putBack` in
 * `capabilities`).
 */
export function archiveRoutes(
  api: Api,
  parts: ArchiveParts & { putBack: PutBack; recentChanges: RecentChanges },
): void {
  serve(api, readArchive, { access: read('archive'), about: 'A submission with its HTML' }, async (call) =>
    sendArchive(parts, call, call.actor, call.id),
  );
  serve(
    api,
    readChanges,
    {
      access: read('archive'),
      about:
        'What a submission and those of its WIP before it have changed, of the last ten minutes, or of those before a moment',
      capability: 'archives.changes',
      query: [{ name: 'at', in: 'query', schema: { type: 'string', format: 'date-time' } }],
    },
    async ({ actor, id, request }) => changesOf(parts.recentChanges, actor, id, queryIn(changesQuery, request).at),
  );
  serve(
    api,
    submitAgain,
    {
      access: write('archive'),
      about: 'Submit the content of an archive again, in the place of the newest one of its template',
      capability: 'archives.putBack',
      body: putBackRequest,
      conflict: outcomeReply,
    },
    async ({ actor, id, body: { instead_of }, reply }) => {
      const archive = await parts.putBack.again(actor, id, instead_of);
      if (archive)
        return { success: true, message: 'Submitted.', result: archiveEntry({ ...archive, submitted_by: actor.name }) };
      reply.code(409);
      return { message: 'This submission is not the newest one any more. Nothing was submitted.' };
    },
  );
}
