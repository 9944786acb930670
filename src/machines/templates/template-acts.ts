import type { ExaminedDocument, ManagedTemplate, ManagedTemplates } from '#common/calls/template-admin.ts';
import { NO_REGIONS } from '#common/document/html/blanks.ts';
import { JOB_LOOK } from '#common/config/constants.ts';
import { type ApiFailure, failureOf, isUnreached } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';
import { managedList } from '../shared/managed-list.ts';

/** Act of an administrator, with the uuid of the template concerned. `before`: the template before which it is placed, or null for the last place. */
export type TemplateAct =
  | { kind: 'remove' | 'restore' | 'putBack'; template: string }
  | { kind: 'move'; template: string; before: string | null }
  | { kind: 'command'; template: string; pane: 'left' | 'right' }
  | { kind: 'takeShipped' | 'forgetPublishing' };

/** The part of a template that an upload needs to replace it. */
export type Replaced = { uuid: string; name: string; version: number };

/** Texts about templates. Only their screen loads them. */
export const templateMessages = {
  listFailed: 'Error loading templates. Please try again.',
  failed: 'Nothing was changed. Please try again.',
  unanswered: 'No answer came. It may have been done all the same: reload the page to see.',
  unread: 'The files could not be read. They may have been moved or changed: choose them again.',
  tooMany: 'There are more than 200 files in it: leave out what the documents do not need.',
  tooLarge:
    'The files come to more than 5 MB: leave out what the documents do not need, or make their pictures smaller.',
  unchecked: 'The files were not checked. Please try again.',
  unsent: 'No answer came: a slow line may not take so much in 10 seconds. Nothing was kept. Please try again.',
  notLookedThrough: 'The document was not looked through for blanks. Please try again.',
  severalDocuments: 'There are several documents in it. Upload the one that is to take its place.',
} as const;

/** Returns the name of a template; without one, its file. */
export const calledOf = ({ name, file_name }: Pick<ManagedTemplate, 'name' | 'file_name'>): string =>
  name?.trim() || file_name?.trim() || 'Template without a name';

/** Question before an act, about its consequences; an act without any to consider has none. */
export type TemplateQuestion = { text: string; confirm: string };

/** @param template its current entry; null if it is not in the list */
export function questionOf(act: TemplateAct, template: ManagedTemplate | null): TemplateQuestion | null {
  if (template === null) return null;
  const name = calledOf(template);
  switch (act.kind) {
    case 'remove':
      return {
        text: `Remove ${name}? Nobody is offered it any more. Its documents and archives stay, and it can be restored.`,
        confirm: 'Remove',
      };
    case 'putBack':
      return {
        text: `Put back what ${name} was before? New documents are made of that. Those that are there stay as they are.`,
        confirm: 'Put Back',
      };
    default:
      return null;
  }
}

/** Text about a completed act. @param template as it was before it */
function doneText(act: TemplateAct, template: ManagedTemplate | null): string | null {
  const name = template ? calledOf(template) : '';
  switch (act.kind) {
    case 'remove':
      return `${name} is removed. Its documents and archives stay.`;
    case 'restore':
      return `${name} is offered again.`;
    case 'putBack':
      return `${name} is what it was before.`;
    case 'move':
      return `${name} is moved.`;
    case 'command':
      return `${name} is on the ${act.pane} of Command Docs.`;
    case 'takeShipped':
      return 'Ready’s templates are here.';
    case 'forgetPublishing':
      return null;
  }
}

/** Text about the end of a publishing; null while it runs. */
export function publishedText({
  state,
  message,
  total,
  result,
}: NonNullable<ManagedTemplates['publishing']>): string | null {
  if (state === 'running') return null;
  if (state === 'failed') return `Nothing was published. ${message ?? ''}`;
  return total === 1 ? `${result?.names[0]} is published.` : `${total} templates are published.`;
}

/** Text about a template that got another document. */
export const replacedText = ({ name }: Replaced): string => `${name} is replaced. What it was before can be put back.`;

/** Message for an act that failed, or whose outcome is unknown. */
export const actMessage = (failure: ApiFailure): string =>
  isUnreached(failure) ? templateMessages.unanswered : failureText(failure, templateMessages.failed);

/** Limits of one upload: the host's own, checked before anything is sent. */
const UPLOAD = { bytes: 5_000_000, files: 200 } as const;

/** Error for files that are not sent, with a text for the user. */
export class NotSent extends Error {}

/** @throws {NotSent} for files that the host would not take */
export function requireBounds(sizes: readonly number[]): void {
  // A folder that cannot be read has none.
  if (sizes.length === 0) throw new NotSent(templateMessages.unread);
  if (sizes.length > UPLOAD.files) throw new NotSent(templateMessages.tooMany);
  if (sizes.reduce((sum, size) => sum + size, 0) > UPLOAD.bytes) throw new NotSent(templateMessages.tooLarge);
}

/** Message for files that were not checked. @param error of the call, or from before it */
export function checkMessage(error: unknown): string {
  if (error instanceof NotSent) return error.message;
  const failure = failureOf(error);
  if (failure.kind === 'timeout') return templateMessages.unsent;
  return failureText(failure, templateMessages.unchecked);
}

/** Returns true if a document can be published. @param allowsOutside true if it may ask other hosts for something, which it does not get */
export const isPublishable = ({ problems, outside }: ExaminedDocument, allowsOutside: boolean): boolean =>
  problems.length === 0 && (allowsOutside || outside.length === 0);

/** Returns true if nothing in a document is marked to be filled in yet. */
export const hasNoPlaces = ({ problems }: ExaminedDocument): boolean => problems.includes(NO_REGIONS);

/** Returns true if a document has elements with the id of a region, which can get other ids. */
export const canRename = (documents: readonly ExaminedDocument[]): boolean =>
  documents.some(({ problems }) => problems.some((problem) => problem.includes('‘Give other ids’ calls')));

/** The template of an act, or null. */
export const templateOf = (
  act: TemplateAct,
  { templates }: Pick<ManagedTemplates, 'templates'>,
): ManagedTemplate | null => ('template' in act ? (templates.find(({ uuid }) => uuid === act.template) ?? null) : null);

/**
 * The templates as an administrator sees them (ADR 55): the list, and the acts. Each answer of the host contains the whole current list. An act with
 * consequences is confirmed first. New documents come from the upload, a chart of its own.
 */
export const templateList = managedList<ManagedTemplates, TemplateAct, ManagedTemplates>({
  empty: { templates: [], may_offer_to_all: false, command_docs: { left: null, right: null }, publishing: null },
  listFailed: (failure) => failureText(failure, templateMessages.listFailed),
  asks: (act, all) => questionOf(act, templateOf(act, all)) !== null,
  after: (_before, _act, all) => all,
  doneText: (act, all) => doneText(act, templateOf(act, all)),
  failedText: (_act, failure) => actMessage(failure),
  poll: ({ publishing }) => (publishing?.state === 'running' ? JOB_LOOK : null),
});
