import {
  addShipped,
  dropPublishing,
  examineFiles,
  findBlanks,
  listManagedTemplates,
  publishTemplates,
  replaceTemplate,
  templateActs,
} from '#common/calls/template-admin.ts';
import { administer, inspect } from '../guards/access.ts';
import {
  blanksRequest,
  commandRequest,
  moveRequest,
  newTemplatesRequest,
  replaceRequest,
  templatePutBackRequest,
} from '#common/calls/requests.ts';
import type { Call } from '#common/calls/call.ts';
import type { Actor, Caller } from '#server/domain/access.ts';
import type { ManagedTemplate, TemplateAdmin } from '#server/domain/templates/template-admin.ts';
import { isSiteAdministrator } from '#server/domain/access.ts';
import { filesIn, UPLOAD_BODY_LIMIT } from '../multipart.ts';
import { picked, serve, uuidOf, type Api, type Serving } from '../serve.ts';
import { SAVE_BODY_LIMIT } from './templates.ts';

const entry = (template: ManagedTemplate) => ({
  ...picked(template, 'uuid', 'name', 'description', 'file_name', 'version', 'regions'),
  changed_on: template.changed_at,
  changed_by: template.changedBy,
  organization: template.organisationName,
  changeable: template.isChangeable,
  can_put_back: template.canBePutBack,
  has_role: template.hasRole,
  on_wall: template.isOnWall,
  removed_on: template.removed_at,
});

/** Parameters of an upload, for the description. */
const FILE_QUERY = [
  {
    name: 'rename_ids',
    in: 'query',
    description: '`true`: what shares the id of a field gets another one.',
    schema: { enum: ['true', 'false'], default: 'false' },
  },
  {
    name: 'replaces',
    in: 'query',
    description: 'The template that the document is to replace: its fields are compared.',
    schema: { type: 'string', format: 'uuid' },
  },
];

/**
 * Calls of administrators for templates (`templates.manage` in `capabilities`). The reply to each change has all
 * templates as they are then.
 */
export async function templateAdminRoutes(
  server: Api,
  { templateAdmin: admin }: { templateAdmin: TemplateAdmin },
): Promise<void> {
  const api: Api = { ...server, capability: 'templates.manage' };
  const all = async (actor: Actor) => ({
    success: true,
    // First: a list that is read after its end has what it published.
    publishing: await admin.adding(actor),
    templates: (await admin.list(actor)).map(entry),
    may_offer_to_all: isSiteAdministrator(actor),
    command_docs: await admin.commandDocs(actor),
  });

  serve(
    api,
    listManagedTemplates,
    { access: inspect, about: 'Templates as administrators see them, the removed ones too' },
    ({ actor }) => all(actor),
  );

  /** Serves a change. */
  const change = <Body = undefined>(
    call: Call,
    serving: Serving<Body>,
    act: (input: { actor: Caller; id: string; body: Body }) => Promise<void>,
  ): void =>
    serve(api, call, serving, async (input) => {
      await act(input);
      return all(input.actor);
    });

  change(
    publishTemplates,
    {
      access: administer(),
      about: 'Begin to publish documents as templates, all of them or none',
      body: newTemplatesRequest,
      bodyLimit: SAVE_BODY_LIMIT,
      status: 202,
    },
    ({ actor, body }) => admin.add(actor, body),
  );
  change(
    dropPublishing,
    { access: administer(), about: 'Forget the administrator’s last publishing; one that runs publishes nothing' },
    ({ actor }) => admin.dropAdding(actor),
  );

  serve(
    api,
    findBlanks,
    {
      access: administer(),
      about: 'Find the places of a document that can become fields, and keep nothing',
      body: blanksRequest,
      bodyLimit: SAVE_BODY_LIMIT,
    },
    async ({ actor, body }) => {
      const { blanks, ids, hasMore } = await admin.findBlanks(actor, body.content);
      const replyBlanks = blanks.map(({ ownId: own_id, isOffered: offered, ...blank }) => ({
        ...blank,
        own_id,
        offered,
      }));
      return { success: true, blanks: replyBlanks, ids, more: hasMore };
    },
  );

  change(
    addShipped,
    { access: administer(), about: 'Take the templates that come with the product and are not there yet' },
    ({ actor }) => admin.takeShipped(actor),
  );
  change(
    replaceTemplate,
    {
      access: administer('ownTemplate'),
      about: 'Give a template other HTML; its documents keep theirs',
      body: replaceRequest,
      bodyLimit: SAVE_BODY_LIMIT,
    },
    ({ actor, id, body }) => admin.replace(actor, id, body),
  );
  change(
    templateActs['put-back'],
    {
      access: administer('ownTemplate'),
      about: 'Make the HTML before the newest of a template again',
      body: templatePutBackRequest,
    },
    ({ actor, id, body }) => admin.putBack(actor, id, body.version),
  );
  change(
    templateActs.move,
    { access: administer('ownTemplate'), about: 'Put a template before another one, or last', body: moveRequest },
    ({ actor, id, body }) => admin.move(actor, id, body.before),
  );
  change(
    templateActs.command,
    { access: administer('template'), about: 'Show a template in one pane of Command Docs', body: commandRequest },
    ({ actor, id, body }) => admin.command(actor, id, body.pane),
  );
  change(
    templateActs.remove,
    { access: administer('ownTemplate'), about: 'Offer a template no more; its documents and archives stay' },
    ({ actor, id }) => admin.remove(actor, id),
  );
  change(
    templateActs.restore,
    { access: administer('ownTemplate'), about: 'Offer a removed template again' },
    ({ actor, id }) => admin.restore(actor, id),
  );

  // The only call whose body is not JSON: its parser is added for it alone.
  await api.app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) => bytes);
    serve(
      { ...api, app: uploads },
      examineFiles,
      {
        access: administer(),
        about:
          'Examine a file, a ZIP or several files that are to become templates, and keep nothing: findings, and the HTML with what lay beside it',
        bodyLimit: UPLOAD_BODY_LIMIT,
        files: true,
        query: FILE_QUERY,
      },
      async ({ actor, request }) => {
        const { rename_ids, replaces } = request.query as Record<string, unknown>;
        const files = await filesIn(request.body, request.headers['content-type']);
        const template = typeof replaces === 'string' ? uuidOf(replaces, 'template') : null;
        const documents = await admin.examine(actor, files, rename_ids === 'true', template);
        return { success: true, documents };
      },
    );
  });
}
