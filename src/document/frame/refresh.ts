const REFRESH = /(<meta\b[^<>]*?\s)http-equiv(\s*=\s*(?:["']\s*)?refresh\b)/gi;
/** How many places are looked at: each takes a reading of the whole text. */
const MOST = 8;

const countOf = (html: string): number =>
  new DOMParser().parseFromString(html, 'text/html').querySelectorAll('meta[http-equiv="refresh" i]').length;

/**
 * A document that loads itself anew, or another page, after some seconds would be gone with what was typed, and from the wall: this one stays.
 * @param html a document's text
 * @returns the text to show
 */
export function withoutRefresh(html: string): string {
  let shown = html;
  let left: number | null = null;
  let moved = 0;
  for (const { index, 0: found, 1: start = '', 2: end = '' } of [...html.matchAll(REFRESH)].slice(0, MOST)) {
    left ??= countOf(html);
    if (left === 0) return shown;
    const at = index + moved;
    const without = `${shown.slice(0, at)}${start}data-ready-equiv${end}${shown.slice(at + found.length)}`;
    // The same letters in a comment, a text field or a script are its own.
    if (countOf(without) === left) continue;
    moved += without.length - shown.length;
    left -= 1;
    shown = without;
  }
  return shown;
}
