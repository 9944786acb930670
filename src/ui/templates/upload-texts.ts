import type { TemplateUpload } from '#ui/templates/use-template-admin.ts';

type Examined = TemplateUpload['documents'][number];

/** The most names in a sentence: more would be read by nobody. */
const NAMED = 20;

/** A number with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Names with commas, and how many more there are. */
export const namesText = (names: readonly string[]): string =>
  names.length <= NAMED ? names.join(', ') : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** Sentences about the regions of a document against those of the template that it is to replace. */
export function movesTexts({ came, went, moved }: NonNullable<Examined['moves']>): string[] {
  const texts = [
    came.length > 0 && `New regions: ${namesText(came)}.`,
    went.length > 0 &&
      `Regions that go: ${namesText(went)}. Documents that are there keep them; a new one has no place for their values.`,
    moved.length > 0 && `Regions in another order: ${namesText(moved)}.`,
  ].filter((text) => text !== false);
  return texts.length > 0 ? texts : ['It has the same regions in the same order.'];
}

/** A sentence about what a check has found. @param publishable how many documents can be published */
export function checkedText(named: string, documents: number, publishable: number): string {
  const found = `${named}: ${counted(documents, 'document')}`;
  if (publishable === documents) return `${found}, ready to be published.`;
  if (publishable === 0) return `${found}. ${documents === 1 ? 'It cannot' : 'None can'} be published as it is.`;
  return `${found}, ${publishable} of them ready to be published.`;
}
