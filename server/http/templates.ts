import { saveRequest, type SaveRequest } from '#api/contract/requests.ts';
import type { Archives } from '#server/domain/archives.ts';
import type { Templates } from '#server/domain/templates.ts';
import type { Wips } from '#server/domain/wips.ts';
import type { Storage, TemplateHead, WipHead } from '#server/storage/port.ts';
import type { DocumentReplies } from './document-reply.ts';
import { sessionOf } from './guards.ts';
import { addRoute, JSON_TYPE, type Api } from './route.ts';

/** Bytes of a save's body (quality.md, "Bodies"). */
export const SAVE_BODY_LIMIT = 10 * 1024 * 1024;

/** A WIP as section 3 lists it. */
export const wipEntry = (wip: WipHead) => ({
  uuid: wip.uuid,
  name: wip.name,
  description: wip.description,
  file_name: wip.file_name,
  wip_uuid: wip.uuid,
  wip_name: wip.name,
  base_name: wip.base_name,
  created_from: wip.template,
});

/** The list of templates as it goes out. */
const listed = (templates: readonly TemplateHead[]): string =>
  JSON.stringify({
    success: true,
    templates: templates.map(({ uuid, name, description, file_name }) => ({ uuid, name, description, file_name })),
  });

/** Section 7, templates: and what hangs on one. */
export function templateRoutes(
  api: Api,
  {
    templates,
    wips,
    archives,
    documents,
    remember,
  }: {
    templates: Templates;
    wips: Wips;
    archives: Archives;
    documents: DocumentReplies;
    remember: Storage['remember'];
  },
): void {
  addRoute(api, {
    method: 'GET',
    url: '/v1/templates',
    isRepeatable: true,
    async handle({ actor, request, reply }) {
      // The same for everybody of an organisation.
      const make = async (): Promise<string> => listed(await templates.list(actor));
      return reply
        .type(JSON_TYPE)
        .send(await remember(`templates ${actor.organisation}`, make, sessionOf(request).state));
    },
  });

  addRoute(api, {
    method: 'GET',
    url: '/v1/templates/:id',
    isRepeatable: true,
    async handle(call) {
      const head = await templates.open(call.actor, call.id('id', 'template'));
      const keyOf = ({ uuid, version }: typeof head): string => `template-${uuid}-${version}`;
      return documents.send(call, keyOf(head), async () => {
        const full = await templates.read(call.actor, head.uuid);
        const { uuid, name, description, file_name, content } = full;
        return {
          key: keyOf(full),
          body: { success: true, result: { uuid, name, base_name: name, description, file_name, content } },
        };
      });
    },
  });

  addRoute(api, {
    method: 'GET',
    url: '/v1/templates/:id/wips',
    isRepeatable: true,
    handle: async ({ actor, id }) => ({
      success: true,
      templates: (await wips.list(actor, id('id', 'template'))).map(wipEntry),
    }),
  });

  addRoute<SaveRequest>(api, {
    method: 'POST',
    url: '/v1/templates/:id/wips/save',
    body: saveRequest,
    bodyLimit: SAVE_BODY_LIMIT,
    async handle({ actor, id, body, reply }) {
      const wip = await wips.create(actor, id('id', 'template'), body);
      reply.code(201);
      return { success: true, message: 'Saved.', result: wipEntry(wip) };
    },
  });

  addRoute(api, {
    method: 'GET',
    url: '/v1/templates/:id/archives/recent',
    isRepeatable: true,
    async handle({ actor, id }) {
      const archive = await archives.recent(actor, id('id', 'template'));
      if (!archive) return { success: true, archives: null };
      const { uuid, name, file_name, format, submitted_on } = archive;
      return {
        success: true,
        archives: { uuid, file_name, name, metadata: { archive_format: format, submitted_on } },
      };
    },
  });
}
