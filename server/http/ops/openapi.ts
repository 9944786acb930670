import type { FastifyInstance } from 'fastify';
import type * as v from 'valibot';
import { beginReply, recoveryReply, secondFactorReply, sessionsReply } from '#common/calls/account.ts';
import { auditActions, auditReply } from '#common/calls/audit.ts';
import { managedRolesReply } from '#common/calls/roles.ts';
import { rolesReply, usersReply } from '#common/calls/admin.ts';
import * as archives from '#common/calls/archives.ts';
import { saveConflict, submitConflict } from '#common/calls/conflicts.ts';
import * as displays from '#common/calls/displays.ts';
import { boardEvent, boardReply, boardsReply } from '#common/calls/boards.ts';
import { outcomeReply } from '#common/calls/fields.ts';
import { organizationsReply, peopleCheckReply, peopleImportReply, personReply } from '#common/calls/people.ts';
import { presenceEvent, presenceReply } from '#common/calls/presence.ts';
import * as requests from '#common/calls/requests.ts';
import { loginReply, providerBeginReply, verifyReply } from '#common/calls/session.ts';
import { suggestionsReply } from '#common/calls/suggestions.ts';
import { blanksReply, examinedReply, managedReply } from '#common/calls/template-admin.ts';
import { usageReply } from '#common/calls/usage.ts';
import { documentReply, templatesReply } from '#common/calls/templates.ts';
import { saveReply, wipsReply } from '#common/calls/wips.ts';
import { XSRF_HEADER } from '#common/config/constants.ts';
import { PAGE_MAX } from '#common/calls/pages.ts';
import { accessTable, type AccessRule } from '../guards/access-table.ts';
import { pagedLists } from '../pages.ts';
import { jsonSchema, type JsonSchema } from './openapi-schema.ts';

/**
 * Description of a call, without its access rule. The schemas are those by which this server checks requests and the
 * application checks replies.
 */
type Description = {
  summary: string;
  body?: v.GenericSchema;
  /** True if its body is a form of files. */
  files?: true;
  reply: v.GenericSchema | 'stream';
  status?: 200 | 201;
  html?: true;
  /** Optional parameters of the query. */
  query?: Readonly<Record<string, JsonSchema>>;
  /** True if it also returns deleted entries on request. */
  deleted?: true;
  /** Reply with status 409. */
  conflict?: v.GenericSchema;
};

const descriptions: Readonly<Record<string, Description>> = {
  'GET /v1/audit': {
    summary: 'The audit log, newest first, in pages: `next` is the `before` of the next one',
    reply: auditReply,
    query: {
      person: { type: 'string', description: 'A username or a uuid: what they did, and what was done to them.' },
      action: { enum: auditActions },
      since: { type: 'string', format: 'date-time' },
      until: { type: 'string', format: 'date-time' },
      before: { type: 'string' },
    },
  },
  'GET /v1/usage': { summary: 'How much of the server’s budgets is used', reply: usageReply },
  'POST /auth/login': { summary: 'Sign in', body: requests.loginRequest, reply: loginReply },
  'POST /auth/first-run': {
    summary: 'Make the first administrator and their organization with the code that the server printed, and sign in',
    body: requests.firstRunRequest,
    reply: loginReply,
    status: 201,
  },
  'POST /auth/provider/begin': {
    summary: 'Where the identity provider signs somebody in; the answer is for this browser alone',
    reply: providerBeginReply,
  },
  'POST /auth/provider/return': {
    summary: 'Sign in with what the identity provider answered, as the query with which it led back has it',
    body: requests.providerReturnRequest,
    reply: loginReply,
  },
  'POST /auth/logout': { summary: 'Sign out', reply: outcomeReply },
  'POST /auth/refresh-token': { summary: 'Exchange the refresh token', reply: outcomeReply },
  'GET /auth/verify': { summary: 'Who is signed in', reply: verifyReply },
  'GET /v1/templates': { summary: 'Templates of the organization and of all', reply: templatesReply },
  'GET /v1/templates/recent': { summary: 'The newest submission of each template', reply: archives.newestReply },
  'GET /v1/templates/all': {
    summary: 'Templates as administrators see them, the removed ones too',
    reply: managedReply,
  },
  'POST /v1/templates/check': {
    summary:
      'Examine a file, a ZIP or several files that are to become templates, and keep nothing: findings, and the HTML with what lay beside it',
    files: true,
    reply: examinedReply,
  },
  'POST /v1/templates/blanks': {
    summary: 'Find the places of a document that can become regions, and keep nothing',
    body: requests.blanksRequest,
    reply: blanksReply,
  },
  'POST /v1/templates/create': {
    summary: 'Publish documents as templates, all of them or none',
    body: requests.newTemplatesRequest,
    reply: managedReply,
    status: 201,
  },
  'POST /v1/templates/shipped': {
    summary: 'Take the templates that come with the product and are not there yet',
    reply: managedReply,
  },
  'POST /v1/templates/:id/replace': {
    summary: 'Give a template other HTML; its documents keep theirs',
    body: requests.replaceRequest,
    reply: managedReply,
  },
  'POST /v1/templates/:id/put-back': {
    summary: 'Make the HTML before the newest of a template again',
    body: requests.templatePutBackRequest,
    reply: managedReply,
  },
  'POST /v1/templates/:id/move': {
    summary: 'Put a template before another one, or last',
    body: requests.moveRequest,
    reply: managedReply,
  },
  'POST /v1/templates/:id/command': {
    summary: 'Show a template in one pane of Command Docs',
    body: requests.commandRequest,
    reply: managedReply,
  },
  'POST /v1/templates/:id/remove': {
    summary: 'Offer a template no more; its documents and archives stay',
    reply: managedReply,
  },
  'POST /v1/templates/:id/restore': { summary: 'Offer a removed template again', reply: managedReply },
  'GET /v1/templates/:id': { summary: 'A template with its HTML', reply: documentReply, html: true },
  'GET /v1/templates/:id/wips': { summary: 'WIPs of a template', reply: wipsReply, deleted: true },
  'GET /v1/templates/:id/archives/recent': {
    summary: 'The newest submission of a template',
    reply: archives.recentReply,
  },
  'GET /v1/templates/:id/suggestions': {
    summary:
      'Values that the organization’s documents of a template hold, by region (`regions.suggestions` in `capabilities`)',
    reply: suggestionsReply,
  },
  'POST /v1/templates/:id/wips/save': {
    summary: 'Make a WIP',
    body: requests.saveRequest,
    reply: saveReply,
    status: 201,
  },
  'GET /v1/wips/:uuid': { summary: 'A WIP with its HTML', reply: documentReply, html: true },
  'POST /v1/wips/:uuid/update': {
    summary: 'Save a WIP',
    body: requests.saveRequest,
    reply: outcomeReply,
    conflict: saveConflict,
  },
  'POST /v1/wips/:uuid/submit': {
    summary: 'Submit a WIP to the dashboards',
    body: requests.submitRequest,
    reply: outcomeReply,
    conflict: submitConflict,
  },
  'GET /v1/wips/:uuid/delete': { summary: 'Delete a WIP; its submissions stay', reply: outcomeReply },
  'POST /v1/wips/:uuid/presence': {
    summary:
      'Report to the other users of an open WIP that this user is there, or has left (`presence` in `capabilities`)',
    body: requests.presenceRequest,
    reply: presenceReply,
  },
  'GET /v1/wips/:uuid/archives': { summary: 'Submissions of a WIP, newest first', reply: archives.archivesReply },
  'GET /v1/archives/:uuid': { summary: 'A submission with its HTML', reply: archives.archiveReply },
  'GET /v1/archives/:uuid/changes': {
    summary: 'What a submission and those of its WIP before it have changed, of the last ten minutes',
    reply: archives.changesReply,
  },
  'POST /v1/archives/:uuid/submit': {
    summary: 'Submit the content of an archive again, in the place of the newest one of its template',
    body: requests.putBackRequest,
    reply: outcomeReply,
    conflict: outcomeReply,
  },
  'GET /events/wips/:id': { summary: 'Submissions of a WIP or a template as they happen', reply: 'stream' },
  'GET /events/wips': {
    summary:
      'The same for many at once (`events.multiplex` in `capabilities`): each event tells its `id`; `refused` names an id that may not be read beside others that may',
    reply: 'stream',
  },
  'GET /v1/boards': { summary: 'Boards of the organization', reply: boardsReply },
  'GET /v1/boards/:uuid': { summary: 'A board', reply: boardReply },
  'POST /v1/boards/create': { summary: 'Make a board', body: requests.boardRequest, reply: boardReply, status: 201 },
  'POST /v1/boards/:uuid/update': { summary: 'Change a board', body: requests.boardRequest, reply: boardReply },
  'POST /v1/boards/:uuid/delete': { summary: 'Delete a board', reply: outcomeReply },
  'POST /v1/displays/pairings': {
    summary: 'A code for a screen that is to become a display',
    reply: displays.pairingReply,
  },
  'POST /v1/displays/pairings/claim': { summary: 'Whether the code was entered', reply: displays.claimReply },
  'POST /v1/displays/pair': {
    summary: 'Make the screen that shows a code a display',
    body: requests.pairRequest,
    reply: displays.displayReply,
    status: 201,
  },
  'GET /v1/displays': { summary: 'Displays of the organization', reply: displays.displaysReply },
  'POST /v1/displays/:uuid/update': {
    summary: 'Give a display another name or board',
    body: requests.displayUpdateRequest,
    reply: displays.displayReply,
  },
  'POST /v1/displays/:uuid/end': { summary: 'End a display', reply: outcomeReply },
  'GET /v1/displays/self': { summary: 'What this display is', reply: displays.selfReply },
  'GET /v1/displays/self/boards/:uuid': { summary: 'A board of this display', reply: boardReply },
  'GET /v1/displays/self/templates/:id/archives/recent': {
    summary: 'The newest submission of a template on its board',
    reply: archives.recentReply,
  },
  'GET /v1/displays/self/wips/:uuid/archives': {
    summary: 'Submissions of a WIP on its board, newest first',
    reply: archives.archivesReply,
  },
  'GET /v1/displays/self/archives/:uuid': {
    summary: 'A submission, with its HTML, of what its board shows',
    reply: archives.archiveReply,
  },
  'GET /v1/displays/self/archives/:uuid/changes': {
    summary: 'What a submission that its board shows has changed',
    reply: archives.changesReply,
  },
  'GET /events/displays/self': {
    summary:
      'Submissions of its board’s panes, changes of its boards and of the display itself; the stream ends after a change from which follows what it may read',
    reply: 'stream',
  },
  'GET /v1/roles': { summary: 'Roles', reply: rolesReply },
  'GET /v1/users': { summary: 'Users', reply: usersReply },
  'GET /v1/roles/all': {
    summary: 'Roles with their holders, and who and what could get one',
    reply: managedRolesReply,
  },
  'POST /v1/roles/create': {
    summary: 'Make a role: from then on only its holders and administrators change documents of a template file',
    body: requests.newRoleRequest,
    reply: managedRolesReply,
    status: 201,
  },
  'POST /v1/roles/remove': {
    summary: 'Take a role from all who hold it, and remove it',
    body: requests.roleRequest,
    reply: managedRolesReply,
  },
  'POST /v1/users/roles/create': {
    summary: 'Give a user a role',
    body: requests.roleAssignmentRequest,
    reply: outcomeReply,
  },
  'POST /v1/users/:uuid/update': { summary: 'Change a user', body: requests.userUpdateRequest, reply: outcomeReply },
  'POST /v1/users/roles/delete': {
    summary: 'Take a role from a user',
    body: requests.roleAssignmentRequest,
    reply: personReply,
  },
  'GET /v1/organizations': {
    summary: 'Organizations that the administrator may put people into',
    reply: organizationsReply,
  },
  'POST /v1/users/import/check': {
    summary: 'Say what an import of people would do, line by line, and do nothing',
    body: requests.peopleFileRequest,
    reply: peopleCheckReply,
  },
  'POST /v1/users/import': {
    summary: 'Add the users of a table, all or none; only this reply has their one-time passwords',
    body: requests.peopleFileRequest,
    reply: peopleImportReply,
    status: 201,
  },
  'POST /v1/users/create': {
    summary: 'Add a user; only this reply has the one-time password',
    body: requests.newUserRequest,
    reply: personReply,
    status: 201,
  },
  'POST /v1/users/:uuid/one-time-password': {
    summary: 'Give a user a one-time password, which only this reply has; ends the user’s sessions',
    reply: personReply,
  },
  'POST /v1/users/:uuid/remove-second-factor': {
    summary: 'Turn off a user’s second factor, for example when the telephone is lost',
    reply: personReply,
  },
  'POST /v1/users/:uuid/disable': { summary: 'Disable a user; ends the user’s sessions', reply: personReply },
  'POST /v1/users/:uuid/enable': { summary: 'Let a disabled user sign in again', reply: personReply },
  'POST /v1/users/:uuid/unlock': { summary: 'Forget a user’s failed sign-ins', reply: personReply },
  'POST /v1/users/:uuid/sign-out': { summary: 'End all sessions of a user', reply: personReply },
  'POST /v1/account/password': {
    summary: 'Change one’s own password; ends one’s other sessions',
    body: requests.passwordRequest,
    reply: outcomeReply,
  },
  'GET /v1/account/second-factor': { summary: 'Whether a code is asked of oneself', reply: secondFactorReply },
  'POST /v1/account/second-factor/begin': {
    summary: 'A secret for a new authenticator, which is not kept yet',
    reply: beginReply,
  },
  'POST /v1/account/second-factor': {
    summary:
      'Require a code at each sign-in; ends one’s other sessions; refused while a code is required already; only this reply has the recovery codes',
    body: requests.secondFactorRequest,
    reply: recoveryReply,
  },
  'POST /v1/account/second-factor/remove': {
    summary: 'Turn off the second factor, with a code of it or a recovery code',
    body: requests.factorRemovalRequest,
    reply: outcomeReply,
  },
  'GET /v1/account/sessions': { summary: 'One’s own sessions', reply: sessionsReply },
  'POST /v1/account/sessions/:uuid/end': { summary: 'End one of one’s own sessions', reply: outcomeReply },
};

const message = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
const retryAfter: JsonSchema = {
  'Retry-After': { description: 'Seconds after which another attempt makes sense.', schema: { type: 'integer' } },
};
const refusal = (description: string, isForNow = false): JsonSchema => ({
  description,
  ...(isForNow && { headers: retryAfter }),
  content: json({ $ref: '#/components/schemas/Refusal' }),
});
const needs: Record<AccessRule['needs'], string> = {
  nobody: 'No session is needed.',
  display: 'A display’s own cookie, and no session.',
  read: 'Any session of the organization.',
  write:
    'Level 2 or higher of the organization; where roles exist for the template’s file, their holders and administrators.',
  administer: 'Level 3 or higher.',
  site: 'Level 4.',
};

const CHANGES_WAIT = 'too many changes of the document wait, ';
const busyWith: Readonly<Record<string, string>> = {
  'POST /auth/login': 'too many sign in, ',
  'POST /v1/wips/:uuid/update': CHANGES_WAIT,
  'POST /v1/wips/:uuid/submit': CHANGES_WAIT,
};

/** The reason why a call may be refused for the moment: for any call the database may be away or take too long. */
const busyOf = (route: string, reply: Description['reply']): string => {
  const more = reply === 'stream' ? 'too many streams are open, ' : (busyWith[route] ?? '');
  return `Not now: ${more}the database is away, or it took too long.`;
};

/**
 * Parameters of a list in pages; without any of them the list is complete, and its reply has neither `next` nor
 * `count`.
 */
const pageParameters = (sorts: readonly string[]): JsonSchema[] =>
  Object.entries({
    limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: PAGE_MAX },
    cursor: { type: 'string', description: 'The `next` of the page before, in the same order.' },
    q: { type: 'string', description: 'Words that are all found, whatever their case and accents.' },
    sort: { enum: sorts, default: sorts[0] },
  }).map(([name, schema]) => ({ name, in: 'query', schema }));

/** Fields of a reply that is a page (`lists.pages` in `capabilities`), besides those of the complete list. */
const page: JsonSchema = {
  type: 'object',
  properties: {
    next: { type: ['string', 'null'], description: 'The cursor of the next page; null after the last one.' },
    count: { type: 'integer', description: 'How many entries match in all.' },
  },
};

const deletedParameter: JsonSchema = {
  name: 'deleted',
  in: 'query',
  description: '`true`: also the deleted ones that have archives (`wips.deleted` in `capabilities`).',
  schema: { enum: ['true', 'false'], default: 'false' },
};

/** Parameters of an upload. */
const fileParameters: readonly JsonSchema[] = [
  {
    name: 'rename_ids',
    in: 'query',
    description: '`true`: what shares the id of a region gets another one.',
    schema: { enum: ['true', 'false'], default: 'false' },
  },
  {
    name: 'replaces',
    in: 'query',
    description: 'The template that the document is to replace: its regions are compared.',
    schema: { type: 'string', format: 'uuid' },
  },
];

/** A form with one file or ZIP, or with the files of a folder: the name of each includes its folders. */
const form: JsonSchema = {
  type: 'object',
  properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
};

const queryOf = (name: string): JsonSchema => ({
  name,
  in: 'query',
  required: true,
  style: 'form',
  explode: false,
  schema: {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: archives.MULTIPLEX_IDS_MAX,
  },
});

function operation(
  route: string,
  { summary, body, files, reply, status = 200, html, query, deleted, conflict }: Description,
  rule: AccessRule,
): JsonSchema {
  const sorts = new Map<string, readonly string[]>(
    Object.entries(pagedLists).map(([one, list]) => [one, list.sorts]),
  ).get(route);
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } })),
    ...(rule.query ? [queryOf(rule.query)] : []),
    ...(sorts ? pageParameters(sorts) : []),
    ...Object.entries(query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema })),
    ...(deleted ? [deletedParameter] : []),
    ...(html ? [{ name: 'html', in: 'query', schema: { const: 'true' } }] : []),
    ...(files ? fileParameters : []),
    ...(rule.antiForgery ? [{ name: XSRF_HEADER, in: 'header', required: true, schema: { type: 'string' } }] : []),
  ];
  const done =
    reply === 'stream'
      ? {
          description:
            'Server-sent events; the data of `submission` is described by SubmissionEvent, of `board` by BoardEvent, of `display` by DisplayEvent, of `presence`, which people alone are told, by PresenceEvent.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        }
      : {
          description: 'Done',
          content: json(
            sorts ? { allOf: [jsonSchema(reply), { $ref: '#/components/schemas/Page' }] } : jsonSchema(reply),
          ),
        };
  return {
    summary,
    description: needs[rule.needs],
    ...(rule.needs !== 'nobody' && { security: [{ [rule.needs === 'display' ? 'display' : 'session']: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(jsonSchema(body)) } }),
    ...(files && { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }),
    responses: {
      [status]: done,
      ...((body ?? files ?? rule.query ?? query ?? sorts) && {
        400: refusal(`The ${(body ?? files) ? 'body' : 'query'} is not what it should be.`),
      }),
      ...((rule.needs !== 'nobody' || rule.own) && { 401: refusal('No session, or a wrong password.') }),
      ...((rule.needs !== 'nobody' || rule.own) && { 403: refusal('Not allowed.') }),
      ...(rule.thing && { 404: refusal('Not there.') }),
      ...(conflict && { 409: { description: 'Changed by somebody else since.', content: json(jsonSchema(conflict)) } }),
      ...((body ?? files) && { 413: refusal('Too large.') }),
      ...(rule.needs !== 'nobody' && { 429: refusal('Too many calls of one person.', true) }),
      ...(route === 'POST /auth/login' && { 429: refusal('Too many failed sign-ins.', true) }),
      ...(route === 'POST /auth/first-run' && {
        410: refusal('There are users: it is over.'),
        429: refusal('Too many tries.', true),
      }),
      503: refusal(busyOf(route, reply), true),
    },
  };
}

/**
 * Every call of the application in OpenAPI 3.1.
 * @throws {Error} for a call that the access table has and this page does not, or the reverse
 */
export function openApi(): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const calls = Object.keys(accessTable).filter((route) => /^(GET|POST) \/(auth|v1|events)\//.test(route));
  const strangers = Object.keys(descriptions).filter((route) => !calls.includes(route));
  if (strangers.length > 0) throw new Error(`No such route: ${strangers.join(', ')}`);
  for (const route of calls) {
    const description = descriptions[route];
    const rule = accessTable[route];
    if (!description || !rule) throw new Error(`The route ${route} has no description (server/http/ops/openapi.ts).`);
    const [method = '', url = ''] = route.split(' ');
    const path = url.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[method.toLowerCase()] = operation(route, description, rule);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ready',
      version: '1',
      description:
        'Every call that the application makes. Replies are described as the application reads them, which asks for little: further fields may come.',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'at', description: '`__Host-at` over https.' },
        display: { type: 'apiKey', in: 'cookie', name: 'display', description: '`__Host-display` over https.' },
      },
      schemas: {
        Refusal: message,
        SubmissionEvent: jsonSchema(archives.submissionEvent),
        BoardEvent: jsonSchema(boardEvent),
        DisplayEvent: jsonSchema(displays.displayEvent),
        PresenceEvent: jsonSchema(presenceEvent),
        Page: page,
      },
    },
  };
}

/** GET /openapi.json: the same for every reader, without any stored data. */
export function openApiRoute(app: FastifyInstance): void {
  let text: string | null = null;
  app.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(openApi());
    return reply
      .headers({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
      .type('application/json; charset=utf-8')
      .send(text);
  });
}
