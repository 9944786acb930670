import * as v from 'valibot';
import { Refusal } from './refusal.ts';

/**
 * @param bytes JSON as UTF-8
 * @throws {Refusal} invalid, when it is not
 */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Refusal('invalid', 'The request is not valid JSON.');
  }
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
