import { attribute, descendants, isHtml, parentOf, parseDocument, sourceTree } from './html-tree.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';
import { atOnce } from '../text/in-slices.ts';
import type { Work } from '../text/in-slices.ts';
import { chosenOf, type RadioGroup } from '../regions/radio-groups.ts';
import { canonicalControl, isLiteral, kindOf, MAX_ID, readText } from '../regions/values.ts';
import type { LineBreaks, RegionKind } from '../regions/values.ts';

/** A region of an HTML text (`s3.regions`): all elements that share the id; its value is that of the first. */
export type SourceRegion = {
  readonly id: string;
  readonly kind: RegionKind;
  readonly value: string;
  readonly elements: readonly HtmlElement[];
};

/** A form that begins between the cells of a table holds nothing; a browser knows of each control which one it belongs to, a parsed tree does not. */
const holdsStrayForm = (node: HtmlNode): boolean =>
  isHtml(node) &&
  /^(table|tbody|thead|tfoot|tr)$/.test(node.tagName) &&
  node.childNodes.some((child) => isHtml(child, 'form') && child.childNodes.length === 0);

type FormOf = (element: HtmlElement) => HtmlNode | null;

/** Makes a function that finds the form to which a control belongs, or null; where that is not known, the control itself. It looks through a document once. */
function formFinder(): FormOf {
  const byId = new Map<HtmlNode, Map<string, HtmlNode>>();
  return (element) => formOf(element, (root) => byId.get(root) ?? indexed(root, byId));
}

function indexed(root: HtmlNode, byId: Map<HtmlNode, Map<string, HtmlNode>>): Map<string, HtmlNode> {
  const index = new Map<string, HtmlNode>();
  for (const node of descendants(root)) {
    const id = isHtml(node) ? attribute(node, 'id') : null;
    if (id !== null && !index.has(id)) index.set(id, node);
  }
  byId.set(root, index);
  return index;
}

function formOf(element: HtmlElement, idsIn: (root: HtmlNode) => Map<string, HtmlNode>): HtmlNode | null {
  const named = attribute(element, 'form');
  let at: HtmlNode = element;
  for (let next = parentOf(at); next; next = parentOf(at)) {
    at = next;
    if (named === null && isHtml(at, 'form')) return at;
    if (named === null && holdsStrayForm(at)) return element;
  }
  if (named === null) return null;
  const form = idsIn(at).get(named);
  return form && isHtml(form, 'form') ? form : null;
}

type Elements = Iterable<readonly [id: string, { readonly kind: string; readonly elements: readonly HtmlElement[] }]>;

/** The ids of radio buttons by their form and name. */
function radiosByForm(regions: Elements, formOfOne = formFinder()): Map<HtmlNode | null, Map<string, string[]>> {
  const groups = new Map<HtmlNode | null, Map<string, string[]>>();
  for (const [id, { kind, elements }] of regions) {
    const [element] = elements;
    const name = kind === 'radio' && element ? attribute(element, 'name') : null;
    if (!element || !name) continue;
    const form = formOfOne(element);
    const ofForm = groups.get(form) ?? new Map<string, string[]>();
    const group = ofForm.get(name) ?? [];
    group.push(id);
    groups.set(form, ofForm.set(name, group));
  }
  return groups;
}

/** The groups among the regions of a parsed document, in document order. */
export const radioGroupsOf = (regions: Elements): RadioGroup[] =>
  [...radiosByForm(regions).values()].flatMap((ofForm) => [...ofForm.values()]).filter((group) => group.length > 1);

/** Radio buttons that are chosen in the HTML and are no regions, for each region with which they share a group. */
export function rivalsOf(document: HtmlNode, regions: Collected): ReadonlyMap<string, readonly HtmlElement[]> {
  const rivals = new Map<string, HtmlElement[]>();
  const formOfOne = formFinder();
  const radios = radiosByForm(regions, formOfOne);
  if (radios.size === 0) return rivals;
  const own = new Set<HtmlNode>([...regions.values()].flatMap(({ elements }) => elements));
  for (const node of descendants(document)) {
    if (!isHtml(node, 'input') || own.has(node) || attribute(node, 'checked') === null) continue;
    const name = kindOf('input', attribute(node, 'type')) === 'radio' ? attribute(node, 'name') : null;
    for (const id of (name && radios.get(formOfOne(node))?.get(name)) || [])
      rivals.set(id, [...(rivals.get(id) ?? []), node]);
  }
  return rivals;
}

/** The groups of radio buttons among regions, in document order. */
export const radioGroupsIn = (regions: readonly SourceRegion[]): RadioGroup[] =>
  radioGroupsOf(regions.map((region) => [region.id, region] as const));

const isCandidate = (node: HtmlNode): node is HtmlElement => {
  if (!isHtml(node)) return false;
  const id = attribute(node, 'id');
  if (id === null || id === '' || id.length > MAX_ID) return false;
  const classes = attribute(node, 'class');
  if (classes === null || !classes.split(/[ \t\n\f\r]+/).includes('editable')) return false;
  return kindOf(node.tagName, attribute(node, 'type')) !== null;
};

/** The options of a select, in order, `optgroup` and any nesting included. */
export function optionsOf(select: HtmlElement): HtmlElement[] {
  return [...descendants(select)].filter((node) => isHtml(node, 'option'));
}

/** The value that choosing an option gives: its attribute, else its text with white space collapsed. */
export function optionValue(option: HtmlElement): string {
  const given = attribute(option, 'value');
  if (given !== null) return given;
  let text = '';
  for (const node of descendants(option)) text += sourceTree.text(node) ?? '';
  return text.replace(/[ \t\n\f\r]+/g, ' ').trim();
}

function selectValue(select: HtmlElement): string {
  const options = optionsOf(select);
  const chosen = options.filter((option) => attribute(option, 'selected') !== null);
  if (attribute(select, 'multiple') !== null) return chosen.map(optionValue).join('\n');
  const last = chosen.at(-1);
  if (last) return optionValue(last);
  if (Number(attribute(select, 'size') ?? '1') > 1) return '';
  const isEnabled = (option: HtmlElement): boolean =>
    attribute(option, 'disabled') === null &&
    !(
      option.parentNode &&
      isHtml(option.parentNode as HtmlNode, 'optgroup') &&
      attribute(option.parentNode as HtmlElement, 'disabled') !== null
    );
  const first = options.find(isEnabled);
  return first ? optionValue(first) : '';
}

function rawText(element: HtmlElement): string {
  let text = '';
  for (const child of element.childNodes) text += sourceTree.text(child) ?? '';
  return text;
}

/** The value of a form control, canonical. */
export function controlValue(element: HtmlElement, kind: Exclude<RegionKind, 'text'>): string {
  switch (kind) {
    case 'checkbox':
    case 'radio':
      return attribute(element, 'checked') === null ? 'false' : 'true';
    case 'input':
      return canonicalControl(kind, attribute(element, 'value') ?? '');
    case 'textarea':
      return canonicalControl(kind, rawText(element));
    case 'select':
      return selectValue(element);
  }
}

function elementValue(element: HtmlElement, kind: RegionKind, lines: LineBreaks): string {
  if (kind !== 'text') return controlValue(element, kind);
  return readText<HtmlNode>(element, sourceTree, isLiteral<HtmlNode>(element, sourceTree, lines));
}

/** Nodes that are checked between two pauses. */
const NODES_AT_ONCE = 512;

type Collected = Map<string, { kind: RegionKind; elements: HtmlElement[] }>;

/** The regions of a parsed document by id, in document order, without their values, as work that can be done in slices. */
export function* collectingRegions(document: HtmlNode): Work<Collected> {
  const candidates = new Set<HtmlNode>();
  let count = 0;
  for (const node of descendants(document)) {
    if (isCandidate(node)) candidates.add(node);
    if ((count += 1) % NODES_AT_ONCE === 0) yield;
  }
  const outer = new Set<HtmlNode>();
  const climbed = new Set<HtmlNode>();
  for (const candidate of candidates) {
    if ((count += 1) % NODES_AT_ONCE === 0) yield;
    let parent = parentOf(candidate);
    // Each ancestor is climbed once, however many regions are below it.
    while (parent && !climbed.has(parent)) {
      climbed.add(parent);
      if (candidates.has(parent)) outer.add(parent);
      parent = parentOf(parent);
    }
  }
  const regions: Collected = new Map();
  for (const node of candidates) {
    if ((count += 1) % NODES_AT_ONCE === 0) yield;
    if (outer.has(node)) continue;
    const element = node as HtmlElement;
    const id = attribute(element, 'id') ?? '';
    const kind = kindOf(element.tagName, attribute(element, 'type')) ?? 'text';
    const known = regions.get(id);
    if (known) known.elements.push(element);
    else regions.set(id, { kind, elements: [element] });
  }
  return regions;
}

/** `collectingRegions`, at once. */
export function collectRegions(document: HtmlNode): Collected {
  return atOnce(collectingRegions(document));
}

/** Regions whose values are read between two pauses. */
const VALUES_AT_ONCE = 64;

/** The regions of a parsed document with their values, as work that can be done in slices; see `findRegions`. */
export function* findingRegions(document: HtmlNode, lines: LineBreaks): Work<SourceRegion[]> {
  const found: SourceRegion[] = [];
  for (const [id, { kind, elements }] of yield* collectingRegions(document)) {
    if (found.length % VALUES_AT_ONCE === 0) yield;
    found.push({ id, kind, elements, value: elements[0] ? elementValue(elements[0], kind, lines) : '' });
  }
  // If several in a group are checked the browser uses the last.
  const values = new Map(found.map(({ id, value }) => [id, value]));
  const cleared = new Set<string>();
  for (const group of radioGroupsIn(found)) {
    const chosen = chosenOf(group, (id) => values.get(id));
    for (const id of group) if (id !== chosen) cleared.add(id);
  }
  return cleared.size === 0 ? found : found.map((one) => (cleared.has(one.id) ? { ...one, value: 'false' } : one));
}

/**
 * The editable regions of an HTML text in document order, with their canonical values: class `editable` and an id of at most 256 characters,
 * innermost only, form controls included; buttons, files and passwords are none.
 * @param lines its line breaks, as its host describes them
 */
export function findRegions(source: string, lines: LineBreaks): SourceRegion[] {
  return atOnce(findingRegions(parseDocument(source), lines));
}
