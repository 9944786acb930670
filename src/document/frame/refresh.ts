/** The attribute's name is spelt out in any spelling of it; a plain value says that this one is another. */
const NAME = /http-equiv/gi;
const MAY_REFRESH = /http-equiv(?!\s*=\s*(?:"(?!refresh)[a-z-]+"|'(?!refresh)[a-z-]+'|(?!refresh)[a-z-]+[\s/>]))/i;

/** An element whose content is text to a parser that runs scripts, and elements to one that does not. */
const NOSCRIPT = /(<\/?)noscript(?=[\s/>])/gi;

/** Which of the places where the name stands are attributes of an element that refreshes: each is marked by an attribute of its own for one reading. */
function* refreshing(html: string): Generator<number> {
  let count = 0;
  const marked = html.replace(NAME, (name) => `data-ready-${(count += 1)} ${name}`);
  for (const text of [marked, marked.replace(NOSCRIPT, '$1noframes')])
    for (const meta of new DOMParser().parseFromString(text, 'text/html').querySelectorAll('meta[http-equiv]')) {
      if (meta.getAttribute('http-equiv')?.trim().toLowerCase() !== 'refresh') continue;
      for (const { name } of meta.attributes) if (/^data-ready-\d+$/.test(name)) yield Number(name.slice(11));
    }
}

/**
 * A document that loads itself anew, or another page, after some seconds would be gone with what was typed, and from the wall: this one stays. What says so
 * is taken out where it is an attribute; the same letters in a comment, a text field or a script are its own.
 * @param html a document's text
 * @returns the text to show
 */
export function withoutRefresh(html: string): string {
  if (!MAY_REFRESH.test(html)) return html;
  const found = new Set(refreshing(html));
  let count = 0;
  return html.replace(NAME, (name) => (found.has((count += 1)) ? 'data-ready-equiv' : name));
}
