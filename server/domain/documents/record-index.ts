import { compareEntries, type Entry } from '#common/document/regions/compare.ts';
import type { Kept } from '#common/document/html/html-differences.ts';
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

/**
 * Adds a submission that follows all others of its WIP to the index, within its transaction and before the submission itself.
 * @param entries its content
 * @returns how many entries have changed; null for the first, and when the one before it is not known
 */
export async function indexNext(
  records: Records,
  { wip, name }: { wip: string; name: string },
  entries: readonly Entry[],
): Promise<number | null> {
  const last = await records.lastPlace(wip);
  const first = last + 1;
  const before = last === 0 ? null : await records.atPlace(wip, last);
  const isKnown = before !== null && before.is_indexed === 1 && before.dropped_at === null;
  const spans = isKnown ? await records.spans(wip, last) : [];
  const { changes } = compareEntries(spans.map(entryOf), entries);
  const differing = new Set(changes.map(({ id }) => id));
  const nameWas = before === null || before.is_indexed === 0 ? new Set<string>() : wordsOf(before.name);
  const nameIs = wordsOf(name);
  const ended: RegionWords[] = [{ region: NAME, words: without(nameWas, nameIs) }];
  const begun: RegionWords[] = [{ region: NAME, words: without(nameIs, nameWas) }];
  for (const { id, was, is } of changes) {
    const [words, now] = [wordsOf(was ?? ''), wordsOf(is ?? '')];
    ended.push({ region: id, words: without(words, now) });
    begun.push({ region: id, words: without(now, words) });
  }
  await records.end(
    wip,
    changes.flatMap(({ id, was }) => (was === null ? [] : [id])),
    ended,
    first,
  );
  const values = spansOf(entries, (id) => differing.has(id));
  await records.begin(wip, { values, words: [...limited(begun)] }, { first, until: null });
  // The next submission is compared with the order of this one.
  const positions = new Map(spans.map(({ region, position }) => [region, position]));
  const staying = spansOf(entries, (id) => !differing.has(id));
  await records.reorder(
    wip,
    staying.filter(({ region, position }) => positions.get(region) !== position),
  );
  return isKnown ? changes.length : null;
}

/**
 * Adds an older submission, all later ones of whose WIP are in the index already, within a transaction.
 * @param entries its content; null if that was removed
 * @param later the content of the submission after it; null without one, and if that was removed
 */
export async function indexEarlier(
  records: Records,
  { uuid, wip, place, name }: RecordHead,
  entries: readonly Entry[] | null,
  later: readonly Entry[] | null,
): Promise<void> {
  await records.setIndexed(uuid);
  const next = await records.atPlace(wip, place + 1);
  const until = next === null ? null : place + 1;
  const isKnown = next !== null && later !== null && entries !== null;
  const own = entries ?? [];
  const { changes } = compareEntries(own, isKnown ? later : []);
  const differing = new Map(changes.map((change) => [change.id, change]));
  const isEqual = (id: string): boolean => isKnown && !differing.has(id);
  const nameIs = wordsOf(name);
  const nameLater = next === null ? new Set<string>() : wordsOf(next.name);
  const shared: { region: string; words: readonly string[] | null }[] = [
    { region: NAME, words: [...nameIs].filter((word) => nameLater.has(word)) },
  ];
  const begun: RegionWords[] = [{ region: NAME, words: without(nameIs, nameLater) }];
  for (const { id, value } of firstOfEach(own).values()) {
    if (isEqual(id)) {
      shared.push({ region: id, words: null });
      continue;
    }
    const words = wordsOf(value);
    const after = wordsOf((isKnown ? differing.get(id)?.is : null) ?? '');
    shared.push({ region: id, words: [...words].filter((word) => after.has(word)) });
    begun.push({ region: id, words: without(words, after) });
  }
  await records.beginEarlier(
    wip,
    own.flatMap(({ id }) => (isEqual(id) ? [id] : [])),
    shared,
    place,
  );
  const values = spansOf(own, (id) => !isEqual(id));
  await records.begin(wip, { values, words: [...limited(begun)] }, { first: place, until });
  if (isKnown && next) await records.setChanged(next.uuid, changes.length);
}
