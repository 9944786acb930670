import {
  attribute,
  descendants,
  isHtml,
  ownEndTags,
  parentOf,
  parseDocument,
  sourceTree,
  startTag,
} from '../html/html-tree.ts';
import type { HtmlElement, HtmlNode } from '../html/html-tree.ts';
import { withOneChosen } from '../regions/radio-groups.ts';
import { collectRegions, controlValue, optionsOf, optionValue, radioGroupsOf, rivalsOf } from '../html/regions.ts';
import { canonicalIn, canShow, ownValue, slotChanges, type AttributePlace, type Range, type Slot } from './slots.ts';
import { splice, type Splice } from '../text/splice.ts';
import { isPreformatted, kindOf, isStaying } from '../regions/values.ts';

/** One entry of a save's `edited_attributes` (`d7.edited`). */
export type EditedAttribute = { readonly id: string; readonly value: string };

/** A document with values applied, and the ids that name no region of it or a choice that a control does not offer. */
export type AppliedValues = { readonly html: string; readonly ignored: readonly string[] };

type Mark = { readonly offset: number; readonly node: HtmlNode };

/** Source offsets of the starts of all nodes, sorted, and of the ends of the body and the document. */
function markSource(document: HtmlNode): Mark[] {
  const marks: Mark[] = [];
  for (const node of descendants(document)) {
    const location = 'sourceCodeLocation' in node ? node.sourceCodeLocation : null;
    if (!location) continue;
    marks.push({ offset: location.startOffset, node });
  }
  // The document's own end tags belong to no region, though the content after them may.
  for (const offset of ownEndTags(document)) marks.push({ offset, node: document });
  return marks.sort((a, b) => a.offset - b.offset);
}

function isInside(node: HtmlNode, ancestor: HtmlElement): boolean {
  for (let at: HtmlNode | null = node; at; at = parentOf(at)) {
    if (at === ancestor) return true;
  }
  return false;
}

/** Elements that drop a line feed right after their start tag, whatever its notation. */
const DROPS_LINE = new Set(['pre', 'listing', 'textarea']);
const LINE_FEED = /\r\n?|\n|&#0*10(?:;|(?![\d;]))|&#[xX]0*[aA](?:;|(?![\da-fA-F;]))|&NewLine;/y;

/** The start of an element's content that the parser keeps. A line feed that it drops is not content, and is replaced with the value. */
function pastDropped(source: string, element: HtmlElement, start: number): number {
  if (!isHtml(element) || !DROPS_LINE.has(element.tagName)) return start;
  LINE_FEED.lastIndex = start;
  return LINE_FEED.test(source) ? LINE_FEED.lastIndex : start;
}

/**
 * Source offset of the first comment, script, field and the like behind the last text of an element, or null. One in an element that is closed by a tag
 * of its own is content like that element.
 */
export function stayingIn(element: HtmlElement): number | null {
  let first: number | null = null;
  for (let at: HtmlElement | null = element; at;) {
    let open: HtmlElement | null = null;
    for (const node of at.childNodes) {
      if (isStaying<HtmlNode>(node, sourceTree)) {
        first ??= node.sourceCodeLocation?.startOffset ?? null;
        continue;
      }
      if (node.nodeName === '#text' && 'value' in node && /^[ \t\n\f\r]*$/.test(node.value)) continue;
      first = null;
      open = isHtml(node) && node === at.childNodes.at(-1) && !node.sourceCodeLocation?.endTag ? node : null;
    }
    at = open;
  }
  return first;
}

/**
 * The span of an element's content: from its start tag to the end of its last child, since td, p, li and others may have no end tag. It stops
 * before anything that the parser placed elsewhere, and before what is no text of the region behind its last text, so that a splice can never remove
 * other content.
 */
function contentSpan(source: string, element: HtmlElement, marks: readonly Mark[]): Range | null {
  const tag = startTag(element);
  if (!tag || !element.sourceCodeLocation) return null;
  const start = tag.endOffset;
  let end = pastDropped(source, element, start);
  const own = new Set<number>();
  for (const node of descendants(element)) {
    const location = 'sourceCodeLocation' in node ? node.sourceCodeLocation : null;
    if (!location || location.startOffset < start) continue;
    own.add(location.startOffset);
    const last =
      isHtml(node) && !node.sourceCodeLocation?.endTag
        ? pastDropped(source, node, startTag(node)?.endOffset ?? 0)
        : location.endOffset;
    if (last > end) end = last;
  }
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.offset ?? start) < start) low = middle + 1;
    else high = middle;
  }
  for (let mark = marks[low]; mark && mark.offset < end; mark = marks[(low += 1)]) {
    const { offset, node } = mark;
    // A formatting element that is not closed inside is copied to the following content; the copies share its start tag.
    if (!own.has(offset) && !isInside(node, element)) end = offset;
  }
  const staying = stayingIn(element);
  return [start, staying === null || staying > end ? end : Math.max(start, staying)];
}

/** Place of an attribute in an element's start tag. @param isFlag true if its presence is its value: the blank before it is removed with it */
function attributePlace(source: string, element: HtmlElement, name: string, isFlag: boolean): AttributePlace | null {
  const tag = startTag(element);
  if (!tag) return null;
  const at = tag.attrs?.[name];
  // Without a blank after it, the one before it must stay to separate its neighbours.
  const isApart = at && /[ \t\n\f\r/>]/.test(source[at.endOffset] ?? '');
  const blank = isFlag && isApart && /[ \t\n\f\r]/.test(source[at.startOffset - 1] ?? '') ? 1 : 0;
  return {
    at: at ? [at.startOffset - blank, at.endOffset] : null,
    insert: tag.startOffset + 1 + element.tagName.length,
  };
}

/** The place of one element's value, or null if the source has none. */
function slotOf(source: string, element: HtmlElement, marks: readonly Mark[]): Slot | null {
  const kind = kindOf(element.tagName, attribute(element, 'type')) ?? 'text';
  if (kind === 'text' || kind === 'textarea') {
    const at = contentSpan(source, element, marks);
    if (!at) return null;
    return kind === 'text' ? { kind, at, isPre: isPreformatted<HtmlNode>(element, sourceTree) } : { kind, at };
  }
  const own = controlValue(element, kind);
  if (kind === 'select') {
    const options = optionsOf(element).flatMap((option) => {
      const place = attributePlace(source, option, 'selected', true);
      return place ? [{ ...place, value: optionValue(option) }] : [];
    });
    return { kind, own, isMultiple: attribute(element, 'multiple') !== null, options };
  }
  const place = attributePlace(source, element, kind === 'input' ? 'value' : 'checked', kind !== 'input');
  return place && { kind, own, ...place };
}

/** The slots of each region of a parsed document by id, in document order. A region without a place in the source is left out. */
export function collectSlots(source: string, document: HtmlNode): Map<string, Slot[]> {
  const marks = markSource(document);
  const slots = new Map<string, Slot[]>();
  const seen = new Set<number>();
  const regions = collectRegions(document);
  const rivals = rivalsOf(document, regions);
  for (const [id, { elements }] of regions) {
    const own: Slot[] = [];
    for (const element of elements) {
      // The parser copies a formatting element that is not closed; the copies share one start tag.
      const at = startTag(element)?.startOffset;
      if (at === undefined || seen.has(at)) continue;
      seen.add(at);
      const slot = slotOf(source, element, marks);
      if (slot) own.push(slot);
    }
    const [first] = own;
    if (first?.kind === 'radio' && rivals.has(id)) {
      const places = (rivals.get(id) ?? []).map((rival) => attributePlace(source, rival, 'checked', true)?.at ?? null);
      own[0] = { ...first, rivals: places.filter((at) => at !== null) };
    }
    if (own.length > 0) slots.set(id, own);
  }
  return slots;
}

/**
 * Applies values to a document by source offsets: the content of each named region is replaced by escaped text, form controls get their value in
 * the HTML; every other byte stays as it was (`new-attributes.ts` puts in the added rows). All elements that share an id get the value. If a list
 * names an id twice the last entry counts.
 */
export function applyAttributes(source: string, attributes: readonly EditedAttribute[]): AppliedValues {
  if (attributes.length === 0) return { html: source, ignored: [] };
  const document = parseDocument(source);
  const slots = collectSlots(source, document);
  const edited = new Map(attributes.map(({ id, value }) => [id, value]));
  const hasRadio = attributes.some(({ id }) => slots.get(id)?.[0]?.kind === 'radio');
  const groups = hasRadio ? radioGroupsOf(collectRegions(document)) : [];
  const changes: Splice[] = [];
  const ignored: string[] = [];
  for (const [id, value] of withOneChosen(edited, groups, (one) => ownValue(slots.get(one)))) {
    let isApplied = false;
    for (const slot of slots.get(id) ?? []) {
      const canonical = canonicalIn(slot, value);
      if (!canShow(slot, canonical)) continue;
      for (const change of slotChanges(slot, canonical)) changes.push(change);
      isApplied = true;
    }
    if (!isApplied) ignored.push(id);
  }
  return { html: splice(source, changes), ignored };
}
