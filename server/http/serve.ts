import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as v from 'valibot';
import type { Call } from '#common/calls/call.ts';
import type { Capability } from '#common/config/capabilities.ts';
import { found, type Caller } from '#server/domain/access.ts';
import { readBody, readJson } from '#server/domain/read-body.ts';
import type { DisplayRecord } from '#server/storage/stores/displays.ts';
import { requireLevel, requireSettled, type AccessRule } from './guards/access.ts';
import { encode } from './encodings.ts';
import { displayOf, sessionOf, type Guards } from './guards/session.ts';
import type { JsonSchema } from './ops/openapi-schema.ts';
import { waitingOf } from './waiting.ts';

/** Everything about a call that its handler does not say. */
export type Serving<Body = unknown> = {
  access: AccessRule;
  /** One sentence, for the description of the calls. */
  about: string;
  /** The capability that announces the call; without one every host has it. */
  capability?: Capability;
  /** Schema of the body. */
  body?: v.GenericSchema<unknown, Body>;
  /** True if the handler reads the body: a large one may be parsed in a thread. */
  readsBody?: true;
  /** Maximum bytes of the body; by default the server's limit. */
  bodyLimit?: number;
  /** Status of success; by default 200. */
  status?: 201 | 202;
  /** The reply, where the page reads less or reads it by hand; an outcome if the call names none. */
  reply?: v.GenericSchema | 'stream' | 'file';
  /** The reply with status 409. */
  conflict?: v.GenericSchema;
  /** The list in pages that the reply is (`lists.pages` in `capabilities`). */
  pages?: { readonly sorts: readonly string[] };
  /** True if the body is a form of files. */
  files?: true;
  /** The parameter of the query with which a browser may go to the address itself: a secret that the handler checks. */
  navigatedBy?: string;
  /** Further parameters of the query, for the description. */
  query?: readonly JsonSchema[];
  /** Descriptions of further refusals, by status. */
  refusals?: Readonly<Record<number, string>>;
  /** A further reason for a refusal for the moment. */
  busy?: string;
};

/** A call as it is served. */
export type Served = Omit<Serving, 'reply'> &
  Pick<Call, 'method' | 'path'> & {
    /** Null for an outcome. */
    reply: v.GenericSchema | 'stream' | 'file' | null;
    /** Parameters of every request of the page. */
    pageQuery: Call['query'];
  };

/** The server to which calls are added, its guards, and the calls so far. */
export type Api = {
  app: FastifyInstance;
  guards: Guards;
  served: Served[];
  /** The capability that announces the calls which name none themselves. */
  capability?: Capability;
};

/** One request, for its handler. */
type Exchange = { request: FastifyRequest; reply: FastifyReply };
type Input<Body> = Exchange & {
  /** The UUID in the address, which names a thing; empty if there is none. */
  id: string;
  body: Body;
};

/** The type of a reply that was written as JSON here, not by the framework. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Names of things in refusals, where they differ from the rule's. */
const WORDS: Partial<Record<NonNullable<AccessRule['thing']>, string>> = { topic: 'document', ownTemplate: 'template' };

function add<Body>(
  { app, served, capability }: Api,
  { method, path, reply, query: pageQuery }: Call,
  serving: Serving<Body>,
  onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  handle: (input: Input<Body>) => unknown,
): void {
  const { access, body, bodyLimit, status, readsBody, navigatedBy } = serving;
  served.push({
    ...(capability && { capability }),
    ...serving,
    reply: serving.reply ?? reply ?? null,
    pageQuery,
    method,
    path,
  });
  const [, name = ''] = /:(\w+)/.exec(path) ?? [];
  const what = (access.thing && WORDS[access.thing]) ?? access.thing ?? '';
  const idOf = ({ params }: FastifyRequest): string =>
    uuidOf((params as Record<string, string | undefined>)[name] ?? '', what);
  app.route({
    method,
    url: path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(navigatedBy !== undefined && { config: { navigatedBy } }),
    onRequest,
    handler: async (request, answer) => {
      const result = await handle({
        // Without a schema the type `Body` is undefined.
        body: body && !readsBody ? readBody(body, jsonOf(request.body)) : (undefined as Body),
        id: name === '' ? '' : idOf(request),
        request,
        reply: answer,
      });
      // The call was already answered that it took too long.
      if (answer.sent) return undefined;
      if (status) answer.code(status);
      const isJson = typeof result === 'object' && result !== null && result !== answer;
      return method === 'GET' && isJson ? inJson(request, answer, result) : result;
    },
  });
}

/**
 * Serves a call for signed-in users. As the next two, it throws for an access rule of other callers: the server does not start then.
 * @param call of the contract
 * @param serving its access rule, its description and its limits
 */
export function serve<Body = undefined>(
  api: Api,
  call: Call,
  serving: Serving<Body>,
  handle: (input: Input<Body> & { actor: Caller }) => Promise<unknown>,
): void {
  const { guards } = api;
  const { access } = serving;
  if (access.needs === 'nobody' || access.needs === 'display') throw new Error(`${call.path} is not for sessions.`);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (access.notForDisplays) await guards.noDisplay(request);
    await guards.session(request);
    if (access.antiForgery) await guards.antiForgery(request);
    requireSettled(access, sessionOf(request));
    requireLevel(access, sessionOf(request).actor);
    if (call.method === 'POST') guards.body(request, reply);
  };
  add(api, call, serving, onRequest, (input) => {
    const { actor, family } = sessionOf(input.request);
    return handle({ ...input, actor: { ...actor, family, waiting: waitingOf(input.request) } });
  });
}

/** Serves a call for displays, which no session opens. */
export function serveDisplay(
  api: Api,
  call: Call,
  serving: Serving,
  handle: (input: Input<unknown> & { display: DisplayRecord }) => Promise<unknown>,
): void {
  if (serving.access.needs !== 'display') throw new Error(`${call.path} is not for displays.`);
  add(api, call, serving, api.guards.display, (input) => handle({ ...input, display: displayOf(input.request) }));
}

/** Serves a call without a session: the handler checks its callers. */
export function serveAnyone<Body = undefined>(
  api: Api,
  call: Call,
  serving: Serving<Body>,
  handle: (input: Input<Body>) => Promise<unknown>,
): void {
  if (serving.access.needs !== 'nobody') throw new Error(`${call.path} needs a caller.`);
  add(api, call, serving, async () => undefined, handle);
}

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

/** An entry of a reply: these fields of a record, and no others. */
export function picked<Item extends object, const Key extends keyof Item>(item: Item, ...keys: Key[]): Pick<Item, Key> {
  const entry: Partial<Item> = {};
  for (const key of keys) entry[key] = item[key];
  return entry as Pick<Item, Key>;
}

/** Routes that are no calls: the same for every caller, or checked by themselves. */
const FURTHER: readonly string[] = [
  // For monitors: they name nothing and reveal nothing of the stored data. Metrics are checked by address or token.
  'GET /health',
  'GET /ready',
  'GET /metrics',
  'GET /openapi.json',
  // Preflights of an application on another host of the site; available only with READY_APP_ORIGINS.
  'OPTIONS /auth/*',
  'OPTIONS /v1/*',
  'OPTIONS /events/*',
  // The application's pages and files.
  'GET /*',
  'HEAD /*',
];

/** Prevents a start of the server with a route that has no access rule. @param served the calls so far */
export function requireKnownRoutes(app: FastifyInstance, served: readonly Served[]): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      const isServed = served.some((call) => call.method === one && call.path === url);
      if (!isServed && !FURTHER.includes(`${one} ${url}`))
        throw new Error(`The route ${one} ${url} has no access rule (server/http/serve.ts).`);
    }
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
