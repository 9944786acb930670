import { cellsOf, rowsOf } from '#common/document/regions/cells.ts';
import { readText } from '#common/document/regions/values.ts';
import { domTree } from '../dom-regions.ts';
import { layGrid, type Spanned } from './grid.ts';
import { FRAME_LIMITS } from '../limits.ts';
import { asMarkup } from '../own.ts';
import { HAS_LIST, indented, renumbered, writeLists } from './pasted-lists.ts';

/** Marks the end of a table's cell while white space is collapsed; no text contains it. */
const CELL = '\uFDD0';
/** HTML with addresses of links, which its plain text has lost. */
const HAS_LINK = /<a\b/i;

/** Text of another program's HTML as a region's value: links in link notation, signs of lists, and a line for each block and row. */
function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(asMarkup(html), 'text/html');
  writeLists(body);
  for (const cell of body.querySelectorAll('td,th')) {
    if (cell.nextElementSibling) cell.append(CELL);
    // The edges of the cell itself would be line breaks.
    const inline = cell.ownerDocument.createElement('span');
    inline.append(...cell.childNodes);
    cell.replaceWith(inline);
  }
  return readText<Node>(body, domTree, false).replaceAll(new RegExp(` ?${CELL} ?`, 'g'), '\t');
}

const isFull = (line: string): boolean => /\S/.test(indented(line));

/** Restores the empty lines and the numbers of the plain text, which HTML does not show clearly, if the other lines correspond. */
function spaced(rich: string, plain: string): string {
  const lines = plain.split('\n');
  const said = rich.split('\n').filter(isFull);
  if (lines.filter(isFull).length !== said.length) return rich;
  return lines.map((line) => (isFull(line) ? renumbered(said.shift() ?? '', line) : '')).join('\n');
}

/** Content of a clipboard or a drag as a region's value. */
export function textOf(data: DataTransfer | null): string {
  const html = data?.getData('text/html') ?? '';
  const plain = plainOf(data);
  if (html === '' || (plain !== '' && !HAS_LINK.test(html) && !HAS_LIST.test(html))) return plain;
  const rich = textOfHtml(html);
  return rich === '' ? plain : indented(spaced(rich, plain));
}

/** The plain text of a clipboard, for a field. */
export const plainOf = (data: DataTransfer | null): string =>
  cellsOf(data?.getData('text/plain') ?? '', data?.getData('text/html') ?? '');

/** The cells of a table, with the number of places that each takes. A cell ends with its part of the table. */
export function cellsIn(table: HTMLTableElement): Spanned<HTMLTableCellElement>[][] {
  const rows = [...table.rows];
  const ends: number[] = [];
  for (let at = rows.length - 1; at >= 0; at -= 1)
    ends[at] = rows[at + 1]?.parentNode === rows[at]?.parentNode ? (ends[at + 1] ?? at) : at;
  return rows.map((row, at) =>
    Array.from(row.cells, (cell) => {
      const left = (ends[at] ?? at) - at + 1;
      return { cell, columns: cell.colSpan, rows: Math.min(cell.rowSpan || left, left) };
    }),
  );
}

/** The rows of a clipboard that contains a table and nothing else: the text of a merged cell is in the place where it begins. */
function rowsOfHtml(html: string): string[][] | null {
  const { body } = new DOMParser().parseFromString(asMarkup(html), 'text/html');
  const [table, another] = body.querySelectorAll('table');
  if (!table || another) return null;
  for (const unseen of body.querySelectorAll('style,script,title,caption')) unseen.remove();
  writeLists(body);
  const grid = layGrid(cellsIn(table), FRAME_LIMITS.pasted);
  const usedCells = new Set<Element>();
  const rows = grid?.map((row) =>
    Array.from(row, (cell) => {
      if (!cell || usedCells.has(cell)) return '';
      usedCells.add(cell);
      return indented(readText<Node>(cell, domTree, false));
    }),
  );
  table.remove();
  return /\S/.test(body.textContent) ? null : (rows ?? null);
}

/** The cells of a clipboard in rows; null if it has no table, or only one cell. */
export function gridOf(data: DataTransfer | null): string[][] | null {
  const html = data?.getData('text/html') ?? '';
  const rows = (/<table\b/i.test(html) ? rowsOfHtml(html) : null) ?? rowsOf(data?.getData('text/plain') ?? '');
  const cells = rows?.flat().length ?? 0;
  return cells > 1 && cells <= FRAME_LIMITS.pasted ? rows : null;
}
