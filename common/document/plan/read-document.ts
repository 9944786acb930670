import { attribute, parsing } from '../html/html-tree.ts';
import { inSlices } from '../text/in-slices.ts';
import type { Work } from '../text/in-slices.ts';
import { findingList } from './new-attributes.ts';
import type { RadioGroup } from '../regions/radio-groups.ts';
import { findingRegions, radioGroupsIn } from '../html/regions.ts';
import type { Pair, LineBreaks } from '../regions/values.ts';

/** Information that an editor needs about a document before it is shown. */
export type DocumentContent = {
  /** Every region's id and value, in document order. */
  readonly regions: Pair[];
  /** The rows in the document for its own script. */
  readonly newAttributes: unknown[];
  /** The regions that have to be filled in (`data-ready-required`), each with its value while it is empty. */
  readonly required: Pair[];
  /** The ids of boxes and radio buttons, which take no text. */
  readonly ticked: string[];
  /** The ids of regions that mean the same in all documents that have them (`data-ready-shared`). */
  readonly shared: string[];
  /** The ids of regions that the document's script computes (`data-ready-computed`). */
  readonly computed: string[];
  /** The groups of radio buttons. */
  readonly groups: readonly RadioGroup[];
};

/** Regions that are listed between two pauses. */
const PAIRS_AT_ONCE = 512;

function* reading(source: string, lines: LineBreaks, known: readonly Pair[]): Work<DocumentContent> {
  const document = yield* parsing(source);
  const before = new Map(lines === 'guessed' ? known : []);
  const authored = new Map<string, string>();
  if (before.size > 0) for (const { id, value } of yield* findingRegions(document, 'marked')) authored.set(id, value);
  const regions: Pair[] = [];
  const required: Pair[] = [];
  const ticked: string[] = [];
  const shared: string[] = [];
  const computed: string[] = [];
  const found = yield* findingRegions(document, lines);
  for (const { id, kind, value, elements } of found) {
    if (regions.length % PAIRS_AT_ONCE === 0) yield;
    const was = before.get(id);
    regions.push([id, was !== undefined && authored.get(id) === was ? was : value]);
    const isRequired = elements.some((element) => attribute(element, 'data-ready-required') !== null);
    if (kind === 'radio' || kind === 'checkbox') ticked.push(id);
    if (elements.some((element) => attribute(element, 'data-ready-shared') !== null)) shared.push(id);
    if (elements[0] && attribute(elements[0], 'data-ready-computed') !== null) computed.push(id);
    // Another radio button of the group may be chosen instead.
    if (isRequired && kind !== 'radio') required.push([id, kind === 'checkbox' ? 'false' : '']);
  }
  return {
    regions,
    newAttributes: (yield* findingList(document)) ?? [],
    required,
    ticked,
    shared,
    computed,
    groups: radioGroupsIn(found),
  };
}

/**
 * Reads an HTML text: parsed once, in slices, so that the page stays responsive however long the document is (ADR 12).
 * @param source any HTML
 * @param lines its line breaks, as its host describes them
 * @param known known values of it: if the host gives no information, a text that still equals its author's was never saved
 */
export function readDocument(source: string, lines: LineBreaks, known: readonly Pair[] = []): Promise<DocumentContent> {
  return inSlices(reading(source, lines, known));
}
