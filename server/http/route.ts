import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { found, type Actor } from '#server/domain/access.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { sessionOf, type Guards } from './guards.ts';

/** One call of a signed-in person. */
type Call<Body> = {
  actor: Actor;
  /** A part of the address that names a thing: a UUID. @throws {Refusal} missing, when it cannot be one */
  id: (name: string, what: string) => string;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** One route for signed-in people. What changes something needs the anti-forgery header: each POST, and the delete GET. */
export type Route<Body> = {
  method: 'GET' | 'POST';
  url: string;
  /** Decision 29: set on a GET that changes something. */
  antiForgery?: true;
  /** Schema of the body; without one the body is not read. */
  body?: v.GenericSchema<unknown, Body>;
  /** Bytes; by default the server's. */
  bodyLimit?: number;
  handle: (call: Call<Body>) => Promise<unknown>;
};

/** Where routes are added. */
export type Api = { app: FastifyInstance; guards: Guards };

/** On every answer to a call: private, and what it says it is. */
export const callHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * @param api the server and its guards
 * @param route what it answers
 */
export function addRoute<Body = undefined>({ app, guards }: Api, route: Route<Body>): void {
  const { method, url, antiForgery, body, bodyLimit, handle } = route;
  const isGuarded = method !== 'GET' || antiForgery === true;
  app.route({
    method,
    url,
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest: isGuarded ? [guards.session, guards.antiForgery] : [guards.session],
    handler: async (request, reply) =>
      handle({
        actor: sessionOf(request).actor,
        id: (name, what) => {
          const value = (request.params as Record<string, string | undefined>)[name] ?? '';
          return found(UUID.test(value) ? value.toLowerCase() : null, what);
        },
        // Without a schema `Body` is undefined.
        body: body ? readBody(body, request.body) : (undefined as Body),
        request,
        reply,
      }),
  });
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
