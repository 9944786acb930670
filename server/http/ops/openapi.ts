import type { FastifyInstance } from 'fastify';
import { MULTIPLEX_IDS_MAX, submissionEvent } from '#common/calls/archives.ts';
import { boardEvent } from '#common/calls/boards.ts';
import { displayEvent } from '#common/calls/displays.ts';
import { outcomeReply } from '#common/calls/fields.ts';
import { PAGE_MAX } from '#common/calls/pages.ts';
import { presenceEvent } from '#common/calls/presence.ts';
import { XSRF_HEADER } from '#common/config/constants.ts';
import type { AccessRule } from '../guards/access.ts';
import type { Served } from '../serve.ts';
import { jsonSchema, type JsonSchema } from './openapi-schema.ts';

const STREAMS_OPEN = 'too many streams are open, ';

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
    maxItems: MULTIPLEX_IDS_MAX,
  },
});

function operation(call: Served): JsonSchema {
  const { path, access: rule, about, body, files, status = 200, pages, query, conflict, refusals, busy } = call;
  const reply = call.reply ?? outcomeReply;
  const sorts = pages?.sorts;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } })),
    ...(rule.query === 'ids' ? [queryOf(rule.query)] : []),
    ...(sorts ? pageParameters(sorts) : []),
    ...(query ?? []),
    ...Object.entries(call.pageQuery ?? {}).map(([name, value]) => ({ name, in: 'query', schema: { const: value } })),
    ...(rule.antiForgery ? [{ name: XSRF_HEADER, in: 'header', required: true, schema: { type: 'string' } }] : []),
  ];
  const done =
    reply === 'stream'
      ? {
          description:
            'Server-sent events; the data of `submission` is described by SubmissionEvent, of `board` by BoardEvent, of `display` by DisplayEvent, of `presence`, which people alone are told, by PresenceEvent.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        }
      : reply === 'file'
        ? {
            description: 'A file; if the connection ends before it does, it is not complete.',
            content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
          }
        : {
            description: 'Done',
            content: json(
              sorts ? { allOf: [jsonSchema(reply), { $ref: '#/components/schemas/Page' }] } : jsonSchema(reply),
            ),
          };
  return {
    summary: about,
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
      ...Object.fromEntries(
        Object.entries(refusals ?? {}).map(([code, reason]) => [code, refusal(reason, code === '429')]),
      ),
      503: refusal(
        `Not now: ${reply === 'stream' ? STREAMS_OPEN : (busy ?? '')}the database is away, or it took too long.`,
        true,
      ),
    },
  };
}

/** Every call of the application in OpenAPI 3.1. @param served the calls, as they are served */
export function openApi(served: readonly Served[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const call of served) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(call);
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
        SubmissionEvent: jsonSchema(submissionEvent),
        BoardEvent: jsonSchema(boardEvent),
        DisplayEvent: jsonSchema(displayEvent),
        PresenceEvent: jsonSchema(presenceEvent),
        Page: page,
      },
    },
  };
}

/** GET /openapi.json: the same for every reader, without any stored data. @param servedCalls returns the calls */
export function openApiRoute(app: FastifyInstance, servedCalls: () => Promise<readonly Served[]>): void {
  let text: Promise<string> | null = null;
  app.get('/openapi.json', async (_request, reply) => {
    text ??= servedCalls().then((served) => JSON.stringify(openApi(served)));
    return reply
      .headers({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
      .type('application/json; charset=utf-8')
      .send(await text);
  });
}
