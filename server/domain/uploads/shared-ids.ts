import { attribute, descendants, isHtml, parseDocument, startTag } from '#common/document/html/html-tree.ts';
import type { HtmlElement, HtmlNode } from '#common/document/html/html-tree.ts';
import { collectRegions } from '#common/document/html/regions.ts';
import { escapeAttribute, splice, type Splice } from '#common/document/text/splice.ts';
import { lineOf } from './line-of.ts';
import { textOf, unescaped } from './outside.ts';

/** An id that a region shares with elements that are none, and the ids that are offered for these. */
export type SharedId = {
  id: string;
  /** All that have it. */ all: readonly HtmlElement[];
  others: { element: HtmlElement; offered: string }[];
};

/** Attributes that contain ids, one or several. */
const REFERENCES = new Set(
  (
    'for headers list form aria-labelledby aria-describedby aria-controls aria-owns aria-details aria-errormessage aria-flowto ' +
    'aria-activedescendant popovertarget commandfor anchor itemref'
  ).split(' '),
);
const LABELLABLE = new Set('button input meter output progress select textarea'.split(' '));

/** The elements of the source. A copy that the parser made has its original's start tag, and is none of them. */
function* written(document: HtmlNode): Generator<HtmlElement> {
  const seen = new Set<number>();
  for (const node of descendants(document)) {
    const at = 'tagName' in node ? startTag(node)?.startOffset : undefined;
    if (!('tagName' in node) || at === undefined || seen.has(at)) continue;
    seen.add(at);
    yield node;
  }
}

/** The ids that regions share with elements that are none. */
export function sharedIds(document: HtmlNode): SharedId[] {
  const regions = collectRegions(document);
  const elements = new Map<string, HtmlElement[]>();
  for (const node of written(document)) {
    const id = attribute(node, 'id') ?? '';
    if (!elements.has(id)) elements.set(id, []);
    elements.get(id)?.push(node);
  }
  const shared: SharedId[] = [];
  for (const [id, region] of regions) {
    const ofRegion = new Set(region.elements);
    let number = 1;
    const all = elements.get(id) ?? [];
    const others = all
      .filter((element) => !ofRegion.has(element))
      .map((element) => {
        do number += 1;
        while (elements.has(`${id}-${number}`));
        return { element, offered: `${id}-${number}` };
      });
    if (others.length > 0) shared.push({ id, all, others });
  }
  return shared;
}

/** The ids that replace others: for a label, and for any other reference. */
type Renamed = ReadonlyMap<string, { plain: string | null; label: string | null }>;

function changed(element: HtmlElement, name: string, value: string): Splice[] {
  const at = startTag(element)?.attrs?.[name];
  return at ? [{ start: at.startOffset, end: at.endOffset, text: `${name}="${escapeAttribute(value)}"` }] : [];
}

/** The changes of an element's references to other ids. */
function changedReferences(node: HtmlElement, renamed: Renamed): Splice[] {
  return node.attrs.flatMap(({ name, value, prefix }) => {
    const own = prefix ? `${prefix}:${name}` : name;
    if (name === 'href' && value.startsWith('#')) {
      const id = renamed.get(unescaped(value.slice(1)))?.plain;
      return id ? changed(node, own, `#${encodeURIComponent(id)}`) : [];
    }
    const kind = name === 'for' && isHtml(node, 'label') ? 'label' : 'plain';
    const other = value.replace(/[^ \t\n\f\r]+/g, (id) => renamed.get(id)?.[kind] ?? id);
    return REFERENCES.has(name) && other !== value ? changed(node, own, other) : [];
  });
}

/** The words of a script or a style sheet, which may be ids. */
const wordsOfCode = (node: HtmlElement): Set<string> =>
  new Set(isHtml(node, 'script') || isHtml(node, 'style') ? textOf(node).split(/[^\p{L}\p{N}_-]+/u) : []);

/** Makes a function that says if a region can get another id: the document has none like it, and no script or style names the present one. */
export function keeper(document: HtmlNode): (same: { from: string; to: string }) => boolean {
  const elements = [...written(document)];
  const ids = new Set(elements.map((element) => attribute(element, 'id')));
  const words = new Set(elements.flatMap((element) => [...wordsOfCode(element)]));
  return ({ from, to }) => !ids.has(from) && !words.has(to);
}

/**
 * Gives regions the ids that they had in the document before, and changes the references to them; every other byte stays.
 * @param kept the ids of before, by id
 */
export function keepIds(source: string, kept: ReadonlyMap<string, string>): string {
  const renamed: Renamed = new Map([...kept].map(([to, id]) => [to, { plain: id, label: id }]));
  return splice(
    source,
    [...written(parseDocument(source))].flatMap((element) => {
      const id = kept.get(attribute(element, 'id') ?? '');
      return [...(id === undefined ? [] : changed(element, 'id', id)), ...changedReferences(element, renamed)];
    }),
  );
}

/**
 * Gives ids of their own to the elements that share a region's id and are no regions. References to them (labels, links
 * within the document, ARIA) are changed too; every other byte stays.
 * @param source HTML
 * @returns the HTML, and a sentence for each change and for scripts and styles that name such an id
 */
export function renameIds(source: string): { html: string; notes: string[] } {
  const document = parseDocument(source);
  const changes: Splice[] = [];
  const notes: string[] = [];
  const renamed = new Map<string, { plain: string | null; label: string | null }>();
  for (const { id, all, others } of sharedIds(document)) {
    const nameOf = (target: HtmlElement | undefined): string | null =>
      others.find(({ element }) => element === target)?.offered ?? null;
    // A reference leads to the first element with the id, a label to the first that can have one.
    const labelled = all.find(({ tagName }) => LABELLABLE.has(tagName)) ?? all[0];
    renamed.set(id, { plain: nameOf(all[0]), label: nameOf(labelled) });
    for (const { element, offered } of others) {
      changes.push(...changed(element, 'id', offered));
      notes.push(
        `Line ${lineOf(element)}: <${element.tagName} id="${id}"> has the id '${offered}' now, since '${id}' is a field's.`,
      );
    }
  }
  if (renamed.size === 0) return { html: source, notes };
  for (const node of written(document)) {
    changes.push(...changedReferences(node, renamed));
    const words = wordsOfCode(node);
    for (const id of renamed.keys()) {
      if (words.has(id))
        notes.push(`Line ${lineOf(node)}: <${node.tagName}> names '${id}': look whether it means the field.`);
    }
  }
  return { html: splice(source, changes), notes };
}
