import { compareEntries, type Entry } from '#common/document/regions/compare.ts';
import type { Kept } from '#common/document/html/html-differences.ts';
import { atOnce, inSlices, type Work } from '#common/document/text/in-slices.ts';
import { wordsOf } from '#common/document/text/words.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { RecordHead, RegionWords, Span } from '#server/storage/stores/records.ts';
import { found } from '../access.ts';
import type { Waiter } from '../line.ts';
import type { Documents } from './documents.ts';

/** The words of a WIP's name are those of this region, which no document has. */
const NAME = '';
/** Maximum of words that one submission adds: the rest of a longer one is not searched. */
const WORDS_MAX = 50_000;

type Records = Stores['records'];

/** The entries of a document. `version`: that of its template, whose private regions are not among them. */
export type ReadEntries = { entries: Entry[]; version: string };
/** Those of a document that is submitted, with what they change in the index. */
export type ReadNext = ReadEntries & { changes: NextChanges };

/** Reads the entries of a document of a template, before the transaction that needs them. */
export async function readEntries(
  { templates }: Pick<Stores, 'templates'>,
  documents: Pick<Documents, 'entries'>,
  { template, ...of }: Kept & { template: string },
  waiter: Waiter,
): Promise<ReadEntries> {
  const { template_version: version } = found(await templates.head(template), 'template');
  return { entries: await documents.entries(of, version, waiter), version };
}

const entryOf = ({ region, label, value, is_row }: Span): Entry => ({
  id: region,
  label,
  value,
  ...(is_row === 1 && { isRow: true }),
});

function spansOf(entries: readonly Entry[], isWanted: (id: string) => boolean): Span[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id, label, value, isRow }, position) => {
    if (seen.has(id) || !isWanted(id)) return [];
    seen.add(id);
    return [{ region: id, label, value, is_row: isRow ? 1 : 0, position }];
  });
}

/** Collects words up to the maximum. */
function* limited(all: Iterable<RegionWords>): Generator<RegionWords> {
  let left = WORDS_MAX;
  for (const { region, words } of all) {
    if (words.length > 0 && left > 0) yield { region, words: words.slice(0, left) };
    left -= words.length;
  }
}

const without = (words: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...words].filter((word) => !others.has(word));
const firstOfEach = (entries: readonly Entry[]): Map<string, Entry> =>
  new Map(entries.toReversed().map((entry) => [entry.id, entry]));

/** Entries whose words are cut between two pauses: the longest values take a few milliseconds each. */
const CUT_AT_ONCE = 32;

/** The newest submission of a WIP as the index has it. */
type Newest = { last: number; before: RecordHead | null; spans: readonly Span[] };

/** Everything that a submission changes in the index after the newest one of its WIP. */
type NextChanges = {
  after: string;
  first: number;
  changed: number | null;
  regions: readonly string[];
  ended: readonly RegionWords[];
  begun: readonly RegionWords[];
  values: readonly Span[];
  moved: readonly Span[];
};

/** Identifies what the changes of a submission follow. */
const stateOf = (before: RecordHead | null): string =>
  before === null ? '' : [before.uuid, before.is_indexed, before.dropped_at].join(' ');

async function newestOf(records: Records, wip: string): Promise<Newest> {
  const last = await records.lastPlace(wip);
  const before = last === 0 ? null : await records.atPlace(wip, last);
  const isKnown = before !== null && before.is_indexed === 1 && before.dropped_at === null;
  return { last, before, spans: isKnown ? await records.spans(wip, last) : [] };
}

function* comparing({ last, before, spans }: Newest, name: string, entries: readonly Entry[]): Work<NextChanges> {
  const isKnown = before !== null && before.is_indexed === 1 && before.dropped_at === null;
  const { changes } = compareEntries(spans.map(entryOf), entries);
  const differing = new Set(changes.map(({ id }) => id));
  const nameWas = before === null || before.is_indexed === 0 ? new Set<string>() : wordsOf(before.name);
  const nameIs = wordsOf(name);
  const ended: RegionWords[] = [{ region: NAME, words: without(nameWas, nameIs) }];
  const begun: RegionWords[] = [{ region: NAME, words: without(nameIs, nameWas) }];
  for (const [at, { id, was, is }] of changes.entries()) {
    if (at % CUT_AT_ONCE === 0) yield;
    const [words, now] = [wordsOf(was ?? ''), wordsOf(is ?? '')];
    ended.push({ region: id, words: without(words, now) });
    begun.push({ region: id, words: without(now, words) });
  }
  // The next submission is compared with the order of this one.
  const positions = new Map(spans.map(({ region, position }) => [region, position]));
  const staying = spansOf(entries, (id) => !differing.has(id));
  return {
    after: stateOf(before),
    first: last + 1,
    changed: isKnown ? changes.length : null,
    regions: changes.flatMap(({ id, was }) => (was === null ? [] : [id])),
    ended,
    begun: [...limited(begun)],
    values: spansOf(entries, (id) => differing.has(id)),
    moved: staying.filter(({ region, position }) => positions.get(region) !== position),
  };
}

/** Prepares `indexNext`. */
const prepareNext = async (
  records: Records,
  { wip, name }: { wip: string; name: string },
  entries: readonly Entry[],
): Promise<NextChanges> => inSlices(comparing(await newestOf(records, wip), name, entries));

/** Reads the entries of a document that is submitted, and prepares `indexNext`, before the transaction, for which others wait. */
export async function readNext(
  stores: Pick<Stores, 'templates' | 'records'>,
  documents: Pick<Documents, 'entries'>,
  { wip, name, ...document }: Kept & { template: string; wip: string; name: string },
  waiter: Waiter,
): Promise<ReadNext> {
  const read = await readEntries(stores, documents, document, waiter);
  return { ...read, changes: await prepareNext(stores.records, { wip, name }, read.entries) };
}

/**
 * Adds a submission that follows all others of its WIP to the index, within its transaction and before the submission itself.
 * @param entries its content
 * @param prepared not used if another submission came first
 * @returns how many entries have changed; null for the first, and when the one before it is not known
 */
export async function indexNext(
  records: Records,
  { wip, name }: { wip: string; name: string },
  entries: readonly Entry[],
  prepared: NextChanges | null = null,
): Promise<number | null> {
  const last = await records.lastPlace(wip);
  const before = last === 0 ? null : await records.atPlace(wip, last);
  const isStill = prepared?.first === last + 1 && prepared.after === stateOf(before);
  const changes = isStill ? prepared : atOnce(comparing(await newestOf(records, wip), name, entries));
  await records.end(wip, changes.regions, changes.ended, changes.first);
  await records.begin(wip, { values: changes.values, words: changes.begun }, { first: changes.first, until: null });
  await records.reorder(wip, changes.moved);
  return changes.changed;
}

/** Everything that an older submission changes in the index. */
type EarlierChanges = {
  next: RecordHead | null;
  changed: number | null;
  equal: readonly string[];
  shared: readonly RegionWords[];
  begun: readonly RegionWords[];
  values: readonly Span[];
  isRead: boolean;
};

/**
 * Prepares `indexEarlier` before the transaction.
 * @param next the submission after it
 * @param entries its content; null if that was removed, or cannot be read
 * @param later the content of `next`; null without one, and if that was removed
 */
export function* preparingEarlier(
  { name }: RecordHead,
  next: RecordHead | null,
  entries: readonly Entry[] | null,
  later: readonly Entry[] | null,
): Work<EarlierChanges> {
  const isKnown = next !== null && later !== null && entries !== null;
  const own = entries ?? [];
  const { changes } = compareEntries(own, isKnown ? later : []);
  const differing = new Map(changes.map((change) => [change.id, change]));
  const isEqual = (id: string): boolean => isKnown && !differing.has(id);
  const nameIs = wordsOf(name);
  const nameLater = next === null ? new Set<string>() : wordsOf(next.name);
  const shared: RegionWords[] = [{ region: NAME, words: [...nameIs].filter((word) => nameLater.has(word)) }];
  const begun: RegionWords[] = [{ region: NAME, words: without(nameIs, nameLater) }];
  let count = 0;
  for (const { id, value } of firstOfEach(own).values()) {
    if (isEqual(id)) continue;
    if ((count += 1) % CUT_AT_ONCE === 0) yield;
    const words = wordsOf(value);
    const after = wordsOf((isKnown ? differing.get(id)?.is : null) ?? '');
    shared.push({ region: id, words: [...words].filter((word) => after.has(word)) });
    begun.push({ region: id, words: without(words, after) });
  }
  return {
    next,
    changed: isKnown ? changes.length : null,
    equal: [...new Set(own.flatMap(({ id }) => (isEqual(id) ? [id] : [])))],
    shared,
    begun: [...limited(begun)],
    values: spansOf(own, (id) => !isEqual(id)),
    isRead: entries !== null,
  };
}

/** Adds an older submission, all later ones of whose WIP are in the index already, within a transaction. */
export async function indexEarlier(
  records: Records,
  { uuid, wip, place, dropped_at }: RecordHead,
  { next, changed, equal, shared, begun, values, isRead }: EarlierChanges,
): Promise<void> {
  await records.setIndexed(uuid, isRead || dropped_at !== null ? 1 : 2);
  await records.beginEarlier(wip, equal, shared, place);
  await records.begin(wip, { values, words: begun }, { first: place, until: next === null ? null : place + 1 });
  if (changed !== null && next) await records.setChanged(next.uuid, changed);
  // One that could not be read when it was submitted follows others in the index: what stayed is joined as each of them is read again.
  const before = await records.atPlace(wip, place - 1);
  if (!isRead || before?.is_indexed !== 1 || before.dropped_at !== null) return;
  await records.remove(wip, before.place, true);
  await records.setIndexed(before.uuid, 0);
}
