import { isUtf8 } from 'node:buffer';

/** A document's text; `encoding` where it was another one than UTF-8. */
type Html = { text: string; encoding: string | null };

/** So many bytes from the start a document has to say how it is encoded, as browsers look for it. */
const LOOKED_AT = 1_024;
/** Its word for it, with what stands before; or a comment, which says nothing. */
const NAMED =
  /<!--[\s\S]*?-->|(<meta\b[^>]*?\bcharset\s*=\s*["']?\s*|^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["'])([\w:.+-]+)/gi;
const MARKS = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
] as const;
/** Written in signs that UTF-8 has as well. */
const LOOKS_LIKE_UTF8 = 'iso-2022-jp';

function decoded(bytes: Buffer, label: string): Html | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return { text: decoder.decode(bytes), encoding: decoder.encoding };
  } catch {
    // An encoding that nobody knows, or bytes that are none of it.
    return null;
  }
}

/**
 * Reads a document as its bytes and its own word say. What it says of its encoding is changed with it: it is kept, and given away, as UTF-8.
 * @returns null where it is neither UTF-8 nor what it says
 */
export function readHtml(bytes: Buffer): Html | null {
  const [, marked] = MARKS.find(([mark]) => bytes.subarray(0, 2).toString('hex') === mark) ?? [];
  const words = [...bytes.subarray(0, LOOKED_AT).toString('latin1').matchAll(NAMED)];
  const label = words.find(([, before]) => before !== undefined)?.[2]?.toLowerCase();
  // A byte order mark of UTF-8 is among the bytes that stay.
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
