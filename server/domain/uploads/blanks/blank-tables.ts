import { attribute, isHtml, type HtmlElement, type HtmlNode } from '#common/document/html/html-tree.ts';
import { once } from '#common/document/regions/region-namer.ts';
import { around, DEPTH_MAX, isBlank, OPAQUE, type Entry, type Line } from './blank-flow.ts';
import type { Token } from './blank-tokens.ts';

/** A cell at its place in its table. `text`: the text in it. */
export type Cell = {
  element: HtmlElement;
  grid: Grid;
  row: number;
  column: number;
  rows: number;
  columns: number;
  text: string;
  /** The same without the places to write in. */
  words: string;
  isEmpty: boolean;
  isHead: boolean;
};
type Grid = {
  at: Map<string, Cell>;
  cells: Cell[][];
  width: number;
  /** Rows that are heads, in order; null until they are computed. */
  heads: number[] | null;
  /** Empty part of a column below its head, and of a row. */
  shares: Map<string, number>;
};

/** Maximum of places of one table: beyond it no cell spans. */
const PLACES_MAX = 100_000;

const SPAN_MAX = 60;
/** Rows from which the empty part of a column is computed. */
const ROWS_MAX = 1_000;
/** Maximum of nested cells around a text to which it belongs. */
const NESTED_MAX = 6;
const spanOf = (element: HtmlElement, name: string): number =>
  Math.min(SPAN_MAX, Math.max(1, Number.parseInt(attribute(element, name) ?? '1', 10) || 1));

const BOLD = /^(?:b|strong|th)$/;
/** True if all text of an element is bold. */
function isBold(element: HtmlElement): boolean {
  if (element.tagName === 'th') return true;
  let at: HtmlNode = element;
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    const children: HtmlNode[] = at.childNodes.filter(
      (child) => isHtml(child) || (child.nodeName === '#text' && 'value' in child && !isBlank(child.value)),
    );
    const [only] = children;
    if (children.length !== 1 || !only || !isHtml(only)) return false;
    if (BOLD.test(only.tagName)) return true;
    at = only;
  }
  return false;
}

/** The text of a cell, and the same without the places to write in. */
type Texts = { text: string; words: string };

/** Maximum characters of a cell that are read. */
const CELL_MAX = 300;

/** A line without the places to write in. */
function wordsOf({ text }: Line, tokens: readonly Token[]): string {
  let [words, from] = ['', 0];
  for (const token of tokens) {
    words += `${text.slice(from, token.from)} `;
    from = token.to;
    if (words.length > CELL_MAX) break;
  }
  return words + text.slice(from, from + CELL_MAX);
}

/**
 * The cells of all tables by their elements.
 * @param entries the lines and empty blocks in them
 * @param tokensOf the places to write in of a line
 */
export function cellsOf(
  entries: readonly Entry[],
  tokensOf: (line: Line) => readonly Token[],
): ReadonlyMap<HtmlElement, Cell> {
  const texts = new Map<HtmlElement, Texts>();
  for (const entry of entries) {
    const text = entry.kind === 'line' ? entry.text.trim().slice(0, CELL_MAX) : '';
    const words = entry.kind === 'line' ? wordsOf(entry, tokensOf(entry)).trim().slice(0, CELL_MAX) : '';
    // The text of a cell includes the tables in it.
    let { cell } = entry;
    for (let depth = 0; cell && depth < NESTED_MAX; depth += 1) {
      const before = texts.get(cell) ?? { text: '', words: '' };
      if (before.text.length < CELL_MAX)
        texts.set(cell, { text: `${before.text}\n${text}`.trim(), words: `${before.words}\n${words}`.trim() });
      cell = around(cell.parentNode as HtmlNode, ({ tagName }) => /^t[dh]$/.test(tagName));
    }
  }
  const cells = new Map<HtmlElement, Cell>();
  const tables = new Set<HtmlElement>();
  for (const { cell } of entries) {
    const table = cell && around(cell, ({ tagName }) => tagName === 'table');
    if (!table || tables.has(table)) continue;
    tables.add(table);
    for (const one of gridOf(table, texts).cells.flat()) cells.set(one.element, one);
  }
  return cells;
}

const rowsOf = (table: HtmlElement): HtmlElement[] =>
  table.childNodes.flatMap((child): HtmlElement[] => {
    if (isHtml(child, 'tr')) return [child];
    if (!isHtml(child) || !/^t(?:body|head|foot)$/.test(child.tagName)) return [];
    return child.childNodes.filter((one): one is HtmlElement => isHtml(one, 'tr'));
  });

/** Elements of a row, also those in elements between (content controls of word processors). */
const cellsIn = (row: HtmlElement): HtmlElement[] =>
  row.childNodes.filter((child): child is HtmlElement => isHtml(child, 'td') || isHtml(child, 'th'));

function gridOf(table: HtmlElement, texts: ReadonlyMap<HtmlElement, Texts>): Grid {
  const grid: Grid = { at: new Map(), cells: [], width: 0, heads: null, shares: new Map() };
  for (const [row, element] of rowsOf(table).entries()) {
    const own: Cell[] = [];
    let column = 0;
    for (const cell of cellsIn(element)) {
      while (grid.at.has(`${row} ${column}`)) column += 1;
      const spans = grid.at.size < PLACES_MAX;
      const [rows, columns] = spans ? [spanOf(cell, 'rowspan'), spanOf(cell, 'colspan')] : [1, 1];
      const { text, words } = texts.get(cell) ?? { text: '', words: '' };
      const one: Cell = {
        element: cell,
        grid,
        row,
        column,
        rows,
        columns,
        text,
        words,
        isEmpty: isBlank(text),
        isHead: isBold(cell),
      };
      for (let down = 0; down < rows; down += 1)
        for (let over = 0; over < columns; over += 1) grid.at.set(`${row + down} ${column + over}`, one);
      own.push(one);
      column += columns;
      grid.width = Math.max(grid.width, column);
    }
    grid.cells.push(own);
  }
  return grid;
}

/** The cell at a place, or null. */
export const cellAt = ({ grid }: Cell, row: number, column: number): Cell | null =>
  grid.at.get(`${row} ${column}`) ?? null;

const isText = (cell: Cell | null): cell is Cell =>
  cell !== null && /[\p{L}\p{N}\p{S}]/u.test(cell.words) && !cell.text.startsWith(OPAQUE);

/** True if a row is a head: all of it is text, and it looks like a head. */
function isHeadRow(cells: readonly Cell[], grid: Grid): boolean {
  const [first] = cells;
  const rest = first?.isEmpty ? cells.slice(1) : cells;
  if (rest.length < 2 || !rest.every(isText)) return false;
  return rest.every(({ isHead }) => isHead) || (first?.row === 0 && cells.length >= 3 && cells.length === grid.width);
}

const UNIT =
  /^(?:[(（[].{1,16}[)）\]]|\p{N}{1,3}|[\p{L}%°€$£¥µ]{1,4}(?:[/·.]\p{L}{1,4})?[²³]?|lit(?:re|er)s?|met(?:re|er)s?|hours?|minutes?|pieces?|liter|meter|stunden|minuten|stück|heures|litros|horas)$/iu;
/** Units with a capital letter. */
const CAPITAL_UNIT = /^(?:°|Uhr|Stunden|Minuten|Stück|Liter|Meter|Euro|EUR|USD|CHF|GBP)/;
/** True for a unit, and no short word that names what is beside it. */
const isUnit = (text: string): boolean =>
  UNIT.test(text) && (/^[^\p{N}\p{Lu}\p{Lo}(（[]/u.test(text) || CAPITAL_UNIT.test(text));

/** True if a row below a head has units or numbers of its columns, and what follows it is to be filled in. */
function isUnitRow(cells: readonly Cell[], next: readonly Cell[] | undefined): boolean {
  const texts = cells.filter(({ isEmpty }) => !isEmpty);
  return (
    texts.length >= 2 && texts.every(({ text }) => UNIT.test(text)) && (next?.some(({ isEmpty }) => isEmpty) ?? false)
  );
}

function headRowsOf(grid: Grid): readonly number[] {
  if (grid.heads) return grid.heads;
  const heads: number[] = [];
  for (const [row, cells] of grid.cells.entries()) {
    const isBelowHead = row > 0 && heads.at(-1) === row - 1;
    if (isHeadRow(cells, grid) || (isBelowHead && isUnitRow(cells, grid.cells[row + 1]))) heads.push(row);
  }
  grid.heads = heads;
  return heads;
}

/** The texts at the head of a cell's column, outermost first: of all head rows above each other. Numbers are no names. */
function headsOf(cell: Cell): string[] {
  const rows = headRowsOf(cell.grid);
  const heads: string[] = [];
  let [last, from]: [Cell | null, number] = [null, cell.row];
  for (let at = rows.findLastIndex((row) => row < cell.row); at >= 0; at -= 1) {
    const row = rows[at] ?? 0;
    const above = cellAt(cell, row, cell.column);
    if (!above || above.columns === cell.grid.width || (last === null && above.columns < cell.columns)) break;
    if (last !== null && row + above.rows < from) break;
    if (above !== last && /[\p{L}\p{S}]/u.test(above.words)) heads.unshift(above.words);
    [last, from] = [above, above.row];
  }
  return heads;
}

/** The texts at the beginning of a cell's row: those before it, except those that belong to an empty cell between. */
function namesBefore(cell: Cell): string[] {
  const names: string[] = [];
  let column = cell.column - 1;
  for (let looked = 0; column >= 0 && looked < SPAN_MAX; looked += 1) {
    const before = cellAt(cell, cell.row, column);
    if (!before) break;
    if (isText(before)) names.unshift(before.words);
    else if (names.length > 0) break;
    column = before.column - 1;
  }
  return names;
}

/** The name of a cell by the cells around it, or '' if none names it. */
export function nameOfCell(cell: Cell): string {
  const heads = headsOf(cell);
  const before = namesBefore(cell);
  const left = cellAt(cell, cell.row, cell.column - 1);
  // The number of a row is its name where it has no other.
  const named = before.filter((text) => /\p{L}/u.test(text));
  const row = (named.length > 0 ? named : before).slice(0, 2);
  const behind = row.length > 0 ? '' : wordsBehind(cell);
  if (heads.length > 0) return (isUnit(behind) ? [...heads, behind] : [...row, behind, ...heads]).join(', ');
  if (isText(left)) return left.words;
  const above = cellAt(cell, cell.row - 1, cell.column);
  if (isText(above) && above.words.length <= 160) return above.words;
  return before.at(-1) ?? '';
}

/** The words of the cell behind, as behind a box to tick in the first column; '' if there are none. */
export function wordsBehind(cell: Cell): string {
  const behind = cellAt(cell, cell.row, cell.column + cell.columns);
  return isText(behind) ? behind.words : '';
}

/** True for words in the second row below a first one of empty cells, which they name: the empty cells between these words are gaps. */
function isCaptionRow({ grid, row }: Cell): boolean {
  // Further down an empty row keeps others apart or is to be filled in, and so it does above a unit.
  const [[blank, other] = [], own = []] = grid.cells;
  const [first, last] = [own[0] ?? null, own.at(-1) ?? null];
  if (row !== 1 || !blank?.isEmpty || !other || rowShareOf(blank) < 1) return false;
  return isText(first) && isText(last) && !isUnit(last.text) && !/^\p{N}{1,3}$/u.test(last.text);
}

/** True if an empty cell is a place to write in: it has a name, and is no gap in a table that is filled. */
export function isBlankCell(cell: Cell): boolean {
  if (cell.isHead && cell.row === 0) return false;
  // The corner between the heads of rows and columns.
  if (cell.column === 0 && isHeadRow(cell.grid.cells[cell.row] ?? [], cell.grid)) return false;
  if (nameOfCell(cell) === '' || isCaptionRow(cell)) return false;
  if (headsOf(cell).length === 0) return true;
  return shareOf(cell) >= 0.5 || rowShareOf(cell) > 0.5;
}

const emptyOf = (cells: readonly Cell[]): number =>
  cells.filter(({ isEmpty }) => isEmpty).length / Math.max(1, cells.length);

/** Empty part of a cell's row, after its first cell. */
const rowShareOf = ({ grid, row }: Cell): number =>
  once(grid.shares, `${row}`, () => emptyOf((grid.cells[row] ?? []).slice(1)));

/** Empty part of a cell's column, below the first head of the table. */
const shareOf = ({ grid, column, columns }: Cell): number =>
  once(grid.shares, `${column} ${columns}`, () => {
    const first = (headRowsOf(grid)[0] ?? -1) + 1;
    const rows = grid.cells.slice(first, first + ROWS_MAX);
    const below = rows.flatMap((_, at) => grid.at.get(`${first + at} ${column}`) ?? []);
    return emptyOf(below.filter((one, at) => below[at - 1] !== one && one.row >= first && one.columns === columns));
  });

/** True if a cell only separates others. */
export function isSpacer(cell: HtmlElement): boolean {
  const size = (name: string): number => {
    const given = attribute(cell, name);
    return given === null || given.includes('%') ? Infinity : Number.parseFloat(given) || Infinity;
  };
  return size('width') <= 24 || size('height') <= 12;
}
