import type { TextTree } from './values.ts';

/** Names of regions, for assistive technology and for the list of attributes: one definition for a live document and for its file. */

const MAX_NAME = 120;
const CONTROLS = /^(input|select|textarea)$/;
const CELLS = /^t[dh]$/;
const ROW_GROUPS = /^t(head|body|foot)$/;

const clean = (text: string | null): string =>
  (text ?? '')
    // Direction marks would make the text look like another name.
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME);

function once<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const there = known.get(key);
  if (there !== undefined) return there;
  const made = make();
  known.set(key, made);
  return made;
}

/**
 * Makes a function that names a region: the author's hint, its label, its row and column header, its term, its legend, its placeholder, else its
 * id. Labels and the heads of tables are looked up once.
 * @param labels the elements `label` of the document that have a `for`
 */
export function regionNamer<N>(labels: Iterable<N>, tree: TextTree<N>): (element: N) => string {
  const tag = (node: N): string => tree.tag(node);
  const attribute = (node: N, name: string): string | null => tree.attribute(node, name);
  const parent = (node: N): N | null => tree.parent(node);
  const texts = new Map<N, string>();
  const tables = new Map<N, { headRow: N | null; hasHead: boolean }>();
  const places = new Map<N, number>();

  const isFilled = (node: N): boolean =>
    CONTROLS.test(tag(node)) || /(^|\s)editable(\s|$)/.test(attribute(node, 'class') ?? '');
  const elements = (node: N, name: RegExp): N[] => [...tree.children(node)].filter((child) => name.test(tag(child)));

  function closest(element: N, names: RegExp): N | null {
    let at: N | null = element;
    while (at !== null && !names.test(tag(at))) at = parent(at);
    return at;
  }

  /** An element's text without that of the regions and controls in it, and a flag for the presence of any. */
  function look(element: N): { text: string; isFilled: boolean } {
    let text = '';
    let hasFilled = false;
    // An explicit stack: hostile documents nest deeper than the call stack.
    const stack: N[] = [...tree.children(element)].reverse();
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const own = tree.text(node);
      if (own !== null) text += own;
      else if (tag(node) !== '' && isFilled(node)) hasFilled = true;
      else for (const child of [...tree.children(node)].reverse()) stack.push(child);
    }
    return { text: clean(text), isFilled: hasFilled };
  }

  function ownText(element: N): string {
    const text = texts.get(element) ?? look(element).text;
    texts.set(element, text);
    return text;
  }

  const isHeader = (cell: N): boolean => !isFilled(cell) && !look(cell).isFilled;
  const width = (cell: N): number =>
    Math.min(1_000, Math.max(1, Number.parseInt(attribute(cell, 'colspan') ?? '', 10) || 1));

  function headOf(table: N): { headRow: N | null; hasHead: boolean } {
    const known = tables.get(table);
    if (known) return known;
    const head = elements(table, /^thead$/)[0];
    const bodies = [...tree.children(table)].flatMap((child) =>
      tag(child) === 'tr' ? [child] : ROW_GROUPS.test(tag(child)) ? elements(child, /^tr$/).slice(0, 1) : [],
    );
    const found = {
      headRow: (head === undefined ? undefined : elements(head, /^tr$/).at(-1)) ?? bodies[0] ?? null,
      hasHead: head !== undefined,
    };
    tables.set(table, found);
    return found;
  }

  /** Index of a row among its parent's children, counted from 0. */
  function placeOf(row: N): number {
    const group = parent(row);
    if (!places.has(row) && group !== null)
      for (const [at, child] of elements(group, /./).entries()) places.set(child, at);
    return places.get(row) ?? 0;
  }

  /** The row's header and the column's, for a region in a table's cell. */
  function cellName(region: N): string {
    const cell = closest(region, CELLS);
    const row = cell === null ? null : parent(cell);
    const table = cell === null ? null : closest(cell, /^table$/);
    if (cell === null || row === null || tag(row) !== 'tr' || table === null) return '';
    const cells = elements(row, CELLS);
    const [first] = cells;
    const beside = first !== undefined && first !== cell && isHeader(first) ? ownText(first) : '';
    let at = 0;
    for (const before of cells) {
      if (before === cell) break;
      at += width(before);
    }
    const { headRow, hasHead } = headOf(table);
    let above = '';
    if (headRow !== null && headRow !== row) {
      let column = 0;
      for (const head of elements(headRow, CELLS)) {
        const isAbove = at >= column && at < column + width(head);
        if (isAbove && (tag(head) === 'th' || hasHead) && isHeader(head)) above = ownText(head);
        column += width(head);
      }
    }
    // Without a header cell the row's number distinguishes it from its neighbours.
    const which = beside || (above && String(placeOf(row) + (hasHead ? 1 : 0)));
    return [which, above].filter((part) => part !== '').join(', ');
  }

  const lists = new Map<N, Map<N, N | undefined>>();
  /** The element before an entry of a definition list, if it is its term. */
  function termOf(region: N): string {
    const entry = closest(region, /^dd$/);
    const list = entry === null ? null : parent(entry);
    if (entry === null || list === null) return '';
    const before = once(lists, list, () => new Map(elements(list, /./).map((one, at, all) => [one, all[at - 1]]))).get(
      entry,
    );
    return before !== undefined && tag(before) === 'dt' ? ownText(before) : '';
  }

  const legends = new Map<N, N | undefined>();
  function legendOf(region: N): string {
    const fieldset = closest(region, /^fieldset$/);
    const legend = fieldset === null ? undefined : once(legends, fieldset, () => elements(fieldset, /^legend$/)[0]);
    return legend === undefined ? '' : ownText(legend);
  }

  const named = new Map<string, string>();
  for (const label of labels) {
    const id = attribute(label, 'for') ?? '';
    if (!named.has(id)) named.set(id, ownText(label));
  }
  return (element) => {
    const id = attribute(element, 'id') ?? '';
    const wrapping = closest(element, /^label$/);
    return (
      clean(attribute(element, 'data-ready-label')) ||
      clean(attribute(element, 'aria-label')) ||
      named.get(id) ||
      (wrapping === null ? '' : ownText(wrapping)) ||
      cellName(element) ||
      termOf(element) ||
      legendOf(element) ||
      clean(attribute(element, 'placeholder') ?? attribute(element, 'data-placeholder')) ||
      id
    );
  };
}
