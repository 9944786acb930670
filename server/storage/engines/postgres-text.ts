/**
 * PostgreSQL's text cannot hold U+0000, which SQLite's can. Two code points that mean nothing to anybody (Unicode keeps them for use inside programs)
 * stand for it there, and for one of themselves; so what is read is what was written, on either engine.
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
