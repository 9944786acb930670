import { saveRequest } from '#common/calls/requests.ts';
import { NO_REGIONS } from '#common/document/html/blanks.ts';
import {
  attribute,
  descendants,
  isHtml,
  parseDocument,
  startTag,
  type HtmlElement,
  type HtmlNode,
} from '#common/document/html/html-tree.ts';
import { collectRegions } from '#common/document/html/regions.ts';
import { kindOf } from '#common/document/regions/values.ts';
import { HTML_MAX } from './html-bytes.ts';
import { lineOf } from './line-of.ts';
import { outsideOf, textOf } from './outside.ts';
import { forgottenIn, notesOf, promisesOf } from './region-notes.ts';
import { sharedIds } from './shared-ids.ts';

/** The findings in a template's HTML. */
export type TemplateReport = {
  regions: number;
  title: string | null;
  description: string | null;
  /** Problems that keep it from being used. */
  problems: string[];
  /** Requests to other hosts: the document frame blocks them unless the operator has allowed them (FRAME_…). */
  outside: string[];
  /** Oddities that may be intended. */
  notes: string[];
  /** Those of the notes that are about ids of regions which occur more than once. */
  repeated: string[];
};

/** The rules for a template's name are those for the names of documents. */
export const templateName = saveRequest.entries.save_name;

/** The most elements of a document. Each takes up to 2 kB while it is worked on. */
const ELEMENTS_MAX = 200_000;

/** The problem of a document that is too large to be parsed; null if it is not. */
export function excessOf(html: string): string | null {
  if (Buffer.byteLength(html) > HTML_MAX)
    return 'It is larger than 5 MB: shorten it, or make the pictures in it smaller.';
  return (html.match(/<[a-z]/gi)?.length ?? 0) > ELEMENTS_MAX
    ? 'It has more than 200,000 elements: shorten it, or split it.'
    : null;
}

/**
 * Checks a document before it becomes a template (`s3.regions`).
 * @param html its text
 * @param renaming the option or button that changes shared ids
 */
export function checkTemplate(html: string, renaming = '--rename-ids'): TemplateReport {
  const report: TemplateReport = {
    regions: 0,
    title: null,
    description: null,
    problems: [],
    outside: [],
    notes: [],
    repeated: [],
  };
  const excess = excessOf(html);
  if (excess !== null) {
    report.problems.push(excess);
    return report;
  }
  const document = parseDocument(html);
  const regions = collectRegions(document);
  report.regions = regions.size;
  if (regions.size === 0) report.problems.push(NO_REGIONS);

  const elementsOfRegions = new Set<HtmlNode>([...regions.values()].flatMap(({ elements }) => elements));
  // The parser copies a formatting element that was left open; the copies share one start tag.
  const seen = new Set<number>();
  const elements: HtmlElement[] = [];
  const shared = new Map(sharedIds(document).map(({ id, others }) => [id, others]));
  const byId = new Map<string, HtmlElement[]>();
  for (const node of descendants(document)) {
    const tag = 'tagName' in node ? startTag(node) : null;
    if (!('tagName' in node) || !tag) continue;
    const id = attribute(node, 'id');
    const named = id ? byId.get(id) : undefined;
    if (named) named.push(node);
    else if (id) byId.set(id, [node]);
    if (!seen.has(tag.startOffset)) {
      report.notes.push(...notesOf(node, elementsOfRegions, html));
      elements.push(node);
    }
    seen.add(tag.startOffset);
    for (const place of outsideOf(node))
      report.outside.push(`Line ${lineOf(node)}: <${node.tagName}> asks for ${place}`);
    if (isHtml(node, 'title')) report.title ??= textOf(node).replace(/\s+/g, ' ').trim() || null;
    if (isHtml(node, 'meta') && attribute(node, 'name')?.toLowerCase() === 'description') {
      report.description ??= attribute(node, 'content')?.trim() || null;
    }
  }
  report.notes.push(...promisesOf(elements, forgottenIn(document, elementsOfRegions)));
  for (const [id, owners] of byId) {
    if (owners.length < 2) continue;
    const lines = owners.map(lineOf).join(', ');
    const region = regions.get(id)?.elements ?? [];
    const kinds = new Set(region.map((element) => kindOf(element.tagName, attribute(element, 'type'))));
    if (region.length === owners.length && kinds.size === 1) {
      const sentence = `The id '${id}' stands in lines ${lines}: these are one field and show one value.`;
      report.notes.push(sentence);
      report.repeated.push(sentence);
    } else if (region.length > 0) {
      const others = shared.get(id) ?? [];
      const remedy =
        others.length > 0
          ? `${renaming} calls what is no field ${others.map(({ offered }) => `'${offered}'`).join(', ')}`
          : `give all but one of them another id by hand, since ${renaming} lets fields be`;
      report.problems.push(
        `The id '${id}' of a field stands in lines ${lines} on things of different kinds: ${remedy}.`,
      );
    } else {
      report.notes.push(`The id '${id}' stands more than once: lines ${lines}.`);
    }
  }
  return report;
}
