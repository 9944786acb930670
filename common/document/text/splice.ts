/** One replacement in a source text, by UTF-16 offsets; `end` is exclusive. */
export type Splice = { readonly start: number; readonly end: number; readonly text: string };

/** Replacements in the order of the source. Of two at one place the first given stays first. */
export const inOrder = (changes: readonly Splice[]): Splice[] =>
  [...changes].sort((a, b) => a.start - b.start || a.end - b.end);

/** Applies replacements; every other character stays. Of those that overlap the first counts, such as a button's attribute within a text. */
export function splice(source: string, changes: readonly Splice[]): string {
  let result = '';
  let from = 0;
  for (const change of inOrder(changes)) {
    if (change.start < from) continue;
    result += source.slice(from, change.start) + change.text;
    from = change.end;
  }
  return result + source.slice(from);
}

/** Escapes text for the content of an element. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'));
}

/** Escapes text for a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => (character === '"' ? '&quot;' : escapeText(character)));
}
