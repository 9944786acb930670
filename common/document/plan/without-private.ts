import { parseDocument } from '../html/html-tree.ts';
import { isPrivate } from '../html/offered-regions.ts';
import { collectRegions, radioGroupsOf } from '../html/regions.ts';
import { groupsById } from '../regions/radio-groups.ts';
import { splice } from '../text/splice.ts';
import { canonicalIn, slotChanges, type Slot } from './slots.ts';
import { collectSlots } from './apply-values.ts';

/** True for a text that may have regions marked as private: most have none, and need not be parsed. */
export const mayBePrivate = (html: string): boolean => /data-ready-private/i.test(html);

function emptied(slot: Slot) {
  if (slot.kind === 'select')
    return slot.options.flatMap(({ at }) => (at ? [{ start: at[0], end: at[1], text: '' }] : []));
  const isMark = slot.kind === 'checkbox' || slot.kind === 'radio';
  return slotChanges(slot, isMark ? 'false' : canonicalIn(slot, ''));
}

/**
 * A stored document whose regions that are marked as private are empty; every other byte stays. A group of radio buttons is
 * private if one of them is.
 * @param also ids of regions that its template marks now, whatever the document does
 */
export function withoutPrivate(html: string, also: ReadonlySet<string>): string {
  if (also.size === 0 && !mayBePrivate(html)) return html;
  const document = parseDocument(html);
  const regions = collectRegions(document);
  const marked = [...regions].flatMap(([id, { elements }]) => (also.has(id) || elements.some(isPrivate) ? [id] : []));
  const groupOf = groupsById(radioGroupsOf(regions));
  const withheld = new Set(marked.flatMap((id) => groupOf.get(id) ?? [id]));
  const changes = [...collectSlots(html, document)].flatMap(([id, slots]) =>
    withheld.has(id) ? slots.flatMap(emptied) : [],
  );
  return splice(html, changes);
}
