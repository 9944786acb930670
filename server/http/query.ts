import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { momentText } from '#common/calls/requests.ts';
import { Refusal } from '#server/domain/refusal.ts';

/** A parameter of a query that is given once. */
export const once = (name: string) => v.string(`'${name}' must be given once.`);
/** A moment in UTC or with an offset, which must be given. */
export const momentOf = (name: string) => v.pipe(v.optional(once(name), ''), momentText(name));
/** A moment that may be given. */
export const momentIn = (name: string) => v.exactOptional(momentOf(name));

/**
 * The parameters of a call.
 * @throws {Refusal} invalid, in words
 */
export function queryIn<Output>(schema: v.GenericSchema<unknown, Output>, { query }: FastifyRequest): Output {
  const parsed = v.safeParse(schema, query, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [{ received, message, path }] = parsed.issues;
  throw new Refusal('invalid', received === 'undefined' ? `'${String(path?.[0]?.key)}' must be given.` : message);
}

/** The cursor of a page: what identifies the list, and its place there. */
export const cursorFor = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/**
 * The content of a cursor.
 * @param schema of its parts
 * @param of which one, for the refusal: 'in this order'
 * @throws {Refusal} invalid, for a cursor of another list
 */
export function readCursor<Output>(schema: v.GenericSchema<unknown, Output>, cursor: string, of: string): Output {
  const parts = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), Buffer.from(cursor, 'base64url').toString());
  if (parts.success) return parts.output;
  throw new Refusal('invalid', `'cursor' is none that this list gave ${of}. Ask for its first page.`);
}

/** A uuid that must be given. */
export const uuidIn = (name: string) =>
  v.pipe(
    once(name),
    v.uuid(`'${name}' must be a UUID.`),
    v.transform((text) => text.toLowerCase()),
  );

/**
 * The parameters for the description.
 * @param properties format of each
 * @param required those that must be given
 */
export const described = (properties: Record<string, string>, required: readonly string[] = []) =>
  Object.entries(properties).map(([name, format]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema: format === 'string' ? { type: 'string' } : { type: 'string', format },
  }));
