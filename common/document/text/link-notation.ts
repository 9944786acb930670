/**
 * Link notation: `URL[text]` and `URL[text,window=_top]`, AsciiDoc's URL macro (`s3.value`, `s5.paste.notation`, `d16.unsafe-links`).
 *
 * Reading is liberal, writing is strict; `canonicalLinks` is reading followed by writing and is a fixed point. The bounds in the
 * expression are a security property: without them 100 kB of `https://a[` takes seconds.
 */
import { wellFormed } from './well-formed.ts';

type TextRun = { readonly type: 'text'; readonly text: string };
type Link = { readonly type: 'link'; readonly href: string; readonly label: string; readonly top: boolean };
export type ValueNode = TextRun | Link;

/** The text of a link that was given none (`s5.paste.prompt`). */
const DEFAULT_LINK_TEXT = 'Link';
const MAX_URL = 2048;
const MAX_LABEL = 1000;

const URL_CHARACTER = String.raw`[^\s\p{Cc}\p{Cf}\[\]<>"\x60\\]`;
const SCHEME = String.raw`(?:https?:\/\/|(?<![\p{L}\p{N}_])(?:mailto|tel):)`;
const NOTATION = new RegExp(
  String.raw`(${SCHEME}${URL_CHARACTER}{1,${MAX_URL}})\[((?:[^\]\n]|(?<=\\)\]){0,${MAX_LABEL}})(?<!\\)\]`,
  'giu',
);
const ADDRESS = new RegExp(String.raw`^(?:https?:\/\/|mailto:|tel:)(?:${URL_CHARACTER}|[\[\]]){1,${MAX_URL}}$`, 'iu');
const STRICT_ADDRESS = new RegExp(String.raw`^(?:https?:\/\/|mailto:|tel:)${URL_CHARACTER}{1,${MAX_URL}}$`, 'iu');
const FORBIDDEN_IN_URL = new RegExp(String.raw`[\s\p{Cc}\p{Cf}\[\]<>"\x60\\]`, 'gu');
const USER_INFORMATION = /^https?:\/\/[^/?#]*@/i;
const NO_HOST = /^https?:\/\/(?:[/?#]|$)/i;
// Any blank may be at the end: an editable region writes no-break spaces. Both quotes or none: a label's own closing quote belongs to the label.
const WINDOW_TOP = /,\s*window=(?:_top|"_top")\s*$/;
const BOUNDARY = /[\s()<>[\];'"]/;

/**
 * True if the whole text is one address that may become a link: http, https, mailto or tel, no user information, at most 2048 characters after the
 * scheme. `[` and `]` are allowed here because writing percent-encodes them.
 */
export function isLinkAddress(text: string): boolean {
  return ADDRESS.test(text) && !USER_INFORMATION.test(text) && !NO_HOST.test(text);
}

/** The label in its stored form: one line, trimmed, no trailing backslash. */
function cleanLabel(label: string): string {
  const line = label.replace(/[\n\r]+/g, ' ').trim();
  if (!line.endsWith('\\')) return line;
  // A loop: a regular expression for the end of a run starts again at each character of a long one.
  let end = line.length;
  while (/[\\\s]/.test(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

function readLabel(raw: string): { label: string; top: boolean } {
  const top = WINDOW_TOP.test(raw);
  let label = (top ? raw.replace(WINDOW_TOP, '') : raw).trim();
  // AsciiDoc reads attributes, and so quotes, only if there is an equals sign.
  if (raw.includes('=') && label.length >= 2 && label.startsWith('"') && label.endsWith('"')) {
    label = label.slice(1, -1).replaceAll('\\"', '"');
  }
  return { label: cleanLabel(label.replaceAll('\\]', ']')) || DEFAULT_LINK_TEXT, top };
}

function writeLabel(label: string, top: boolean): string {
  const escaped = label.replaceAll(']', '\\]');
  const hasAttributes = top || label.includes('=');
  const quoted = hasAttributes && /[,="]/.test(label) ? `"${escaped.replaceAll('"', '\\"')}"` : escaped;
  return quoted + (top ? ',window=_top' : '');
}

/**
 * Reads a value into text and links, in order. Text that is not valid notation (another scheme, a relative address, user information
 * in the address) stays text, unchanged.
 */
export function parseLinks(value: string): ValueNode[] {
  const nodes: ValueNode[] = [];
  let from = 0;
  if (value.includes('[')) {
    for (const match of value.matchAll(NOTATION)) {
      const [whole, href = '', raw = ''] = match;
      if (USER_INFORMATION.test(href) || NO_HOST.test(href)) continue;
      if (match.index > from) nodes.push({ type: 'text', text: value.slice(from, match.index) });
      nodes.push({ type: 'link', href, ...readLabel(raw) });
      from = match.index + whole.length;
    }
  }
  if (from < value.length) nodes.push({ type: 'text', text: value.slice(from) });
  return nodes;
}

/**
 * One link in strict notation.
 * @returns null if it cannot be written so that it can be read back: a scheme that is not allowed, or a part over its bound.
 */
export function linkNotation(href: string, label: string, top: boolean): string | null {
  const address = href.trim().replace(FORBIDDEN_IN_URL, (character) => encodeURIComponent(wellFormed(character)));
  if (!STRICT_ADDRESS.test(address) || USER_INFORMATION.test(address) || NO_HOST.test(address)) return null;
  const written = writeLabel(cleanLabel(label) || DEFAULT_LINK_TEXT, top);
  return written.length > MAX_LABEL ? null : `${address}[${written}]`;
}

/** Writes text and links as a value. A link that cannot be written falls back to its label as text, so that no word is lost. */
export function serialiseLinks(nodes: readonly ValueNode[]): string {
  const parts: string[] = [];
  // Only the last character of the written text is checked: checking all of it, for each link, takes minutes for 1 MB of them.
  let last = '';
  for (const node of nodes) {
    const written = node.type === 'text' ? null : linkNotation(node.href, node.label, node.top);
    const plain = node.type === 'text' ? node.text : node.label;
    const part = written === null ? plain : last === '' || BOUNDARY.test(last) ? written : ` ${written}`;
    parts.push(part);
    last = part.slice(-1) || last;
  }
  return parts.join('');
}

/** The canonical form of a value: a fixed point, and the value itself, character for character, if it has no link. */
export function canonicalLinks(value: string): string {
  if (!value.includes('[')) return value;
  const nodes = parseLinks(value);
  return nodes.some((node) => node.type === 'link') ? serialiseLinks(nodes) : value;
}
