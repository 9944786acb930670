import { stayingIn } from '#common/document/plan/apply-values.ts';
import {
  attribute,
  descendants,
  type HtmlElement,
  type HtmlNode,
  isHtml,
  parentOf,
  parseDocument,
  startTag,
} from '#common/document/html/html-tree.ts';
import { isLinkAddress } from '#common/document/text/link-notation.ts';
import { kindOf, MAX_ID } from '#common/document/regions/values.ts';
import { lineOf } from './line-of.ts';
import { collectRegions } from '#common/document/html/regions.ts';
import { textOf } from './outside.ts';

type Hidden = { root: HtmlNode; why: string };

/** Elements that a browser with scripts never shows. */
const UNSHOWN = /^(?:noscript|noframes|noembed)$/;
const INTO_THE_DOCUMENT = 'put it into the document itself';

/** Documents inside an element that are not part of the document around it: a template's, a shadow root's. */
function hiddenIn(element: HtmlElement): Hidden | null {
  if (isHtml(element, 'template') && 'content' in element) {
    const root = element.content as HtmlNode;
    return attribute(element, 'shadowrootmode') === null
      ? { root, why: `unless a script of the document copies it out: ${INTO_THE_DOCUMENT}` }
      : { root, why: `since a shadow root is closed to the editor: ${INTO_THE_DOCUMENT}` };
  }
  if (!isHtml(element)) return null;
  if (UNSHOWN.test(element.tagName))
    return { root: parseDocument(textOf(element)), why: `since it is never shown: ${INTO_THE_DOCUMENT}` };
  const inner = element.tagName === 'iframe' ? attribute(element, 'srcdoc') : null;
  return inner === null
    ? null
    : { root: parseDocument(inner), why: `since it is in a document of its own: ${INTO_THE_DOCUMENT}` };
}

/** Finds regions at places where no user can edit them. A sentence for each such place. */
function hiddenRegions(element: HtmlElement): string[] {
  const notes: string[] = [];
  const holders = [element];
  // A template may contain others; the documents that are parsed separately are not searched further.
  for (const holder of holders) {
    const hidden = hiddenIn(holder);
    if (!hidden) continue;
    const [first, ...others] = collectRegions(hidden.root).keys();
    if (first !== undefined) {
      const more = others.length > 0 ? ` (and ${others.length} more)` : '';
      notes.push(`Line ${lineOf(holder)}: the field '${first}'${more} in <${holder.tagName}> is none, ${hidden.why}.`);
    }
    if (holder.tagName !== 'template') continue;
    for (const node of descendants(hidden.root)) if ('tagName' in node && hiddenIn(node)) holders.push(node);
  }
  return notes;
}

/** Content that plain text loses, in words, by the elements that make it. */
const LOST = new Map(
  Object.entries({
    images: 'img picture svg canvas video audio object embed iframe map',
    tables: 'table',
    lists: 'ul ol dl menu',
    headings: 'h1 h2 h3 h4 h5 h6',
    'controls and buttons': 'input select textarea button',
    'scripts and styles': 'script style template noscript link meta base title',
    dialogs: 'dialog',
    formatting:
      'b strong i em u s del ins mark small sub sup code kbd samp var font big tt center blockquote pre hr q cite abbr',
  }).flatMap(([what, tags]) => tags.split(' ').map((tag) => [tag, what] as const)),
);
const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);

/** Characters that are shown of an id that is too long. */
const SHOWN_OF_ID = 30;

const idOf = (element: HtmlElement): string => attribute(element, 'id') ?? '';
const isMarked = (element: HtmlElement): boolean =>
  (attribute(element, 'class') ?? '').split(/[ \t\n\f\r]+/).includes('editable');

/** True if a start tag ends with `/>`, which only elements without content and those of SVG and MathML may. */
function isSelfClosed(element: HtmlElement, source: string): boolean {
  const tag = startTag(element);
  if (!tag || !isHtml(element) || VOID.has(element.tagName) || source.charAt(tag.endOffset - 2) !== '/') return false;
  // In `<a href=x/>` the slash belongs to the address.
  return Object.values(tag.attrs ?? {}).every(({ endOffset }) => endOffset <= tag.endOffset - 2);
}

function firstRegionIn(element: HtmlElement, regions: ReadonlySet<HtmlNode>): HtmlElement | null {
  for (const node of descendants(element)) if (regions.has(node)) return node as HtmlElement;
  return null;
}

/** Notes on an element that cannot be edited as its author meant, or is not closed. One sentence each. */
export function notesOf(element: HtmlElement, regions: ReadonlySet<HtmlNode>, source: string): string[] {
  const [line, tag, id] = [lineOf(element), element.tagName, idOf(element)];
  const notes: string[] = [];
  if (isSelfClosed(element, source)) {
    const named = id === '' ? '' : ` id="${id}"`;
    notes.push(
      `Line ${line}: <${tag}${named}/> is not closed by its slash, and takes in what follows it: write <${tag}${named}></${tag}>.`,
    );
  }
  if (tag === 'meta' && attribute(element, 'http-equiv')?.trim().toLowerCase() === 'refresh')
    notes.push(
      `Line ${line}: <meta http-equiv="refresh"> is left out when the document is shown, which stays until somebody leaves it: take it out.`,
    );
  notes.push(...hiddenRegions(element));
  if (!isMarked(element)) return notes;
  if (id === '') {
    notes.push(`Line ${line}: <${tag}> has the class "editable", but no id: nobody can edit it.`);
  } else if (!isHtml(element) || kindOf(tag, attribute(element, 'type')) === null) {
    notes.push(
      `Line ${line}: <${tag} id="${id}"> cannot be edited: put a <div> or a <span> with the class and the id into it.`,
    );
  } else if (id.length > MAX_ID) {
    notes.push(
      `Line ${line}: the id of <${tag}>, '${id.slice(0, SHOWN_OF_ID)}…', has more than ${MAX_ID} characters, and so it is no field: give it a shorter one.`,
    );
  } else if (!regions.has(element)) {
    const inner = firstRegionIn(element, regions);
    if (inner)
      notes.push(
        `Line ${line}: the field '${id}' holds the field '${idOf(inner)}' of line ${lineOf(inner)}, and so is none itself: take the class "editable" from one of them.`,
      );
  } else if (kindOf(tag, attribute(element, 'type')) === 'text') {
    notes.push(...notesOfText(element));
  }
  return notes;
}

function notesOfText(element: HtmlElement): string[] {
  const what = new Set<string>();
  const staying = stayingIn(element) ?? Infinity;
  for (const node of descendants(element)) {
    if ('sourceCodeLocation' in node && (node.sourceCodeLocation?.startOffset ?? 0) >= staying) continue;
    if (node.nodeName === '#comment') what.add('comments');
    if (!('tagName' in node)) continue;
    const lost = LOST.get(node.tagName) ?? (isHtml(node) && node.tagName.includes('-') ? 'custom elements' : undefined);
    if (lost) what.add(lost);
    if (isHtml(node, 'a') && !isLinkAddress((attribute(node, 'href') ?? '').trim()))
      what.add('links to other places than web, mail and telephone');
  }
  if (what.size === 0) return [];
  return [
    `Line ${lineOf(element)}: the field '${idOf(element)}' holds ${[...what].join(', ')}, which its first edit takes away, since a value is plain text: move them out of it, or make fields of the parts in it.`,
  ];
}

const isSet = (element: HtmlElement, name: string): boolean => attribute(element, name) !== null;

/** The fields in which a user can type or choose something that is never saved, in document order; those inside a region belong to its text. */
export function forgottenIn(document: HtmlNode, regions: ReadonlySet<HtmlNode>): HtmlElement[] {
  const forgotten: HtmlElement[] = [];
  // Elements that are part of a region, and those that a fieldset disables: all but its own legend.
  const [inner, off, legends] = [new Set<HtmlNode>(), new Set<HtmlNode>(), new Map<HtmlNode, HtmlNode | undefined>()];
  for (const node of descendants(document)) {
    const parent = parentOf(node);
    if (parent && (inner.has(parent) || regions.has(parent))) inner.add(node);
    if (parent && (off.has(parent) || (legends.has(parent) && legends.get(parent) !== node))) off.add(node);
    if (!isHtml(node)) continue;
    if (node.tagName === 'fieldset' && isSet(node, 'disabled'))
      legends.set(
        node,
        node.childNodes.find((child) => isHtml(child, 'legend')),
      );
    if (!/^(input|textarea|select)$/.test(node.tagName) || regions.has(node) || inner.has(node) || off.has(node))
      continue;
    const type = attribute(node, 'type')?.toLowerCase() ?? null;
    if (type === 'hidden' || isSet(node, 'disabled') || isSet(node, 'readonly')) continue;
    if (kindOf(node.tagName, type) !== null) forgotten.push(node);
  }
  return forgotten;
}

/** True if a link has an address that a document does not open, and no script of its own. */
function isDead(element: HtmlElement): boolean {
  if (!isHtml(element, 'a') || isSet(element, 'onclick')) return false;
  const href = (attribute(element, 'href') ?? '').trim();
  return (
    href !== '' &&
    !href.startsWith('#') &&
    !/^javascript:\s*(void\s*\(?\s*0\s*\)?)?\s*;?$/i.test(href) &&
    !isLinkAddress(href)
  );
}

/** An address of the document for a terminal: short, and without control characters. */
const printed = (address: string): string => address.trim().replaceAll(/\p{C}/gu, '').slice(0, 80);

const andMore = (found: readonly HtmlElement[]): string => (found.length > 1 ? ` (and ${found.length - 1} more)` : '');

/**
 * Notes on elements that look as if they worked and do not: fields that are no regions, links that lead nowhere. A
 * sentence for each kind.
 * @param forgotten those fields
 */
export function promisesOf(elements: readonly HtmlElement[], forgotten: readonly HtmlElement[]): string[] {
  const dead = elements.filter(isDead);
  const notes: string[] = [];
  const [field, link] = [forgotten[0], dead[0]];
  if (field)
    notes.push(
      `Line ${lineOf(field)}: what is typed or chosen in <${field.tagName}>${andMore(forgotten)} is not saved, unless a script of the document hands it over: give it the class "editable" and an id.`,
    );
  if (link)
    notes.push(
      `Line ${lineOf(link)}: the link to '${printed(attribute(link, 'href') ?? '')}'${andMore(dead)} does nothing by itself: links open web, mail and telephone addresses, and places in the document.`,
    );
  return notes;
}
