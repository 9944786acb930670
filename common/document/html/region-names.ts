import { attribute, descendants, type HtmlElement, type HtmlNode, isHtml, parsing, sourceTree } from './html-tree.ts';
import { inSlices, type Work } from '../text/in-slices.ts';
import { distinctLabels, regionNamer } from '../regions/region-namer.ts';
import { fieldName, groupsById } from '../regions/radio-groups.ts';
import { collectingRegions, findingRegions, radioGroupsIn, type SourceRegion } from './regions.ts';
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

function* reading(source: string, lines: LineBreaks): Work<SourceRegion[]> {
  return yield* findingRegions(yield* parsing(source), lines);
}

/** The names and values of some regions of a file, in document order. */
export async function namedValues(source: string, lines: LineBreaks, ids: ReadonlySet<string>): Promise<Pair[]> {
  const names = new Map(await nameRegions(source, []));
  const regions = await inSlices(reading(source, lines));
  return regions.flatMap(({ id, value }): Pair[] => (ids.has(id) ? [[names.get(id) ?? id, value]] : []));
}

/** The region whose values are those of another one, and its name: of a radio button the first of its group, and their question. */
export async function namedField(
  source: string,
  lines: LineBreaks,
  id: string,
): Promise<{ id: string; label: string }> {
  const names = new Map(await nameRegions(source, []));
  const group = groupsById(radioGroupsIn(await inSlices(reading(source, lines)))).get(id);
  return { id: group?.[0] ?? id, label: fieldName(id, group, (one) => names.get(one) ?? one) };
}
