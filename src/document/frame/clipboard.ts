import { readText } from '../values.ts';
import { domTree } from './dom-regions.ts';
import { asMarkup } from './own.ts';

/** Stands for the end of a table's cell while white space is collapsed; no text has it. */
const CELL = '\uE000';
/** What plain text of a clipboard has lost, so that its HTML is read: addresses of links, and in some browsers the bullets of lists. */
const RICHER = /<(a|li)\b/i;

/** Writes the bullets and numbers of lists as text. */
function writeBullets(body: HTMLElement): void {
  const numbers = new Map<Element, number>();
  for (const item of body.querySelectorAll('li')) {
    const list = item.closest('ol,ul');
    if (list?.localName !== 'ol') {
      item.prepend('• ');
      continue;
    }
    const number = numbers.get(list) ?? (Number(list.getAttribute('start')) || 1);
    numbers.set(list, number + 1);
    item.prepend(`${number}. `);
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

/** What a clipboard or a drag brings, as a region's value. */
export function textOf(data: DataTransfer | null): string {
  const plain = data?.getData('text/plain') ?? '';
  const html = data?.getData('text/html') ?? '';
  if (html === '' || (plain !== '' && !RICHER.test(html))) return plain;
  try {
    return textOfHtml(html) || plain;
  } catch {
    // A document's own policy (Trusted Types) can forbid to parse.
    return plain;
  }
}
