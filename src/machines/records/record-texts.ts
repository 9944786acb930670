import type { ApiFailure } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';

const texts = {
  listing: 'The records did not come. Please try again.',
  choosing: 'Documents and people to choose from did not come.',
  reading: 'The record did not come. Please try again.',
  comparing: 'The two could not be compared. Please try again.',
  checking: 'The record was not checked. Please try again.',
  taking: 'The download did not begin. Please try again.',
  fields: 'The fields of this record did not come. Please try again.',
  history: 'The values of this field did not come. Please try again.',
} as const;

/** Texts for an address that was changed or cut off: the host's own name its parameters. */
const refused: Partial<Record<keyof typeof texts, string>> = {
  listing:
    'Records cannot be found like that. From must be before To, each with a date and a time: correct them, or press Show All.',
  comparing: 'These two cannot be compared: both must be of one document, or of one template.',
};

/** Message for records that did not load. */
export const recordMessage = (operation: keyof typeof texts, failure: ApiFailure): string =>
  (failure.kind === 'http' && failure.status === 400 && refused[operation]) || failureText(failure, texts[operation]);
