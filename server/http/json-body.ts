import { Refusal } from '#server/domain/refusal.ts';

/** How deep objects and lists may stand in one another in a body. The contract's deepest is a save's added rows, of a few levels. */
const DEPTH_MAX = 32;

/** The bytes that matter; in UTF-8 none of them is a part of another character. */
const byteOf = (sign: string): number => sign.charCodeAt(0);
const QUOTE = byteOf('"');
const BACKSLASH = byteOf('\\');
const [BRACKET, BRACE] = [byteOf('['), byteOf('{')];
const [BRACKET_END, BRACE_END] = [byteOf(']'), byteOf('}')];

/** Counts brackets outside of texts, in one pass and without a stack. Of what is no JSON it may say anything. */
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
 * The one place where a body's bytes become a value.
 * @param body all of it; empty where there is none (`s7.submit` and `s7.logout` send none)
 * @returns the value, undefined for no body
 * @throws {Refusal} invalid, when it is not JSON, or nested too deep for what walks it afterwards
 */
export function valueOf(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (isTooDeep(body)) throw new Refusal('invalid', `The request is nested deeper than ${DEPTH_MAX} levels.`);
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refusal('invalid', 'The request is not valid JSON.');
  }
}
