import { LRUCache } from 'lru-cache';
import type { FoundBlanks } from '#common/document/html/blanks.ts';
import type { Difference } from '#common/document/regions/differences.ts';
import { findingDifferences, type Kept } from '#common/document/html/html-differences.ts';
import type { DocumentPlan } from '#common/document/plan/document-plan.ts';
import { findingEntries } from '#common/document/plan/record-entries.ts';
import { mayBePrivate, withoutPrivate } from '#common/document/plan/without-private.ts';
import type { Entry } from '#common/document/regions/compare.ts';
import { inSlices } from '#common/document/text/in-slices.ts';
import { findingOfferedRegions, type OfferedRegions } from '#common/document/html/offered-regions.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { TemplateVersion } from '#server/storage/stores/templates.ts';
import type { WrittenText } from '#server/storage/stores/wips.ts';
import type { Saved } from './document-jobs.ts';
import type { Examined, SentFile } from '../uploads/upload.ts';
import { compareSave, isConflict, storedContent, type Conflict } from './save-guard.ts';
import type { Waiter } from '../line.ts';
import { createDocumentWorker } from './worker.ts';
import { mayBeTooLarge, fieldsIn, readSave, renderingStored, writtenAfter, type GivenSave } from './written.ts';

/** A document as it is stored: the version that it is made from, its values and rows. */
export type StoredDocument = WrittenText & { template_version: string };

/** Puts documents together and applies saves. Does not check permissions. */
export type Documents = ReturnType<typeof createDocuments>;

/** Maximum bytes of HTML, and of plans, in the caches. */
const SOURCES_KEPT = 48_000_000;
const PLANS_KEPT = 16_000_000;
/** Maximum ids of regions in the cache of those with suggestions. */
const IDS_KEPT = 100_000;
/**
 * Characters from which on the worker does the work: of a save, which is checked, and of stored text, which is only
 * read and written again.
 */
const LARGE_SAVE = 150_000;
const LARGE_STORED = 1_000_000;
/** The same for two documents that are compared, which are parsed. */
const LARGE_COMPARED = 100_000;

/**
 * Bounds of the thread for administrators' reading, which stores nothing: a call is answered after eight seconds
 * (`http/waiting.ts`), and the thread is rarely used.
 */
const READING = { life: 7_000, idle: 30_000, endsWithCaller: true };

type Planned = { text: string; plan: DocumentPlan };

/**
 * Creates the documents of a server.
 * @param versions where the HTML of templates is stored
 */
export function createDocuments(versions: Pick<Stores['templateVersions'], 'content' | 'plan'>) {
  const worker = createDocumentWorker();
  // Saves of large documents never wait for it.
  const reading = createDocumentWorker(READING);
  const there = (text: string | null): string => {
    if (text === null) throw new Error('A document is made of a template version that is not there.');
    return text;
  };
  // Versions never change: each is read once for all calls, also for calls that come during the read.
  const sources = new LRUCache<string, string>({
    maxSize: SOURCES_KEPT,
    sizeCalculation: (text) => text.length + 1,
    fetchMethod: async (hash) => there(await versions.content(hash)),
  });
  const plans = new LRUCache<string, Planned>({
    maxSize: PLANS_KEPT,
    sizeCalculation: ({ text }) => text.length,
    fetchMethod: async (hash) => {
      const text = there(await versions.plan(hash));
      return { text, plan: JSON.parse(text) as DocumentPlan };
    },
  });
  const offered = new LRUCache<string, OfferedRegions>({
    maxSize: IDS_KEPT,
    sizeCalculation: ({ offered: ids, withheld }) => ids.size + withheld.size + 1,
    fetchMethod: async (hash) => inSlices(findingOfferedRegions(await sources.forceFetch(hash))),
  });
  const isLarge = ({ values, rows }: WrittenText): boolean => values.length + (rows?.length ?? 0) > LARGE_STORED;
  const whole = async ({ template_version, values, rows }: StoredDocument) => {
    const [source, { text }] = await Promise.all([
      sources.forceFetch(template_version),
      plans.forceFetch(template_version),
    ]);
    return { source, plan: text, values, rows };
  };

  const saved = async (
    document: StoredDocument,
    save: GivenSave,
    isGuarded: boolean,
    waiter: Waiter,
  ): Promise<Saved | Conflict> => {
    const { plan } = await plans.forceFetch(document.template_version);
    const isLargeSave = save instanceof Uint8Array && save.length > LARGE_SAVE;
    if (plan.isSteady && !isLargeSave && !isLarge(document)) {
      const guarded = compareSave(isGuarded ? storedContent(plan, document) : null, readSave(save));
      if (isConflict(guarded)) return guarded;
      const written = writtenAfter(plan, document, guarded);
      if (!mayBeTooLarge(plan, written)) return { ...written, ...fieldsIn(guarded), version: null };
    }
    return worker.run({ kind: 'save', save, isGuarded, ...(await whole(document)) }, waiter);
  };

  const regions = async (version: string): Promise<string[]> =>
    (await plans.forceFetch(version)).plan.regions.map(([id]) => id);

  return {
    /** The ids of a template version's regions, in document order. */
    regions,
    /**
     * Examines files that are to become templates (`upload.ts`), in the thread for administrators' reading, as the next two.
     * @param against the template version that they are to replace, or null
     * @throws {Refusal} in words
     */
    async examine(
      files: readonly SentFile[],
      renames: boolean,
      against: string | null,
      waiter: Waiter,
    ): Promise<Examined[]> {
      const before = against === null ? null : await sources.forceFetch(against);
      return reading.run({ kind: 'examine', files, renames, against: before }, waiter);
    },
    /** Finds the places of a document that can become regions. */
    blanks: (content: string, waiter: Waiter): Promise<FoundBlanks> => reading.run({ kind: 'blanks', content }, waiter),
    /**
     * Makes template versions of an administrator's HTML.
     * @param kept the ids that regions had in the document before, by id
     * @throws {Refusal} for HTML that cannot be a template
     */
    publish: (
      contents: readonly string[],
      allowsOutside: boolean,
      waiter: Waiter,
      kept: ReadonlyMap<string, string> = new Map(),
    ): Promise<TemplateVersion[]> => reading.run({ kind: 'publish', contents, allowsOutside, kept }, waiter),

    /** The HTML of a document. */
    async render(document: StoredDocument, waiter: Waiter): Promise<string> {
      if (isLarge(document)) return worker.run({ kind: 'render', ...(await whole(document)) }, waiter);
      const source = await sources.forceFetch(document.template_version);
      const { plan } = await plans.forceFetch(document.template_version);
      return inSlices(renderingStored(source, plan, document));
    },

    /**
     * Applies a save to a document (`s7.update`). No HTML is parsed, read or written, except for the documents in which a
     * value may change the regions (`DocumentPlan.isSteady`).
     * @returns what others have changed since, if the save is refused
     * @throws {Refusal} when the save cannot be read, or the document would become too large
     */
    save: (document: StoredDocument, save: GivenSave, waiter: Waiter): Promise<Saved | Conflict> =>
      saved(document, save, true, waiter),
    /** The same for the first save of a document, which cannot conflict. */
    async begin(document: StoredDocument, save: GivenSave, waiter: Waiter): Promise<Saved> {
      const begun = await saved(document, save, false, waiter);
      if (isConflict(begun)) throw new Error('A first save was held against others.');
      return begun;
    },

    /** The regions of a template's version for which values of other documents may be suggested. */
    offered: (version: string): Promise<OfferedRegions> => offered.forceFetch(version),

    /** Compares two documents: the differences of the newer one. */
    compare: (before: Kept, now: Kept, waiter: Waiter): Promise<Difference[]> =>
      before.html.length + now.html.length > LARGE_COMPARED
        ? worker.run({ kind: 'compare', before, now }, waiter)
        : inSlices(findingDifferences(before, now)),

    /**
     * The entries of a stored document, for the records.
     * @param present its template's version now: what that marks as private is left out, even if the document does not
     */
    async entries(of: Kept, present: string, waiter: Waiter): Promise<Entry[]> {
      const { withheld } = await offered.forceFetch(present);
      const all =
        of.html.length > LARGE_COMPARED
          ? await worker.run({ kind: 'entries', of }, waiter)
          : await inSlices(findingEntries(of));
      return withheld.size === 0 ? all : all.filter(({ id }) => !withheld.has(id));
    },
    /** The regions that an administrator's HTML marks as private. */
    withheldIn: async (content: string): Promise<ReadonlySet<string>> =>
      (await inSlices(findingOfferedRegions(content))).withheld,

    /**
     * A stored document without the values of regions that are marked as private, for a file to take away.
     * @param present its template's version now, as for `entries`
     */
    async withoutPrivate(html: string, present: string, waiter: Waiter): Promise<string> {
      const { withheld: also } = await offered.forceFetch(present);
      return (also.size > 0 || mayBePrivate(html)) && html.length > LARGE_COMPARED
        ? worker.run({ kind: 'withoutPrivate', html, also }, waiter)
        : withoutPrivate(html, also);
    },

    async close(): Promise<void> {
      await Promise.all([worker.close(), reading.close()]);
    },
  };
}
