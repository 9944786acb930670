import type { TemplateUpload } from '#ui/templates/use-template-admin.ts';

type Examined = TemplateUpload['documents'][number];

/** Maximum number of names in a sentence: users would read no more. */
const NAMED = 20;

/** A number with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Names with commas, and the number of the others. */
export const namesText = (names: readonly string[]): string =>
  names.length <= NAMED ? names.join(', ') : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** Sentences about the regions of a document compared with those of the template that it replaces. */
export function movesTexts({ came, went, moved, same }: NonNullable<Examined['moves']>): string[] {
  const texts = [
    came.length > 0 && `New fields: ${namesText(came)}.`,
    went.length > 0 &&
      `Fields that go: ${namesText(went)}. Documents that are there keep them; a new one has no place for their values.`,
    moved.length > 0 && `Fields in another order: ${namesText(moved)}.`,
  ].filter((text) => text !== false);
  return texts.length + same.length > 0 ? texts : ['It has the same fields in the same order.'];
}

/** The sentence about a document in which nothing is marked yet. */
export const NO_PLACES = 'This file has no places to fill in yet.';

/** A sentence about the result of a check. @param publishable number of documents that can be published @param isUnmarked nothing is marked in any */
export function checkedText(named: string, documents: number, publishable: number, isUnmarked: boolean): string {
  const found = `${named}: ${counted(documents, 'document')}`;
  if (isUnmarked) return documents === 1 ? NO_PLACES : `${found}. They have no places to fill in yet.`;
  if (publishable === documents) return `${found}, ready to be published.`;
  if (publishable === 0) return `${found}. ${documents === 1 ? 'It cannot' : 'None can'} be published as it is.`;
  return `${found}, ${publishable} of them ready to be published.`;
}
