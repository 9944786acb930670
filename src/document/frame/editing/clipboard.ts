import { cellsOf, rowsOf } from '../../regions/cells.ts';
import { readText } from '../../regions/values.ts';
import { domTree } from '../dom-regions.ts';
import { layGrid, type Spanned } from './grid.ts';
import { FRAME_LIMITS } from '../limits.ts';
import { asMarkup } from '../own.ts';

/** Marks the end of a table's cell while white space is collapsed; no text contains it. */
const CELL = '\uE000';
/** HTML with content that its plain text has lost: addresses of links, and in some browsers the bullets of lists. */
const RICHER = /<(a|li)\b/i;

/** The element in which an item's text begins: its own paragraph, if it has one. */
function beginningOf(item: Element): Element {
  const first = [...item.childNodes].find((node) => node instanceof Element || /\S/.test(node.textContent ?? ''));
  return first instanceof Element && /^(p|div|h[1-6]|blockquote)$/.test(first.localName) ? beginningOf(first) : item;
}

/** Writes the bullets and numbers of lists as text. */
function writeBullets(body: HTMLElement): void {
  const numbers = new Map<Element, number>();
  for (const item of body.querySelectorAll('li')) {
    const list = item.closest('ol,ul');
    if (list?.localName !== 'ol') {
      beginningOf(item).prepend('• ');
      continue;
    }
    const number = numbers.get(list) ?? (Number(list.getAttribute('start')) || 1);
    numbers.set(list, number + 1);
    beginningOf(item).prepend(`${number}. `);
  }
}

/** Text of another program's HTML as a region's value: links in link notation, bullets, and a line for each block and row. */
function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(asMarkup(html), 'text/html');
  writeBullets(body);
  for (const cell of body.querySelectorAll('td,th')) {
    if (cell.nextElementSibling) cell.append(CELL);
    // The edges of the cell itself would be line breaks.
    const inline = cell.ownerDocument.createElement('span');
    inline.append(...cell.childNodes);
    cell.replaceWith(inline);
  }
  return readText<Node>(body, domTree, false).replaceAll(new RegExp(` ?${CELL} ?`, 'g'), '\t');
}

const isFull = (line: string): boolean => /\S/.test(line);

/** Restores the empty lines of the plain text, which HTML does not show clearly, if the other lines correspond. */
function spaced(rich: string, plain: string): string {
  const lines = plain.split('\n');
  const said = rich.split('\n').filter(isFull);
  if (lines.filter(isFull).length !== said.length) return rich;
  return lines.map((line) => (isFull(line) ? said.shift() : '')).join('\n');
}

/** Content of a clipboard or a drag as a region's value. */
export function textOf(data: DataTransfer | null): string {
  const html = data?.getData('text/html') ?? '';
  const plain = plainOf(data);
  if (html === '' || (plain !== '' && !RICHER.test(html))) return plain;
  const rich = textOfHtml(html);
  return rich === '' ? plain : spaced(rich, plain);
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
  writeBullets(body);
  const grid = layGrid(cellsIn(table), FRAME_LIMITS.pasted);
  const usedCells = new Set<Element>();
  const rows = grid?.map((row) =>
    Array.from(row, (cell) => {
      if (!cell || usedCells.has(cell)) return '';
      usedCells.add(cell);
      return readText<Node>(cell, domTree, false);
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
