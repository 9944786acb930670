import { collectSlots } from './apply-values.ts';
import { renderDocument, type DocumentPlan, type Written } from './document-plan.ts';
import { parseDocument } from '../html/html-tree.ts';
import { atOnce } from '../text/in-slices.ts';
import { findingList, rowsPlace } from './new-attributes.ts';
import { findingRegions } from '../html/regions.ts';
import { canonicalIn, type Range, type Slot } from './slots.ts';

const cut = (source: string, [start, end]: Range): string => source.slice(start, end);

/** True if two elements of a region have different values, or the same one in different bytes. */
function differ(a: string, one: Slot, b: string, other: Slot): boolean {
  if ('own' in one || 'own' in other) return !('own' in one && 'own' in other && one.own === other.own);
  return cut(a, one.at) !== cut(b, other.at);
}

/**
 * Finds the values that were written into a document, if they are its only difference from another text.
 * @param content the document
 * @param source the text that it may have been made from, with its plan
 * @returns values that produce the document again, byte for byte; null if none do
 */
export function writtenIn(content: string, source: string, plan: DocumentPlan): Written | null {
  const document = parseDocument(content);
  const slots = collectSlots(content, document);
  const before = new Map(plan.regions);
  const values = new Map<string, string>();
  for (const { id, value } of atOnce(findingRegions(document, 'marked'))) {
    const [own] = before.get(id) ?? [];
    const [now] = slots.get(id) ?? [];
    if (own && now && differ(source, own, content, now)) values.set(id, canonicalIn(own, value));
  }
  const place = rowsPlace(content, document);
  const isKept = plan.hasRows && cut(content, place.rows) === cut(source, plan.rows);
  const list = place.hasRows && !isKept ? atOnce(findingList(document)) : null;
  const written = { values, rows: list && JSON.stringify(list) };
  return renderDocument(source, plan, written) === content ? written : null;
}
