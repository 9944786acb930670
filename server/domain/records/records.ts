import { RECORD_CHANGES, RECORD_TEXT_MAX } from '#common/calls/records.ts';
import { RECORDS_COUNTED } from '#common/config/records.ts';
import type { Kept } from '#common/document/html/html-differences.ts';
import { compareEntries, type Comparison } from '#common/document/regions/compare.ts';
import { soughtWords, wordsOf } from '#common/document/text/words.ts';
import type { Checked } from '#common/proof/sentences.ts';
import { unpackText } from '#server/storage/archive-record.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { AuditEntry } from '#server/storage/stores/audit.ts';
import type {
  RecordHead,
  RecordPlace,
  RecordsWanted,
  Span,
  StoredChange,
  StoredValue,
} from '#server/storage/stores/records.ts';
import type { WipHead } from '#server/storage/stores/wips.ts';
import { StorageTrouble } from '#server/storage/unavailable.ts';
import { found, foundFor, type Actor, type Caller } from '../access.ts';
import { timesOf, type Received } from '../boards/received.ts';
import { auditEntry } from '../audit/audit.ts';
import { createAuthors, type WithAuthorName } from '../authors.ts';
import { waiterOf } from '../changes.ts';
import { requireContent } from '../documents/archives.ts';
import { readEntries } from '../documents/record-index.ts';
import type { Documents } from '../documents/documents.ts';
import { Refusal } from '../refusal.ts';
import { createLine } from '../line.ts';
import { checkRecord } from '../proof/record-check.ts';
import { holdsOf } from '../holds.ts';
import { createMoments } from './moments.ts';

/** Maximum of words in a search. */
const WORDS_MAX = 10;
/** Maximum of documents that are listed as they were before a moment. */
export const STANDING_MAX = 100;

/** The words of a search. One without any finds nothing: a word of the index has no blank. */
function soughtIn(q: string): string[] {
  const words = soughtWords(q).slice(0, WORDS_MAX);
  return words.length === 0 && q.trim() !== '' ? [' '] : words;
}
/** Milliseconds for which a list that a user reads again is not noted again in the audit log. */
const NOTED_AGAIN = 600_000;
/** More than any document has, of changes and of characters, as the databases count them. */
export const WHOLE = 2_000_000_000;
/** Bounds of checks of one record, each of which may read a long chain. */
const CHECKS = { atOnce: 2, most: 100, each: 2, full: 'Too many records are being checked. Please try again.' };
/** Maximum of such notes in memory. */
const NOTES_MAX = 10_000;

/** Parameters of a list of records. */
export type RecordsQuery = {
  q: string;
  from?: string;
  to?: string;
  template?: string;
  wip?: string;
  by?: string;
  region?: string;
};

/** A record with its changes: null for the first of a WIP, and where nothing is known. */
export type RecordWithChanges = WithAuthorName<RecordHead> & { changes: StoredChange[] | null; isHeld: boolean };

/** A part of a list, the number of all entries, and the place after which the next part begins. */
type Part<Entry> = { entries: Entry[]; count: number; end: RecordPlace | null };

/** One side of a comparison. */
export type Side =
  | { record: RecordWithChanges; wip: null }
  | { record: null; wip: WipHead & { saved_by: string | null } };

/**
 * Reads the records: all submissions, and what they contained. Users who may read a document may read its records, the deleted
 * ones too. Every method throws a `Refusal` for what is missing or of another organisation.
 */
export type Records = ReturnType<typeof createRecords>;

const placeOf = ({ submitted_on, number }: Pick<RecordHead, 'submitted_on' | 'number'>): RecordPlace => ({
  at: submitted_on,
  number,
});

/** @param now the clock */
export function createRecords(
  storage: Pick<
    Storage,
    'holds' | 'received' | 'records' | 'archives' | 'checkpoints' | 'templates' | 'wips' | 'boards' | 'users' | 'audit'
  >,
  documents: Documents,
  now: () => Date,
) {
  const { records, archives, templates, wips, users } = storage;
  const authors = createAuthors(users);
  const notes = new Map<string, number>();
  const checks = createLine(CHECKS);

  /** Adds an entry to the audit log; on a full disk users read on without one. */
  const noted = async (entry: AuditEntry): Promise<void> => {
    await storage.audit.add(entry).catch((error: unknown) => {
      if (!(error instanceof StorageTrouble)) throw error;
    });
  };
  /** Notes a reading. */
  const note = (actor: Actor, subject: string | null, detail: string): Promise<void> =>
    noted(auditEntry(now(), actor, 'records_read', { subject, detail }));
  /** The same for a list, once in ten minutes. */
  const noteList = async (actor: Actor, subject: string | null, detail: string): Promise<void> => {
    const key = `${actor.uuid} ${subject ?? ''} ${detail}`;
    const time = now().getTime();
    if (Math.abs(time - (notes.get(key) ?? -Infinity)) < NOTED_AGAIN) return;
    if (notes.size >= NOTES_MAX) notes.clear();
    notes.set(key, time);
    await note(actor, subject, detail);
  };

  /** @param each the most changes of each record; null for all, at their whole length */
  const withChanges = async (
    heads: readonly RecordHead[],
    { each, length }: { each: number; length: number },
  ): Promise<RecordWithChanges[]> => {
    const known = heads.filter(({ changed }) => changed !== null && changed > 0);
    const changes = Map.groupBy(await records.changes(known, each, length), ({ wip, place }) => `${wip} ${place}`);
    const holds = await storage.holds.active();
    return (await authors.addAuthorNames(heads)).map((head) => ({
      ...head,
      isHeld: holdsOf(holds, { ...head, at: head.submitted_on }).length > 0,
      changes: head.changed === null ? null : (changes.get(`${head.wip} ${head.place}`) ?? []),
    }));
  };

  /** The organisation of what is requested, and its conditions. */
  const wantedBy = async (actor: Actor, { q, ...rest }: RecordsQuery): Promise<RecordsWanted> => {
    const { template, wip, by } = rest;
    const ofTemplate = template === undefined ? null : foundFor(actor, await templates.head(template), 'template');
    const ofWip = wip === undefined ? null : foundFor(actor, await wips.head(wip), 'document');
    if (by !== undefined) foundFor(actor, await users.byUuid(by), 'user');
    const organisation = ofWip?.organisation ?? ofTemplate?.organisation ?? actor.organisation;
    const words = await Promise.all(
      soughtIn(q).map(async (word) => ({
        word,
        authors: (await records.authorsNamed(organisation, word)).flatMap(({ uuid, name }) =>
          [...wordsOf(name)].some((one) => one.startsWith(word)) ? [uuid] : [],
        ),
        wips: await records.wipsWith(word, rest.region),
      })),
    );
    return { organisation, words, ...rest };
  };

  const receivedOf = async (archive: string): Promise<Received[]> =>
    timesOf(await storage.received.ofArchive(archive), now());

  const htmlOf = async (head: RecordHead): Promise<Kept> => {
    const stored = await archives.packed(head.uuid);
    return {
      html: await unpackText(requireContent(head, stored?.packed)),
      lines: stored?.line_breaks ?? 'guessed',
    };
  };

  return {
    ...createMoments({
      storage,
      withChanges: (heads) => withChanges(heads, { each: RECORD_CHANGES, length: RECORD_TEXT_MAX }),
      note: (actor, subject) => noteList(actor, subject, 'at a moment'),
      now,
    }),
    /** Parts from which files are made (`export.ts`). */
    wanted: wantedBy,
    withChanges,
    html: htmlOf,
    received: receivedOf,
    noted,
    /**
     * A part of the list.
     * @param after the record after which it begins; null for the newest
     * @param shown how many changes of each record are read, and how much of their texts
     */
    async list(
      actor: Actor,
      query: RecordsQuery,
      { after, limit }: { after: RecordPlace | null; limit: number },
      shown: { each: number; length: number },
    ): Promise<
      Part<RecordWithChanges> & {
        standing: { records: RecordWithChanges[]; count: number } | null;
        completeSince: string | null;
      }
    > {
      const wanted = await wantedBy(actor, query);
      await noteList(actor, query.wip ?? query.template ?? null, 'list');
      const unread = await records.newestUnread(wanted.organisation);
      const [some, count] = await Promise.all([
        records.page(wanted, after, limit + 1),
        records.count(wanted, RECORDS_COUNTED),
      ]);
      const { from, region } = query;
      if (region !== undefined && count === 0 && !(await records.hasRegion(wanted.organisation, region)))
        throw new Refusal('missing', 'No record has this field.');
      const heads = some.slice(0, limit);
      const last = some.length > limit ? heads.at(-1) : undefined;
      const before =
        from !== undefined && after === null ? await records.newestBefore(wanted, from, STANDING_MAX + 1) : null;
      const isAll = before === null || before.length <= STANDING_MAX;
      return {
        entries: await withChanges(heads, shown),
        count,
        end: last ? placeOf(last) : null,
        standing: before && {
          records: await withChanges(before.slice(0, STANDING_MAX), shown),
          count: isAll ? before.length : await records.countBefore(wanted, from ?? '', RECORDS_COUNTED),
        },
        completeSince: unread?.submitted_on ?? null,
      };
    },
    /** One record with all changes, and the archives of its WIP beside it. */
    async read(
      actor: Actor,
      uuid: string,
    ): Promise<{ record: RecordWithChanges; received: Received[]; previous: string | null; next: string | null }> {
      const head = foundFor(actor, await records.head(uuid), 'archive');
      await note(actor, uuid, 'record');
      const [previous, next] = await Promise.all(
        [head.place - 1, head.place + 1].map((place) => records.atPlace(head.wip, place)),
      );
      const [record] = await withChanges([head], {
        each: WHOLE,
        length: WHOLE,
      });
      return {
        record: found(record ?? null, 'archive'),
        received: await receivedOf(uuid),
        previous: previous?.uuid ?? null,
        next: next?.uuid ?? null,
      };
    },
    /** Checks one record. @throws {Refusal} busy if too many are being checked */
    async check(caller: Caller, uuid: string): Promise<Checked> {
      foundFor(caller, await records.head(uuid), 'archive');
      await note(caller, uuid, 'checked');
      return checks.run(waiterOf(caller), () => checkRecord(storage, uuid, caller.waiting));
    },
    /**
     * Compares a submission with another one, or with the saved state of a WIP, of the same WIP or template.
     * @throws {Refusal} invalid for two of different templates; gone if the content of one was removed
     */
    async compare(
      caller: Caller,
      from: string,
      to: string,
    ): Promise<Comparison & { from: RecordWithChanges; to: Side; isOtherTemplate: boolean }> {
      const before = foundFor(caller, await records.head(from), 'archive');
      const archive = await records.head(to);
      const wip = archive === null ? await wips.full(to) : null;
      const other = foundFor(caller, archive ?? (wip?.deleted_at === null ? wip : null), 'archive');
      const isOneWip = (archive?.wip ?? wip?.uuid) === before.wip;
      if (!isOneWip && other.template !== before.template)
        throw new Refusal('invalid', "'from' and 'to' must be of one document, or of one template.");
      await note(caller, from, `compared with ${to}`);
      const htmlOfOther = async (): Promise<Kept> =>
        archive
          ? htmlOf(archive)
          : {
              html: await documents.render(found(wip, 'document'), waiterOf(caller)),
              lines: wip?.line_breaks ?? 'guessed',
            };
      const [was, is] = [await htmlOf(before), await htmlOfOther()];
      const { template } = before;
      const [entriesBefore, entriesNow] = await Promise.all(
        [was, is].map((one) => readEntries(storage, documents, { ...one, template }, waiterOf(caller))),
      );
      const madeOf = async (uuid: string): Promise<string | null> => (await archives.record(uuid))?.made_of ?? null;
      const [one, two] = [await madeOf(from), archive ? await madeOf(to) : (wip?.template_version ?? null)];
      const [fromRecord, toRecord] = await withChanges(archive ? [before, archive] : [before], { each: 0, length: 0 });
      return {
        ...compareEntries(entriesBefore?.entries ?? [], entriesNow?.entries ?? []),
        from: found(fromRecord ?? null, 'archive'),
        to: wip
          ? { record: null, wip: { ...wip, saved_by: (await users.byUuid(wip.updated_by))?.name ?? null } }
          : { record: found(toRecord ?? null, 'archive'), wip: null },
        isOtherTemplate: one !== two,
      };
    },
    /** The values of a region, in one WIP or in all of a template. @throws {Refusal} missing, for one that no document has or had */
    async field(
      actor: Actor,
      { template, wip, region }: { template: string; wip?: string; region: string },
      { after, limit }: { after: RecordPlace | null; limit: number },
    ): Promise<Part<WithAuthorName<StoredValue>>> {
      const head = foundFor(actor, await templates.head(template), 'template');
      const document = wip === undefined ? null : foundFor(actor, await wips.head(wip), 'document');
      if (document && document.template !== template)
        throw new Refusal('invalid', "'wip' must be a document of 'template'.");
      const organisation = head.organisation ?? actor.organisation;
      const of = document ? { wip: document.uuid } : { template, organisation };
      const count = await records.storyLength(of, region);
      const isKnown = async (): Promise<boolean> =>
        (await records.hasRegion(organisation, region)) ||
        (await documents.regions(head.template_version)).includes(region);
      if (count === 0 && !(await isKnown())) throw new Refusal('missing', 'No record has this field.');
      if (after === null) await note(actor, wip ?? template, 'history of a field');
      const some = await records.story(of, region, after, limit + 1);
      const entries = await authors.addAuthorNames(some.slice(0, limit));
      const last = some.length > limit ? entries.at(-1) : undefined;
      return { entries, count, end: last ? placeOf(last) : null };
    },
    /**
     * The fields of a submission, in the order of its document.
     * @param q words with which a word of a field's name begins
     * @param after number of fields to leave out
     */
    async fields(
      actor: Actor,
      uuid: string,
      { q, after, limit }: { q: string; after: number; limit: number },
    ): Promise<{ entries: Span[]; count: number; end: number | null }> {
      const head = foundFor(actor, await records.head(uuid), 'archive');
      requireContent(head, uuid);
      if (head.is_indexed === 0)
        throw new Refusal('busy', 'The fields of this record are still being read. Try again later.', 60);
      if (head.is_indexed === 2)
        throw new Refusal(
          'gone',
          'The document of this record cannot be read. Ask the operator: ready doctor names it.',
        );
      await noteList(actor, uuid, 'fields');
      const sought = soughtIn(q);
      const all = (await records.spans(head.wip, head.place)).filter(({ label }) => {
        const names = [...wordsOf(label)];
        return sought.every((word) => names.some((name) => name.startsWith(word)));
      });
      const end = after + limit;
      return { entries: all.slice(after, end), count: all.length, end: end < all.length ? end : null };
    },
    /** The users who have submitted in the actor's organisation, by name. */
    async people(actor: Actor): Promise<{ uuid: string; name: string }[]> {
      const names = await authors.namesOf(await records.authors(actor.organisation));
      return [...names]
        .flatMap(([uuid, name]) => (name === null ? [] : [{ uuid, name }]))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    },
  };
}
