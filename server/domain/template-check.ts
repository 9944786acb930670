import {
  attribute,
  descendants,
  isHtml,
  parseDocument,
  sourceTree,
  startTag,
  type HtmlElement,
} from '#document/html-tree.ts';
import { collectRegions } from '#document/regions.ts';
import { kindOf } from '#document/values.ts';

/** What was found in a template's HTML. */
export type TemplateReport = {
  regions: number;
  title: string | null;
  description: string | null;
  /** What keeps it from being used. */
  problems: string[];
  /** Requests to other hosts: the document frame lets none out unless the operator opened the way (FRAME_…). */
  outside: string[];
  /** What may be meant as it is. */
  notes: string[];
};

const HTML_MAX = 5_000_000;
const LINKS: Readonly<Record<string, readonly string[]>> = {
  link: ['href'],
  object: ['data'],
  form: ['action'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
};
const EVERYWHERE = ['src', 'srcset', 'poster', 'background', 'ping'] as const;
const OUTSIDE = /^\s*(https?:|wss?:|\/\/)/i;
const OUTSIDE_IN_STYLE = /(?:url\(|@import)\s*["']?\s*((?:https?:)?\/\/[^"')\s]+)/gi;
const OUTSIDE_IN_SCRIPT = /["'`]((?:https?|wss?):\/\/[^"'`\s]+)["'`]/g;

/**
 * Looks at a document before it becomes a template (decision 15).
 * @param html its text
 */
export function checkTemplate(html: string): TemplateReport {
  const report: TemplateReport = { regions: 0, title: null, description: null, problems: [], outside: [], notes: [] };
  if (Buffer.byteLength(html) > HTML_MAX) {
    report.problems.push('It is larger than 5 MB.');
    return report;
  }
  const document = parseDocument(html);
  const regions = collectRegions(document);
  report.regions = regions.size;
  if (regions.size === 0) report.problems.push('It has no regions: nothing in it has the class "editable" and an id.');

  const byId = new Map<string, HtmlElement[]>();
  for (const node of descendants(document)) {
    if (!('tagName' in node)) continue;
    const id = attribute(node, 'id');
    if (id) byId.set(id, [...(byId.get(id) ?? []), node]);
    const line = startTag(node)?.startLine ?? 0;
    const isMarked = (attribute(node, 'class') ?? '').split(/[ \t\n\f\r]+/).includes('editable');
    if (isMarked && !id)
      report.notes.push(`Line ${line}: <${node.tagName}> has the class "editable", but no id: nobody can edit it.`);
    for (const place of outsideOf(node)) report.outside.push(`Line ${line}: <${node.tagName}> asks for ${place}`);
    if (isHtml(node, 'title')) report.title ??= textOf(node).replace(/\s+/g, ' ').trim() || null;
    if (isHtml(node, 'meta') && attribute(node, 'name')?.toLowerCase() === 'description') {
      report.description ??= attribute(node, 'content')?.trim() || null;
    }
  }
  for (const [id, elements] of byId) {
    if (elements.length < 2) continue;
    const lines = elements.map((element) => startTag(element)?.startLine ?? 0).join(', ');
    const region = regions.get(id)?.elements ?? [];
    const kinds = new Set(region.map((element) => kindOf(element.tagName, attribute(element, 'type'))));
    if (region.length === elements.length && kinds.size === 1) {
      report.notes.push(`The id '${id}' stands in lines ${lines}: these are one region and show one value.`);
    } else if (region.length > 0) {
      report.problems.push(`The id '${id}' of a region stands in lines ${lines} on things of different kinds.`);
    } else {
      report.notes.push(`The id '${id}' stands more than once: lines ${lines}.`);
    }
  }
  return report;
}

function textOf(element: HtmlElement): string {
  return element.childNodes.map((child) => sourceTree.text(child) ?? '').join('');
}

function outsideOf(element: HtmlElement): string[] {
  const found: string[] = [];
  for (const name of [...EVERYWHERE, ...(LINKS[element.tagName] ?? [])]) {
    const value = attribute(element, name) ?? '';
    // A list of candidates: `a.png 1x, b.png 2x`.
    const parts = name === 'srcset' ? value.split(',') : [value];
    found.push(...parts.filter((part) => OUTSIDE.test(part)).map((part) => part.trim()));
  }
  const style = `${attribute(element, 'style') ?? ''}\n${isHtml(element, 'style') ? textOf(element) : ''}`;
  found.push(...[...style.matchAll(OUTSIDE_IN_STYLE)].map(([, address = '']) => address));
  if (isHtml(element, 'script'))
    found.push(...[...textOf(element).matchAll(OUTSIDE_IN_SCRIPT)].map(([, to = '']) => to));
  const refresh = attribute(element, 'http-equiv')?.toLowerCase() === 'refresh' ? attribute(element, 'content') : null;
  if (refresh && /url\s*=/i.test(refresh)) found.push(refresh);
  return found.filter((address) => !/^https?:\/\/www\.w3\.org\//.test(address));
}
