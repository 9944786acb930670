import type { FoundBlanks } from '#common/document/html/blanks.ts';
import { embedNewAttributes } from '#common/document/plan/new-attributes.ts';
import { applyAttributes } from '#common/document/plan/apply-values.ts';
import type { Difference } from '#common/document/regions/differences.ts';
import { findingDifferences, type Kept } from '#common/document/html/html-differences.ts';
import type { DocumentPlan } from '#common/document/plan/document-plan.ts';
import { findingEntries } from '#common/document/plan/record-entries.ts';
import { withoutPrivate } from '#common/document/plan/without-private.ts';
import type { Entry } from '#common/document/regions/compare.ts';
import { atOnce } from '#common/document/text/in-slices.ts';
import { unsteadyVersion } from '#server/storage/template-version.ts';
import type { TemplateVersion } from '#server/storage/stores/templates.ts';
import type { WrittenText } from '#server/storage/stores/wips.ts';
import { findBlanks } from '../uploads/blanks/blanks.ts';
import { compareSave, isConflict, storedContent, contentOfHtml, type Conflict } from './save-guard.ts';
import { examineUpload, publishable, type Examined, type SentFile } from '../uploads/upload.ts';
import {
  mayBeTooLarge,
  fieldsIn,
  readSave,
  renderingStored,
  requireSize,
  writtenAfter,
  type GivenSave,
} from './written.ts';

/** A document as a job needs it: the HTML that it is made from, its plan as JSON, its values and rows. */
type Whole = WrittenText & { source: string; plan: string };

/** Work on large documents, done in a worker thread (`worker.ts`). */
export type Job =
  | ({ kind: 'render' } & Whole)
  | ({ kind: 'save'; save: GivenSave; isGuarded: boolean } & Whole)
  | { kind: 'compare'; before: Kept; now: Kept }
  | { kind: 'entries'; of: Kept }
  | { kind: 'withoutPrivate'; html: string; also: ReadonlySet<string> }
  | { kind: 'examine'; files: readonly SentFile[]; renames: boolean; against: string | null }
  | { kind: 'blanks'; content: string }
  | { kind: 'publish'; contents: readonly string[]; allowsOutside: boolean; kept: ReadonlyMap<string, string> };

/** Result of a save. `version`: the HTML that the document is made from now on, if that has changed. */
export type Saved = WrittenText & ReturnType<typeof fieldsIn> & { version: TemplateVersion | null };

/** Results of the jobs, by kind. */
export type JobResult = {
  render: string;
  save: Saved | Conflict;
  compare: Difference[];
  entries: Entry[];
  withoutPrivate: string;
  examine: Examined[];
  blanks: FoundBlanks;
  publish: TemplateVersion[];
};

const planIn = ({ plan }: Whole): DocumentPlan => JSON.parse(plan) as DocumentPlan;
const rendered = (whole: Whole): string => atOnce(renderingStored(whole.source, planIn(whole), whole));

/**
 * Saves a document in which a value may change its regions: applies the save to the HTML of the last save, parses that
 * again, and stores new HTML for this document.
 */
function saveByParsing(whole: Whole, given: ReturnType<typeof readSave>, isGuarded: boolean): Saved | Conflict {
  const before = rendered(whole);
  const save = compareSave(isGuarded ? contentOfHtml(before) : null, given);
  if (isConflict(save)) return save;
  const applied = applyAttributes(before, save.edited_attributes).html;
  const html = requireSize(embedNewAttributes(applied, save.new_attributes));
  return { ...fieldsIn(save), values: '{}', rows: null, version: unsteadyVersion(html) };
}

/** Does a job. @throws {Refusal} in words for people */
export function doJob(job: Job): JobResult[Job['kind']] {
  if (job.kind === 'render') return rendered(job);
  if (job.kind === 'compare') return atOnce(findingDifferences(job.before, job.now));
  if (job.kind === 'entries') return atOnce(findingEntries(job.of));
  if (job.kind === 'withoutPrivate') return withoutPrivate(job.html, job.also);
  if (job.kind === 'examine') return examineUpload(job.files, job.renames, job.against);
  if (job.kind === 'blanks') return findBlanks(job.content);
  if (job.kind === 'publish') return job.contents.map((content) => publishable(content, job.allowsOutside, job.kept));
  const plan = planIn(job);
  const given = readSave(job.save);
  if (!plan.isSteady) return saveByParsing(job, given, job.isGuarded);
  const save = compareSave(job.isGuarded ? storedContent(plan, job) : null, given);
  if (isConflict(save)) return save;
  const written = writtenAfter(plan, job, save);
  if (mayBeTooLarge(plan, written)) requireSize(atOnce(renderingStored(job.source, plan, written)));
  return { ...written, ...fieldsIn(save), version: null };
}
