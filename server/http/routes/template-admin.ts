import {
  commandRequest,
  blanksRequest,
  moveRequest,
  newTemplatesRequest,
  replaceRequest,
  templatePutBackRequest,
} from '#common/calls/requests.ts';
import type { Actor } from '#server/domain/access.ts';
import type { ManagedTemplate, TemplateAdmin } from '#server/domain/templates/template-admin.ts';
import { isSiteAdministrator } from '#server/domain/access.ts';
import { filesIn, UPLOAD_BODY_LIMIT } from '../multipart.ts';
import { addRoute, uuidOf, type Api } from '../route.ts';
import { SAVE_BODY_LIMIT } from './templates.ts';

const entry = (template: ManagedTemplate) => ({
  uuid: template.uuid,
  name: template.name,
  description: template.description,
  file_name: template.file_name,
  version: template.version,
  regions: template.regions,
  changed_on: template.changed_at,
  changed_by: template.changedBy,
  organization: template.organisationName,
  changeable: template.isChangeable,
  can_put_back: template.canBePutBack,
  has_role: template.hasRole,
  on_wall: template.isOnWall,
  removed_on: template.removed_at,
});

/**
 * Calls of administrators for templates (`templates.manage` in `capabilities`). The reply to each change has all
 * templates as they are then.
 */
export async function templateAdminRoutes(api: Api, admin: TemplateAdmin): Promise<void> {
  const all = async (actor: Actor) => ({
    success: true,
    templates: (await admin.list(actor)).map(entry),
    may_offer_to_all: isSiteAdministrator(actor),
    command_docs: await admin.commandDocs(actor),
  });

  addRoute(api, { route: 'GET /v1/templates/all', handle: ({ actor }) => all(actor) });

  addRoute(api, {
    route: 'POST /v1/templates/create',
    body: newTemplatesRequest,
    bodyLimit: SAVE_BODY_LIMIT,
    async handle({ actor, body, reply }) {
      await admin.add(actor, body);
      reply.code(201);
      return all(actor);
    },
  });

  addRoute(api, {
    route: 'POST /v1/templates/blanks',
    body: blanksRequest,
    bodyLimit: SAVE_BODY_LIMIT,
    async handle({ actor, body }) {
      const { blanks, ids, hasMore } = await admin.findBlanks(actor, body.content);
      const replyBlanks = blanks.map(({ ownId: own_id, isOffered: offered, ...blank }) => ({
        ...blank,
        own_id,
        offered,
      }));
      return { success: true, blanks: replyBlanks, ids, more: hasMore };
    },
  });

  addRoute(api, {
    route: 'POST /v1/templates/shipped',
    async handle({ actor }) {
      await admin.takeShipped(actor);
      return all(actor);
    },
  });

  addRoute(api, {
    route: 'POST /v1/templates/:id/replace',
    body: replaceRequest,
    bodyLimit: SAVE_BODY_LIMIT,
    async handle({ actor, id, body }) {
      await admin.replace(actor, id('id', 'template'), body);
      return all(actor);
    },
  });

  addRoute(api, {
    route: 'POST /v1/templates/:id/put-back',
    body: templatePutBackRequest,
    async handle({ actor, id, body }) {
      await admin.putBack(actor, id('id', 'template'), body.version);
      return all(actor);
    },
  });

  addRoute(api, {
    route: 'POST /v1/templates/:id/move',
    body: moveRequest,
    async handle({ actor, id, body }) {
      await admin.move(actor, id('id', 'template'), body.before);
      return all(actor);
    },
  });

  addRoute(api, {
    route: 'POST /v1/templates/:id/command',
    body: commandRequest,
    async handle({ actor, id, body }) {
      await admin.command(actor, id('id', 'template'), body.pane);
      return all(actor);
    },
  });

  for (const deed of ['remove', 'restore'] as const) {
    addRoute(api, {
      route: `POST /v1/templates/:id/${deed}`,
      async handle({ actor, id }) {
        await admin[deed](actor, id('id', 'template'));
        return all(actor);
      },
    });
  }

  // The only call whose body is not JSON: its parser is added for it alone.
  await api.app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) => bytes);
    addRoute(
      { ...api, app: uploads },
      {
        route: 'POST /v1/templates/check',
        bodyLimit: UPLOAD_BODY_LIMIT,
        async handle({ actor, request }) {
          const { rename_ids, replaces } = request.query as Record<string, unknown>;
          const files = await filesIn(request.body, request.headers['content-type']);
          const template = typeof replaces === 'string' ? uuidOf(replaces, 'template') : null;
          const documents = await admin.examine(actor, files, rename_ids === 'true', template);
          return { success: true, documents };
        },
      },
    );
  });
}
