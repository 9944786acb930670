import { shortText } from '../shared/moment.tsx';

/** Unsaved text of a document, in a sentence: how much, and from when. @param at epoch milliseconds */
export function notSavedText({ changes, at }: { changes: number; at: number }): string {
  return `${changes} unsaved ${changes === 1 ? 'change' : 'changes'} from ${shortText(at)}`;
}
