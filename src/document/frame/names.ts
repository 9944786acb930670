/** Names of regions for assistive technology and for the list of attributes. */

import { ownDocument } from './own.ts';
const MAX_NAME = 120;

const clean = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);

/** An element's text without that of the regions and controls in it. */
function ownText(element: Element): string {
  if (!element.querySelector('.editable,input,select,textarea')) return clean(element.textContent);
  const copy = element.cloneNode(true) as Element;
  for (const inner of copy.querySelectorAll('.editable,input,select,textarea')) inner.remove();
  return clean(copy.textContent);
}

const isHeader = (cell: Element | undefined): cell is HTMLTableCellElement =>
  cell !== undefined && !cell.classList.contains('editable') && !cell.querySelector('.editable,input,select,textarea');

/** The row's header and the column's, for a region in a table's cell. */
function cellName(region: Element): string {
  const cell = region.closest<HTMLTableCellElement>('td,th');
  const row = cell?.parentElement as HTMLTableRowElement | null | undefined;
  const table = cell?.closest('table');
  if (!cell || !row?.cells || !table) return '';
  const first = row.cells[0];
  const beside = isHeader(first) && first !== cell ? ownText(first) : '';
  let at = 0;
  for (const before of row.cells) {
    if (before === cell) break;
    at += before.colSpan;
  }
  const headRow = table.tHead?.rows[table.tHead.rows.length - 1] ?? table.rows[0];
  let above = '';
  if (headRow && headRow !== row) {
    let column = 0;
    for (const head of headRow.cells) {
      if (at >= column && at < column + head.colSpan && (head.localName === 'th' || table.tHead) && isHeader(head))
        above = ownText(head);
      column += head.colSpan;
    }
  }
  // Without a header cell the row's number tells it from its neighbours.
  const which =
    beside ||
    (above && row.parentElement ? String([...row.parentElement.children].indexOf(row) + (table.tHead ? 1 : 0)) : '');
  return [which, above].filter((part) => part !== '').join(', ');
}

/**
 * Makes a function that names a region: the author's hint, its label, its row and column header, its term, its legend, its placeholder,
 * else its id. Labels are looked up once.
 */
export function regionNamer(): (element: HTMLElement) => string {
  const labels = new Map<string, string>();
  for (const label of ownDocument.querySelectorAll<HTMLLabelElement>('label[for]')) {
    if (!labels.has(label.htmlFor)) labels.set(label.htmlFor, ownText(label));
  }
  return (element) => {
    const wrapping = element.closest('label');
    const definition = element.closest('dd')?.previousElementSibling;
    const legend = element.closest('fieldset')?.querySelector('legend');
    return (
      clean(element.getAttribute('data-ready-label')) ||
      clean(element.getAttribute('aria-label')) ||
      labels.get(element.id) ||
      (wrapping ? ownText(wrapping) : '') ||
      cellName(element) ||
      (definition?.localName === 'dt' ? ownText(definition) : '') ||
      (legend ? ownText(legend) : '') ||
      clean(element.getAttribute('placeholder') ?? element.getAttribute('data-placeholder')) ||
      element.id
    );
  };
}

/** Whether the document's author has named the element. */
export function isNamed(element: HTMLElement): boolean {
  if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')) return true;
  const { labels } = element as Partial<HTMLInputElement>;
  return labels !== undefined && labels !== null && labels.length > 0;
}
