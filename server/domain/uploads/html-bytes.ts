import { isUtf8 } from 'node:buffer';

/** The limit of a document's HTML, in bytes of UTF-8. */
export const HTML_MAX = 5_000_000;

/** A document's text; `encoding` if it was another one than UTF-8. */
type Html = { text: string; encoding: string | null };

/** Bytes from the start in which a document may declare its encoding, as browsers search them. */
const LOOKED_AT = 1_024;
/** A declaration of the encoding, with the text before it; or a comment, which is skipped. */
const NAMED =
  /<!--[\s\S]*?-->|(<meta\b[^>]*?\bcharset\s*=\s*["']?\s*|^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["'])([\w:.+-]+)/gi;
const MARKS = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
  // Without a mark it begins with `<`.
  ['3c00', 'utf-16le'],
  ['003c', 'utf-16be'],
] as const;
/** An encoding whose bytes are also valid UTF-8. */
const LOOKS_LIKE_UTF8 = 'iso-2022-jp';

/** The text of bytes in an encoding that a browser knows, or null if they are not valid in it. */
export function decoded(bytes: Buffer, label: string): Html | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return { text: decoder.decode(bytes), encoding: decoder.encoding };
  } catch {
    return null;
  }
}

/**
 * Decodes a document by its bytes and its own declaration. The declaration is changed to UTF-8, in which the document
 * is stored and sent.
 * @returns null if it is neither UTF-8 nor in the encoding that it declares
 */
export function readHtml(bytes: Buffer): Html | null {
  const [, marked] = MARKS.find(([mark]) => bytes.subarray(0, 2).toString('hex') === mark) ?? [];
  const words = [...bytes.subarray(0, LOOKED_AT).toString('latin1').matchAll(NAMED)];
  const label = words.find(([, before]) => before !== undefined)?.[2]?.toLowerCase();
  // A byte order mark of UTF-8 stays.
  if (marked === undefined && isUtf8(bytes) && label !== LOOKS_LIKE_UTF8)
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), encoding: null };
  const encoding = marked ?? label;
  const html = encoding === undefined ? null : decoded(bytes, encoding);
  if (!html) return null;
  const head = html.text
    .slice(0, LOOKED_AT)
    .replace(NAMED, (all, before?: string) => (before === undefined ? all : `${before}utf-8`));
  return { ...html, text: head + html.text.slice(LOOKED_AT) };
}
