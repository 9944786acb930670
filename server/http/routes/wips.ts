import { outcomeReply } from '#common/calls/fields.ts';
import { readWip, saveConflict, submitConflict } from '#common/calls/templates.ts';
import { read, write } from '../guards/access.ts';
import { deleteWip, submitWip, updateWip } from '#common/calls/wips.ts';
import { saveRequest, submitRequest } from '#common/calls/requests.ts';
import { listArchives } from '#common/calls/archives.ts';
import type { FastifyRequest } from 'fastify';
import type { Reader } from '#server/domain/access.ts';
import type { Archives } from '#server/domain/documents/archives.ts';
import type { Pages } from '#server/domain/pages.ts';
import type { Presence } from '#server/domain/documents/presence.ts';
import { isConflict } from '#server/domain/documents/save-guard.ts';
import type { Wips } from '#server/domain/documents/wips.ts';
import type { WipHead } from '#server/storage/stores/wips.ts';
import type { DocumentReplies } from '../document-reply.ts';
import { pagedLists, pagingOf, wantedPage } from '../pages.ts';
import { serve, type Api } from '../serve.ts';
import { archiveEntry } from './archives.ts';
import { SAVE_BODY_LIMIT, saveIn, wipEntry } from './templates.ts';

const CHANGES_WAIT = 'too many changes of the document wait, ';

/** The submissions of a WIP (`s7.archives`), or a page of them. */
export const archivesOf = async (
  { archives, pages }: { archives: Archives; pages: Pages },
  reader: Reader,
  wip: string,
  request: FastifyRequest,
) => {
  const wanted = wantedPage(pagedLists.archives, request);
  if (!wanted) return { success: true, archives: (await archives.list(reader, wip)).map(archiveEntry) };
  const page = await pages.archives(reader, wip, wanted);
  return { success: true, archives: page.entries.map(archiveEntry), ...pagingOf(page, wanted) };
};

/** WIPs: reading, saving, submitting, deleting, and their submissions (`s7.wip`, `s7.update`, `s7.submit`, `s7.delete`, `s7.archives`). */
export function wipRoutes(
  api: Api,
  {
    wips,
    archives,
    pages,
    documents,
    presence,
  }: { wips: Wips; archives: Archives; pages: Pages; documents: DocumentReplies; presence: Presence | null },
): void {
  /** Revision, time and user of its last save (`documents.guard` in `capabilities`). */
  const standing = async (wip: WipHead) => ({
    revision: wip.revision,
    updated_on: wip.updated_at,
    updated_by: await wips.savedBy(wip),
  });

  serve(api, readWip, { access: read('document'), about: 'A WIP with its HTML' }, async (call) => {
    const head = await wips.open(call.actor, call.id);
    // The name of the user who saved it may change without the document.
    return documents.send(call, `wip-${head.uuid}-${head.revision} ${await wips.savedBy(head)}`, async () => {
      const wip = await wips.read(call.actor, head.uuid);
      const { content, line_breaks } = wip;
      return { success: true, result: { ...wipEntry(wip), content, line_breaks, ...(await standing(wip)) } };
    });
  });

  serve(
    api,
    updateWip,
    {
      access: write('document'),
      about: 'Save a WIP',
      body: saveRequest,
      bodyLimit: SAVE_BODY_LIMIT,
      conflict: saveConflict,
      readsBody: true,
      busy: CHANGES_WAIT,
    },
    async ({ actor, id, request, reply }) => {
      const wip = await wips.update(actor, id, saveIn(request));
      const stands = await standing(wip);
      if (!isConflict(wip)) {
        // A user who misses the announcement learns of it from the reply to their next message about presence.
        void presence?.publishSave(actor, wip).catch(() => undefined);
        return { success: true, message: 'Saved.', result: { ...wipEntry(wip), ...stands } };
      }
      const { conflicts, new_attributes } = wip;
      reply.code(409);
      return {
        message: 'Somebody else has changed the same since. Nothing was saved.',
        conflicts,
        new_attributes,
        ...stands,
      };
    },
  );

  serve(
    api,
    submitWip,
    {
      access: write('document'),
      about: 'Submit a WIP to the dashboards',
      body: submitRequest,
      conflict: submitConflict,
      reply: outcomeReply,
      busy: CHANGES_WAIT,
    },
    async ({ actor, id, body: { revision = null }, reply }) => {
      const archive = await wips.submit(actor, id, revision);
      if (archive) {
        const result = archiveEntry({ ...archive, submitted_by: actor.name });
        return { success: true, message: 'Submitted.', result };
      }
      reply.code(409);
      const message = 'This document was saved since. Nothing was submitted.';
      return { message, ...(await standing(await wips.open(actor, id))) };
    },
  );

  serve(
    api,
    deleteWip,
    { access: write('document'), about: 'Delete a WIP; its submissions stay' },
    async ({ actor, id }) => {
      await wips.remove(actor, id);
      // A user who misses the announcement learns of it at their next save.
      await presence?.publishDeletion(actor, id).catch(() => undefined);
      return { success: true, message: 'Deleted.' };
    },
  );

  serve(
    api,
    listArchives,
    { access: read('document'), about: 'Submissions of a WIP, newest first', pages: pagedLists.archives },
    async ({ actor, id, request }) => archivesOf({ archives, pages }, actor, id, request),
  );
}
