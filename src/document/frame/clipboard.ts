import { cellsOf } from '../cells.ts';
import { readText } from '../values.ts';
import { domTree } from './dom-regions.ts';
import { asMarkup } from './own.ts';

/** Stands for the end of a table's cell while white space is collapsed; no text has it. */
const CELL = '\uE000';
/** What plain text of a clipboard has lost, so that its HTML is read: addresses of links, and in some browsers the bullets of lists. */
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

/** What HTML of another program says, as a region's value: links in link notation, bullets, and a line for each block and row. */
function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(asMarkup(html), 'text/html');
  writeBullets(body);
  for (const cell of body.querySelectorAll('td,th')) {
    if (cell.nextElementSibling) cell.append(CELL);
    // Its own edges would be line breaks.
    const inline = cell.ownerDocument.createElement('span');
    inline.append(...cell.childNodes);
    cell.replaceWith(inline);
  }
  return readText<Node>(body, domTree, false).replaceAll(new RegExp(` ?${CELL} ?`, 'g'), '\t');
}

const isFull = (line: string): boolean => /\S/.test(line);

/** HTML tells little of empty lines: where its lines are those of the plain text, they stand as they do there. */
function spaced(rich: string, plain: string): string {
  const lines = plain.split('\n');
  const said = rich.split('\n').filter(isFull);
  if (lines.filter(isFull).length !== said.length) return rich;
  return lines.map((line) => (isFull(line) ? said.shift() : '')).join('\n');
}

/** What a clipboard or a drag brings, as a region's value. */
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
