/** A cell as its table gives it, and how many columns and rows it takes. */
export type Spanned<T> = { readonly cell: T; readonly columns: number; readonly rows: number };

/** Cell at each place of a table; a cell that takes several places is at each of them. */
export type Grid<T> = readonly (readonly (T | undefined)[])[];

type Place = { readonly x: number; readonly y: number };

/** The cells of a pasted grid and their places, and those that have none. */
export type Spread<T> = {
  readonly placed: readonly { readonly cell: T; readonly value: string }[];
  readonly left: readonly string[];
};

/**
 * Arranges the cells of a table in a grid, as a browser does.
 * @param most maximum number of places: a hostile table may claim millions
 * @returns null for a larger table
 */
export function layGrid<T>(rows: readonly (readonly Spanned<T>[])[], most: number): Grid<T> | null {
  const grid: (T | undefined)[][] = rows.map(() => []);
  let left = most;
  for (const [y, cells] of rows.entries()) {
    const row = grid[y] ?? [];
    let x = 0;
    for (const { cell, columns, rows: height } of cells) {
      while (row[x] !== undefined) x += 1;
      for (let down = y; down < Math.min(y + height, grid.length); down += 1) {
        const at = grid[down] ?? [];
        for (let across = x; across < x + columns; across += 1) {
          if ((left -= 1) < 0) return null;
          at[across] = at[across] ?? cell;
        }
      }
      x += columns;
    }
  }
  return grid;
}

/** The upper left place of a cell. */
function placeOf<T>(grid: Grid<T>, cell: T): Place | null {
  for (const [y, row] of grid.entries()) {
    const x = row.indexOf(cell);
    if (x >= 0) return { x, y };
  }
  return null;
}

/** The cells in a straight line from a cell, the nearest first, each once. */
export function inLine<T>(grid: Grid<T>, cell: T, across: -1 | 0 | 1, down: -1 | 0 | 1): T[] {
  const found: T[] = [];
  const from = placeOf(grid, cell);
  if (!from || (across === 0 && down === 0)) return found;
  let last: T | undefined = cell;
  const width = grid.reduce((most, { length }) => Math.max(most, length), 0);
  for (let { x, y } = from; x >= 0 && x < width && y >= 0 && y < grid.length;) {
    const here: T | undefined = grid[y]?.[x];
    if (here !== undefined && here !== last) found.push(here);
    last = here ?? last;
    x += across;
    y += down;
  }
  return found;
}

/**
 * Spreads rows of values over a table, from a cell to the right and downwards. A value goes to the cell that begins at its place: it has no place
 * in the continuation of a merged cell, outside the table, or if the cell does not accept it. Empty values change nothing.
 */
export function spread<T>(
  grid: Grid<T>,
  from: T,
  values: readonly (readonly string[])[],
  takes: (cell: T, value: string) => boolean,
): Spread<T> {
  const start = placeOf(grid, from);
  const placed: { cell: T; value: string }[] = [];
  const left: string[] = [];
  for (const [down, row] of values.entries()) {
    for (const [across, value] of row.entries()) {
      if (value === '') continue;
      const [x, y] = [(start?.x ?? 0) + across, (start?.y ?? 0) + down];
      const cell = start ? grid[y]?.[x] : undefined;
      // A cell whose places another one interrupts begins once all the same.
      const first = cell === undefined ? null : placeOf(grid, cell);
      const isBegun = first?.x === x && first.y === y;
      if (cell !== undefined && isBegun && takes(cell, value)) placed.push({ cell, value });
      else left.push(value);
    }
  }
  return { placed, left };
}
