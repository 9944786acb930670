/** The attribute's name in any case; a literal value excludes that the attribute is a refresh. */
const NAME = /http-equiv/gi;
const MAY_REFRESH = /http-equiv(?!\s*=\s*(?:"(?!refresh)[a-z-]+"|'(?!refresh)[a-z-]+'|(?!refresh)[a-z-]+[\s/>]))/i;

/** An element whose content is text to a parser that runs scripts, and elements to one that does not. */
const NOSCRIPT = /(<\/?)noscript(?=[\s/>])/gi;

/** A text as a parser that runs nothing reads it like one that does. */
export const withReadNoscript = (html: string): string => html.replace(NOSCRIPT, '$1noframes');

/** Yields which of the matches of the name are attributes of an element that refreshes: each is marked by an attribute of its own for one parse. */
function* refreshing(html: string): Generator<number> {
  let count = 0;
  const marked = html.replace(NAME, (name) => `data-ready-${(count += 1)} ${name}`);
  for (const text of [marked, withReadNoscript(marked)])
    for (const meta of new DOMParser().parseFromString(text, 'text/html').querySelectorAll('meta[http-equiv]')) {
      if (meta.getAttribute('http-equiv')?.trim().toLowerCase() !== 'refresh') continue;
      for (const { name } of meta.attributes) if (/^data-ready-\d+$/.test(name)) yield Number(name.slice(11));
    }
}

/**
 * Removes a document's refresh. A document that reloads itself, or loads another page, after some seconds would lose typed text and leave the wall.
 * Only the attribute is removed; the same letters in a comment, a text field or a script stay.
 * @param html a document's text
 * @returns the text to show
 */
export function withoutRefresh(html: string): string {
  if (!MAY_REFRESH.test(html)) return html;
  const found = new Set(refreshing(html));
  let count = 0;
  return html.replace(NAME, (name) => (found.has((count += 1)) ? 'data-ready-equiv' : name));
}
