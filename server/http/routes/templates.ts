import { listTemplates, readTemplate } from '#common/calls/templates.ts';
import { read, write } from '../guards/access.ts';
import { listNewest, readRecent } from '#common/calls/archives.ts';
import { createWip, listWips } from '#common/calls/wips.ts';
import { saveRequest } from '#common/calls/requests.ts';
import type { FastifyRequest } from 'fastify';
import type { Reader } from '#server/domain/access.ts';
import type { Archives } from '#server/domain/documents/archives.ts';
import type { WithAuthorName } from '#server/domain/authors.ts';
import type { Pages } from '#server/domain/pages.ts';
import type { Templates } from '#server/domain/templates/templates.ts';
import type { Wips } from '#server/domain/documents/wips.ts';
import type { ArchiveHead } from '#server/storage/stores/archives.ts';
import type { WipHead } from '#server/storage/stores/wips.ts';
import type { DocumentReplies } from '../document-reply.ts';
import { readBody } from '#server/domain/read-body.ts';
import type { GivenSave } from '#server/domain/documents/written.ts';
import { deletedParameter, pagedLists, pagingOf, wantedPage, wantsDeleted } from '../pages.ts';
import { picked, serve, type Api } from '../serve.ts';

/** Maximum bytes of a save's body: a document has at most 5 MB, and its values are sent as JSON. */
export const SAVE_BODY_LIMIT = 10 * 1024 * 1024;

/**
 * The save of a request; a large one unparsed, since it may be parsed in a thread.
 * @throws {Refusal} invalid
 */
export const saveIn = ({ body }: FastifyRequest): GivenSave =>
  body instanceof Uint8Array ? body : readBody(saveRequest, body);

/** The fields of a WIP that lists and the replies of a read and a save have in common (`s3.wip`). */
export const wipEntry = (wip: WipHead) => ({
  ...picked(wip, 'uuid', 'name', 'description', 'file_name', 'base_name'),
  wip_uuid: wip.uuid,
  wip_name: wip.name,
  created_from: wip.template,
});

/** User and time of its deletion, in a list that may contain deleted ones (`wips.deleted` in `capabilities`). */
const deletionOf = (wip: WipHead) =>
  wip.deleted_at !== null ? { deleted_on: wip.deleted_at, deleted_by: wip.deleted_by } : {};

const recentEntry = (archive: WithAuthorName<ArchiveHead>) => ({
  ...picked(archive, 'uuid', 'file_name', 'name', 'submitted_by'),
  wip_uuid: archive.wip,
  metadata: { archive_format: archive.format, submitted_on: archive.submitted_on },
});

/** The newest submission of a template (`s7.recent`). */
export const recentOf = async (archives: Archives, reader: Reader, template: string) => {
  const archive = await archives.recent(reader, template);
  return { success: true, archives: archive && recentEntry(archive) };
};

/** Templates, their WIPs and their newest submission (`s7.templates`, `s7.template`, `s7.save`, `s7.recent`). */
export function templateRoutes(
  api: Api,
  parts: { templates: Templates; wips: Wips; archives: Archives; pages: Pages; documents: DocumentReplies },
): void {
  const { templates, wips, archives, pages, documents } = parts;
  serve(
    api,
    listTemplates,
    { access: read(), about: 'Templates of the organization and of all' },
    async ({ actor }) => ({
      success: true,
      templates: (await templates.list(actor)).map((one) => picked(one, 'uuid', 'name', 'description', 'file_name')),
    }),
  );

  serve(
    api,
    listNewest,
    { access: read(), about: 'The newest submission of each template', capability: 'templates.recent' },
    async ({ actor }) => ({
      success: true,
      archives: (await archives.newest(actor)).map(({ template, archive }) => ({
        template,
        archive: archive && recentEntry(archive),
      })),
    }),
  );

  serve(api, readTemplate, { access: read('template'), about: 'A template with its HTML' }, async (call) => {
    const { uuid, version } = await templates.open(call.actor, call.id);
    return documents.send(call, `template-${uuid}-${version}`, async () => {
      const { name, description, file_name, content } = await templates.read(call.actor, uuid);
      // Its author wrote all of it.
      const line_breaks = 'marked';
      return { success: true, result: { uuid, name, base_name: name, description, file_name, content, line_breaks } };
    });
  });

  serve(
    api,
    listWips,
    { access: read('template'), about: 'WIPs of a template', pages: pagedLists.wips, query: [deletedParameter] },
    async ({ actor, id, request }) => {
      const wanted = wantedPage(pagedLists.wips, request);
      const page = wantsDeleted(request)
        ? await pages.wipsAndDeleted(actor, id, wanted)
        : wanted && (await pages.wips(actor, id, wanted));
      const listed = page ? page.entries : await wips.list(actor, id);
      const [savedBy, newest] = await Promise.all([wips.savedByAll(listed), archives.recent(actor, id)]);
      const entries = listed.map((wip, at) => ({
        ...wipEntry(wip),
        updated_on: wip.updated_at,
        updated_by: savedBy[at] ?? null,
        ...(newest?.wip === wip.uuid && { on_wall: true }),
        ...deletionOf(wip),
      }));
      return { success: true, templates: entries, ...(page && wanted && pagingOf(page, wanted)) };
    },
  );

  serve(
    api,
    createWip,
    {
      access: write('template'),
      about: 'Make a WIP',
      body: saveRequest,
      bodyLimit: SAVE_BODY_LIMIT,
      status: 201,
      readsBody: true,
    },
    async ({ actor, id, request }) => {
      const wip = await wips.create(actor, id, saveIn(request));
      return { success: true, message: 'Saved.', result: wipEntry(wip) };
    },
  );

  serve(
    api,
    readRecent,
    { access: read('template'), about: 'The newest submission of a template' },
    async ({ actor, id }) => recentOf(archives, actor, id),
  );
}
