import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as v from 'valibot';
import { found, type Caller } from '#server/domain/access.ts';
import { readBody, readJson } from '#server/domain/read-body.ts';
import { requireLevel, requireSettled, ruleOf } from './guards/access-table.ts';
import { encode } from './encodings.ts';
import type { DisplayRecord } from '#server/storage/stores/displays.ts';
import { displayOf, sessionOf, type Guards } from './guards/session.ts';
import { waitingOf } from './waiting.ts';

/** One call of a signed-in user. */
type Call<Body> = {
  actor: Caller;
  /** A UUID in the address, which names a thing. @throws {Refusal} missing, when it cannot be one */
  id: (name: string, what: string) => string;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Method = 'GET' | 'POST';

/** One route for signed-in users. Its access rule is in `guards/access-table.ts`. */
export type Route<Body> = {
  /** As in the access table, such as `GET /v1/roles`. */
  route: `${Method} /${string}`;
  /** Schema of the body; without one the body is not read. */
  body?: v.GenericSchema<unknown, Body>;
  /** Maximum bytes of the body; by default the server's limit. */
  bodyLimit?: number;
  handle: (call: Call<Body>) => Promise<unknown>;
};

/** The server to which routes are added, and its guards. */
export type Api = { app: FastifyInstance; guards: Guards };

/** Headers of every answer to a call: it is private, and of its declared type. */
export const callHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** The type of a reply that was written as JSON here, not by the framework. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * @param api the server and its guards
 * @param wanted the route and its handler
 */
export function addRoute<Body = undefined>({ app, guards }: Api, wanted: Route<Body>): void {
  const { route, body, bodyLimit, handle } = wanted;
  const [method, url] = route.split(' ') as [Method, string];
  const rule = ruleOf(route);
  if (rule.needs === 'display') throw new Error(`The route ${route} is for displays.`);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await guards.session(request);
    if (rule.antiForgery) await guards.antiForgery(request);
    requireSettled(rule, sessionOf(request));
    requireLevel(rule, sessionOf(request).actor);
    if (method === 'POST') guards.body(request, reply);
  };
  app.route({
    method,
    url,
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest,
    handler: async (request, reply) => {
      const { actor, family } = sessionOf(request);
      const result = await handle({
        actor: { ...actor, family, waiting: waitingOf(request) },
        id: idsOf(request),
        // Without a schema the type `Body` is undefined.
        body: body ? readBody(body, jsonOf(request.body)) : (undefined as Body),
        request,
        reply,
      });
      // The call was already answered that it took too long.
      if (reply.sent) return undefined;
      const isJson = typeof result === 'object' && result !== null && result !== reply;
      return method === 'GET' && isJson ? inJson(request, reply, result) : result;
    },
  });
}

/** One call of a display. */
type DisplayCall = Omit<Call<undefined>, 'actor' | 'body'> & { display: DisplayRecord };

/** A route for displays, which no session opens. */
export type DisplayRoute = {
  /** As in the access table, such as `GET /v1/displays/self`. */
  route: `GET /${string}`;
  handle: (call: DisplayCall) => Promise<unknown>;
};

/**
 * @param api the server and its guards
 * @param wanted the route and its handler
 * @throws {Error} for a route that the access table does not give to displays
 */
export function addDisplayRoute({ app, guards }: Api, { route, handle }: DisplayRoute): void {
  if (ruleOf(route).needs !== 'display') throw new Error(`The route ${route} is not for displays.`);
  app.get(route.slice('GET '.length), { onRequest: guards.display }, async (request, reply) => {
    const result = await handle({ display: displayOf(request), id: idsOf(request), request, reply });
    return typeof result === 'object' && result !== null && result !== reply ? inJson(request, reply, result) : result;
  });
}

const idsOf =
  ({ params }: FastifyRequest): Call<unknown>['id'] =>
  (name, what) =>
    uuidOf((params as Record<string, string | undefined>)[name] ?? '', what);

/** Characters from which a list is packed: a page of 50 entries is 15 kB, and 2 kB packed; 2,000 are most of a second on a phone's network. */
const LONG = 4_000;
/** Quality of brotli. A list is packed for each call. */
const LIST_QUALITY = 1;

/** Packs here and not in an onSend hook, which would continue after the time-out has answered the call. */
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
 * @param text expected to be a UUID
 * @param what the thing's name in a sentence
 * @throws {Refusal} missing, when it cannot be one
 */
export function uuidOf(text: string, what: string): string {
  return found(UUID.test(text) ? text.toLowerCase() : null, what);
}

/** Prevents a start of the server if one of its routes is not in the access table. */
export function requireKnownRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) ruleOf(`${one} ${url}`);
  });
}

/** Bytes of a body from which on it is left unparsed for the route, which may parse it in a thread: `saveIn`. */
const LARGE_BODY = 100_000;

/** Parses a large body of a call that has no thread for that: only administrators send such, of templates. */
const jsonOf = (body: unknown): unknown => (body instanceof Uint8Array ? readJson(body) : body);

/** Bodies are JSON, whatever their keys; an empty one is no body (`s7.submit` and `s7.logout` send none). */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined;
      return bytes.length > LARGE_BODY ? bytes : readJson(bytes);
    },
  );
}
