import {
  attribute,
  descendants,
  escapeAttribute,
  escapeText,
  isHtml,
  parseDocument,
  sourceTree,
  splice,
  startTag,
} from './html-tree.ts';
import type { HtmlElement, HtmlNode, Splice } from './html-tree.ts';
import { collectRegions, controlValue, optionsOf, optionValue } from './regions.ts';
import { canonicalControl, canonicalText, isMarkedWhenSaved, isPreformatted, kindOf } from './values.ts';

/** One entry of a save's `edited_attributes` (`d7.edited`). */
export type EditedAttribute = { readonly id: string; readonly value: string };

/** A document with values applied, and the ids that name no region of it or a choice that a control does not offer. */
export type AppliedValues = { readonly html: string; readonly ignored: readonly string[] };

type Mark = { readonly offset: number; readonly node: HtmlNode };

/** Where each node of the document begins in the source, sorted, and where the body and the document end. */
function markSource(document: HtmlNode): Mark[] {
  const marks: Mark[] = [];
  for (const node of descendants(document)) {
    const location = 'sourceCodeLocation' in node ? node.sourceCodeLocation : null;
    if (!location) continue;
    marks.push({ offset: location.startOffset, node });
    const endTag =
      isHtml(node) && (node.tagName === 'body' || node.tagName === 'html')
        ? node.sourceCodeLocation?.endTag
        : undefined;
    // The document's own end tags belong to no region, though what follows them may.
    if (endTag) marks.push({ offset: endTag.startOffset, node: document });
  }
  return marks.sort((a, b) => a.offset - b.offset);
}

function isInside(node: HtmlNode, ancestor: HtmlElement): boolean {
  for (let at: HtmlNode | null = node; at; at = 'parentNode' in at ? (at.parentNode as HtmlNode | null) : null) {
    if (at === ancestor) return true;
  }
  return false;
}

/**
 * The span of an element's content: from its start tag to the end of its last child, since td, p, li and others may have no end tag. It
 * stops before anything that the parser placed elsewhere, so that a splice can never take what is not the region's.
 */
function contentSpan(element: HtmlElement, marks: readonly Mark[]): { start: number; end: number } | null {
  const tag = startTag(element);
  if (!tag || !element.sourceCodeLocation) return null;
  const start = tag.endOffset;
  let end = start;
  const own = new Set<number>();
  for (const node of descendants(element)) {
    const location = 'sourceCodeLocation' in node ? node.sourceCodeLocation : null;
    if (!location || location.startOffset < start) continue;
    own.add(location.startOffset);
    const last =
      isHtml(node) && !node.sourceCodeLocation?.endTag ? (startTag(node)?.endOffset ?? 0) : location.endOffset;
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
    // A formatting element left open inside is copied to what follows; the copies share its start tag.
    if (!own.has(offset) && !isInside(node, element)) end = offset;
  }
  return { start, end };
}

/** Sets an attribute (`text`) or takes it away (`null`), touching nothing else of the start tag. */
function attributeChange(source: string, element: HtmlElement, name: string, text: string | null): Splice[] {
  const tag = startTag(element);
  if (!tag) return [];
  const at = tag.attrs?.[name];
  if (text === null) {
    if (!at) return [];
    const blank = /[ \t\n\f\r]/.test(source[at.startOffset - 1] ?? '') ? 1 : 0;
    return [{ start: at.startOffset - blank, end: at.endOffset, text: '' }];
  }
  const written = text === '' && name !== 'value' ? name : `${name}="${escapeAttribute(text)}"`;
  if (at) return [{ start: at.startOffset, end: at.endOffset, text: written }];
  const end = tag.startOffset + 1 + element.tagName.length;
  return [{ start: end, end, text: ` ${written}` }];
}

function selectChanges(source: string, select: HtmlElement, value: string): Splice[] | null {
  const options = optionsOf(select);
  const isMultiple = attribute(select, 'multiple') !== null;
  const wanted = new Set(isMultiple ? value.split('\n').filter((line) => line !== '') : [value]);
  const fitting = options.filter((option) => wanted.has(optionValue(option)));
  const chosen = new Set(isMultiple ? fitting : fitting.slice(0, 1));
  if (chosen.size < wanted.size) return null;
  return options.flatMap((option) => {
    const isChosen = chosen.has(option);
    if (isChosen === (attribute(option, 'selected') !== null)) return [];
    return attributeChange(source, option, 'selected', isChosen ? '' : null);
  });
}

/** The changes that give one element a value, or null when it cannot have it. */
function elementChanges(source: string, element: HtmlElement, value: string, marks: readonly Mark[]): Splice[] | null {
  const kind = kindOf(element.tagName, attribute(element, 'type')) ?? 'text';
  if (kind === 'text' || kind === 'textarea') {
    const span = contentSpan(element, marks);
    if (!span) return null;
    return [{ ...span, text: kind === 'text' ? savedText(element, value) : savedArea(value) }];
  }
  const canonical = canonicalControl(kind, value);
  if (controlValue(element, kind) === canonical) return [];
  if (kind === 'select') return selectChanges(source, element, canonical);
  if (kind === 'input') return attributeChange(source, element, 'value', canonical);
  return attributeChange(source, element, 'checked', canonical === 'true' ? '' : null);
}

/** A value as it stands in a text region: where its white space counts it is marked, so that it is not taken for what an author laid out. */
function savedText(element: HtmlElement, value: string): string {
  const isPre = isPreformatted<HtmlNode>(element, sourceTree);
  const canonical = canonicalText(value, isPre);
  return escapeText(canonical) + (isMarkedWhenSaved(canonical, isPre) ? '&#13;' : '');
}

function savedArea(value: string): string {
  const canonical = canonicalControl('textarea', value);
  // The parser drops a line feed right after the start tag.
  return (canonical.startsWith('\n') ? '\n' : '') + escapeText(canonical);
}

/**
 * Applies values to a document by source offsets: the content of each named region is replaced by escaped text, form controls get
 * their value in the HTML; every other byte stays as it was (`new-attributes.ts` puts in the added rows). All elements that
 * share an id get the value. Where a list names an id twice the last entry counts.
 */
export function applyAttributes(source: string, attributes: readonly EditedAttribute[]): AppliedValues {
  if (attributes.length === 0) return { html: source, ignored: [] };
  const document = parseDocument(source);
  const regions = collectRegions(document);
  const marks = markSource(document);
  const changes: Splice[] = [];
  const ignored: string[] = [];
  const seen = new Set<number>();
  for (const [id, value] of new Map(attributes.map((edited) => [edited.id, edited.value]))) {
    let isApplied = false;
    for (const element of regions.get(id)?.elements ?? []) {
      // The parser copies a formatting element that was left open; the copies share one start tag.
      const at = startTag(element)?.startOffset;
      if (at === undefined || seen.has(at)) continue;
      seen.add(at);
      const own = elementChanges(source, element, value, marks);
      if (own === null) continue;
      for (const change of own) changes.push(change);
      isApplied = true;
    }
    if (!isApplied) ignored.push(id);
  }
  return { html: splice(source, changes), ignored };
}
