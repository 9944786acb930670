import { attribute, descendants, type HtmlElement, type HtmlNode, isHtml, parsing, sourceTree } from './html-tree.ts';
import { inSlices, type Work } from '../text/in-slices.ts';
import { distinctLabels, regionNamer } from '../regions/region-namer.ts';
import { collectingRegions, findingRegions } from './regions.ts';
import type { LineBreaks } from '../regions/values.ts';

type Pair = [id: string, name: string];

/** Regions that are named between two pauses. */
const NAMED_AT_ONCE = 64;

/** The names of a parsed document's regions by id, as work that can be done in slices. */
export function* namingRegions(document: HtmlNode): Work<Map<string, string>> {
  const elements = [...descendants(document)].filter((node): node is HtmlElement => isHtml(node));
  const byId = new Map(elements.map((element) => [attribute(element, 'id'), element] as const).reverse());
  const nameOf = regionNamer<HtmlNode>(document, elements, (id) => byId.get(id), sourceTree);
  const own = new Map<string, string>();
  for (const [id, region] of yield* collectingRegions(document)) {
    if (own.size % NAMED_AT_ONCE === 0) yield;
    if (region.elements[0]) own.set(id, nameOf(region.elements[0]));
  }
  return own;
}

function* naming(source: string, frameNames: readonly Pair[]): Work<Pair[]> {
  const own = yield* namingRegions(yield* parsing(source));
  // The row of a script has no name but the one from the script.
  const made = frameNames.filter(([id, name]) => !own.has(id) && name !== id);
  const apart = distinctLabels([...own.values()]);
  return [
    ...Array.from(own.keys(), (id, at): Pair => [id, apart[at] ?? id]),
    ...made.map(([id, name]): Pair => [id, `“${plain(name)}”`]),
  ];
}

/** Removes characters that hide or reorder letters: a script could make a name look like another one. */
const plain = (name: string): string => name.replace(/[\p{Cc}\p{Cf}]/gu, '');

/**
 * The names of a document's regions, from its file. Names that a running document gives to regions outside the file are in quotation marks: they
 * are its words, and not ours.
 */
export function nameRegions(source: string, frameNames: readonly Pair[]): Promise<Pair[]> {
  return inSlices(naming(source, frameNames));
}

function* valuing(source: string, lines: LineBreaks, ids: ReadonlySet<string>): Work<Pair[]> {
  const found = yield* findingRegions(yield* parsing(source), lines);
  return found.flatMap(({ id, value }): Pair[] => (ids.has(id) ? [[id, value]] : []));
}

/** The names and values of some regions of a file, in document order. */
export async function namedValues(source: string, lines: LineBreaks, ids: ReadonlySet<string>): Promise<Pair[]> {
  const names = new Map(await nameRegions(source, []));
  const values = await inSlices(valuing(source, lines, ids));
  return values.map(([id, value]) => [names.get(id) ?? id, value]);
}
