import * as v from 'valibot';
import { Refusal } from './refusal.ts';

/**
 * Maximum depth of nested objects and lists in a body. The contract's deepest is a save's added rows, of a few levels.
 */
const DEPTH_MAX = 32;

/** The bytes that matter; in UTF-8 none of them is a part of another character. */
const byteOf = (sign: string): number => sign.charCodeAt(0);
const QUOTE = byteOf('"');
const BACKSLASH = byteOf('\\');
const [BRACKET, BRACE] = [byteOf('['), byteOf('{')];
const [BRACKET_END, BRACE_END] = [byteOf(']'), byteOf('}')];

/**
 * Counts brackets outside of strings, in one pass and without a stack. For bytes that are no JSON the result means
 * nothing.
 */
function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === BRACKET || byte === BRACE) {
      depth += 1;
      if (depth > DEPTH_MAX) return true;
    } else if (byte === BRACKET_END || byte === BRACE_END) depth -= 1;
  }
  return false;
}

/**
 * Parses the bytes of a body; the only place that does so.
 * @param bytes JSON as UTF-8
 * @throws {Refusal} invalid, when it is not, or is nested too deep for the code that walks it afterwards
 */
export function readJson(bytes: Uint8Array): unknown {
  if (isTooDeep(bytes)) throw new Refusal('invalid', `The request is nested deeper than ${DEPTH_MAX} levels.`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Refusal('invalid', 'The request is not valid JSON.');
  }
}

/**
 * @param schema of the body
 * @param body as it arrived
 * @throws {Refusal} invalid, with the first problem in words
 */
export function readBody<Body>(schema: v.GenericSchema<unknown, Body>, body: unknown): Body {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  if (parsed.success) return parsed.output;
  throw new Refusal('invalid', parsed.issues[0].message);
}
