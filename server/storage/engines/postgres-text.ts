/**
 * PostgreSQL's text cannot contain U+0000, which SQLite's can. Two code points without any meaning (Unicode reserves
 * them for use inside programs) replace it there, and one of themselves; so a text is read as it was written, on either
 * engine.
 */
const MARK = '\uFDD0';
const ESCAPES: Readonly<Record<string, string>> = { '\0': `${MARK}0`, [MARK]: `${MARK}1` };

/** @param value a parameter of a query */
export function encodeText(value: unknown): unknown {
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(MARK))) return value;
  // oxlint-disable-next-line no-control-regex -- it is what this is about
  return value.replace(/[\0\uFDD0]/g, (sign) => ESCAPES[sign] ?? sign);
}

/** @param text as it is stored */
export function decodeText(text: string): string {
  return text.includes(MARK) ? text.replace(/\uFDD0([01])/g, (_all, kind) => (kind === '0' ? '\0' : MARK)) : text;
}
