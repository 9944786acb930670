import { attribute, parsing } from '../html/html-tree.ts';
import type { Kept } from '../html/html-differences.ts';
import { isPrivate } from '../html/offered-regions.ts';
import { namingRegions } from '../html/region-names.ts';
import { findingRegions, radioGroupsIn } from '../html/regions.ts';
import type { Entry } from '../regions/compare.ts';
import { distinctLabels } from '../regions/region-namer.ts';
import { answersOf, chosenOf, groupsById, type RadioGroup } from '../regions/radio-groups.ts';
import { MAX_ID } from '../regions/values.ts';
import type { Work } from '../text/in-slices.ts';
import { findingList } from './new-attributes.ts';

/** Entries that are made between two pauses. */
const ENTRIES_AT_ONCE = 256;

const ofRow = (row: object): { label: string; value: string } => {
  const texts = Object.entries(row).flatMap(([key, value]) => {
    const isText = key !== 'id' && ['string', 'number', 'boolean'].includes(typeof value);
    return isText && String(value).trim() !== '' ? [String(value)] : [];
  });
  return { label: texts[0] ?? '', value: texts.join(', ') };
};

/** An id with a control character or half a character would be another one once it is stored. */
const idOf = (row: unknown): string | null =>
  typeof row === 'object' &&
  row !== null &&
  'id' in row &&
  typeof row.id === 'string' &&
  row.id.length <= MAX_ID &&
  /^[^\p{Cc}\p{Cs}]+$/u.test(row.id)
    ? row.id
    : null;

/**
 * Entries of a stored document, as records show, search and compare them: each region that is not marked as private, each group of radio buttons as one
 * entry with the id of its first button, and each row of its own script that has an id.
 */
export function* findingEntries({ html, lines }: Kept): Work<Entry[]> {
  const document = yield* parsing(html);
  const names = yield* namingRegions(document);
  const regions = yield* findingRegions(document, lines);
  const values = new Map(regions.map(({ id, value }) => [id, value]));
  const groupOf = groupsById(radioGroupsIn(regions));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const seen = new Set<RadioGroup>();
  const entries: Entry[] = [];
  const withheld = new Set(regions.flatMap(({ id, elements }) => (elements.some(isPrivate) ? [id] : [])));
  for (const [at, { id, value, elements }] of regions.entries()) {
    if (at % ENTRIES_AT_ONCE === 0) yield;
    const group = groupOf.get(id);
    if ((group ?? [id]).some((one) => withheld.has(one)) || (group && seen.has(group))) continue;
    if (!group) {
      entries.push({ id, label: nameOf(id), value });
      continue;
    }
    seen.add(group);
    const { question, answers } = answersOf(group.map(nameOf));
    const chosen = chosenOf(group, (one) => values.get(one));
    const answer = chosen === null ? '' : (answers[group.indexOf(chosen)] ?? '');
    entries.push({ id, label: question || ((elements[0] && attribute(elements[0], 'name')) ?? id), value: answer });
  }
  const labels = distinctLabels(entries.map(({ label }) => label));
  const apart = entries.map((entry, at): Entry => ({ ...entry, label: labels[at] ?? '' }));
  const ids = new Set(regions.map(({ id }) => id));
  for (const row of (yield* findingList(document)) ?? []) {
    const id = idOf(row);
    if (id === null || ids.has(id)) continue;
    ids.add(id);
    apart.push({ id, ...ofRow(row as object), isRow: true });
  }
  return apart;
}
