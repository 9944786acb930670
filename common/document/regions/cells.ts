import { withLineFeeds } from '../text/line-breaks.ts';

/** A cell that a program of tables has quoted, since it holds a line break or a tab. */
const QUOTED = /(^|[\t\n])"((?:[^"]|"")*)"(?=[\t\n]|$)/g;

/**
 * The plain text of a clipboard with line feeds. From a spreadsheet program its cells have their original text: without the quotes around those of
 * more than one line, and without the end of the last row. Quotes that are in the HTML as well were in the cell.
 */
export function cellsOf(plain: string, html: string): string {
  const text = withLineFeeds(plain);
  if (!/<table\b/i.test(html)) return text;
  let said: string | null = null;
  return text.replace(/\n$/, '').replace(QUOTED, (whole, before: string, quoted: string) => {
    if (!/[\t\n]/.test(quoted)) return whole;
    const cell = quoted.replaceAll('""', '"');
    said ??= html.replace(/<[^<>]*>/g, '').replaceAll('&quot;', '"');
    return said.includes(`"${cell.split(/[\s&<>]/, 1)[0]}`) ? whole : before + cell;
  });
}

/** A cell of text with tabs, in quotes if it contains a tab or a line break itself, and its separator. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|[^\t\n]*)(\t|\n|$)/g;

/** The rows of text that has tabs between its cells, or null where it has none. */
export function rowsOf(plain: string): string[][] | null {
  const text = plain.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!text.includes('\t')) return null;
  const rows: string[][] = [[]];
  for (const [whole, quoted = '', end] of text.matchAll(CELL)) {
    const isQuoted = /[\t\n]/.test(quoted);
    rows.at(-1)?.push(isQuoted ? quoted.replaceAll('""', '"') : whole.slice(0, whole.length - (end?.length ?? 0)));
    if (end === '') break;
    if (end === '\n') rows.push([]);
  }
  return rows;
}
