import type { DoneFuncWithErrOrRes, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { found, type Actor } from '#server/domain/access.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { requireLevel, ruleOf } from './access-table.ts';
import { encode } from './encodings.ts';
import { sessionOf, type Guards } from './guards.ts';
import type { Repeats } from './repeats.ts';

/** One call of a signed-in person. */
type Call<Body> = {
  actor: Actor;
  /** A part of the address that names a thing: a UUID. @throws {Refusal} missing, when it cannot be one */
  id: (name: string, what: string) => string;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** One route for signed-in people. Who may use it stands in `access-table.ts`. */
export type Route<Body> = {
  method: 'GET' | 'POST';
  url: string;
  /** Schema of the body; without one the body is not read. */
  body?: v.GenericSchema<unknown, Body>;
  /** Bytes; by default the server's. */
  bodyLimit?: number;
  /** Whether the reply follows from the session, the address, `Accept-Encoding` and the database alone: then it may be given again (`Repeats`). */
  isRepeatable?: true;
  handle: (call: Call<Body>) => Promise<unknown>;
};

/** Where routes are added. */
export type Api = { app: FastifyInstance; guards: Guards; repeats: Repeats };

/** On every answer to a call: private, and what it says it is. */
export const callHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** How a reply that is bytes or text already says that it is JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * @param api the server and its guards
 * @param route what it answers
 */
export function addRoute<Body = undefined>({ app, guards, repeats }: Api, route: Route<Body>): void {
  const { method, url, body, bodyLimit, isRepeatable, handle } = route;
  const rule = ruleOf(method, url);
  // One hook in the place of three: each costs a promise a request.
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    await guards.session(request);
    if (rule.antiForgery) guards.antiForgery(request);
    requireLevel(rule, sessionOf(request).actor);
  };
  app.route({
    method,
    url,
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest,
    ...(isRepeatable && {
      onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes): void {
        repeats.keep(request, reply, payload);
        done();
      },
    }),
    handler: async (request, reply) => {
      const result = await handle({
        actor: sessionOf(request).actor,
        id: (name, what) => {
          return uuidOf((request.params as Record<string, string | undefined>)[name] ?? '', what);
        },
        // Without a schema `Body` is undefined.
        body: body ? readBody(body, request.body) : (undefined as Body),
        request,
        reply,
      });
      const isJson = typeof result === 'object' && result !== null && result !== reply;
      return method === 'GET' && isJson ? inJson(request, reply, result) : result;
    },
  });
}

/** Characters from which a list is packed: 2,000 entries are 800 kB, most of a second on a phone's network. */
const LONG = 16_000;
/** Of brotli: a list is packed for each version and reader. */
const LIST_QUALITY = 1;

/** Not in a hook, which may not end when the call was told meanwhile that it took too long. */
function inJson({ headers }: FastifyRequest, reply: FastifyReply, body: object): string | Promise<Buffer> {
  const text = JSON.stringify(body);
  reply.type(JSON_TYPE);
  return text.length < LONG ? text : packed(text, headers['accept-encoding'], reply);
}

async function packed(text: string, accepted: string | undefined, reply: FastifyReply): Promise<Buffer> {
  const { bytes, encoding } = await encode(Buffer.from(text), accepted, LIST_QUALITY);
  if (encoding) reply.header('Content-Encoding', encoding);
  return bytes;
}

/**
 * @param text what should be a UUID
 * @param what the thing's name in a sentence
 * @throws {Refusal} missing, when it cannot be one
 */
export function uuidOf(text: string, what: string): string {
  return found(UUID.test(text) ? text.toLowerCase() : null, what);
}

/**
 * @param schema what the body must be
 * @param body what came
 * @throws {Refusal} invalid, with the first problem in words
 */
export function readBody<Body>(schema: v.GenericSchema<unknown, Body>, body: unknown): Body {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  if (parsed.success) return parsed.output;
  throw new Refusal('invalid', parsed.issues[0].message);
}

/** Lets the server start only when each of its routes stands in the access table. */
export function requireKnownRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) ruleOf(one, url);
  });
}

/** Bodies are JSON, whatever their keys; an empty one is no body (section 7: submit and logout send none). */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text.length === 0) return done(null, undefined);
    try {
      return done(null, JSON.parse(text.toString()));
    } catch {
      return done(new Refusal('invalid', 'The request is not valid JSON.'), undefined);
    }
  });
}
