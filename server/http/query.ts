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
