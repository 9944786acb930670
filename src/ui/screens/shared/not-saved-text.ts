import { momentText, timeText } from './moment.tsx';

/** Unsaved text of a document, in a sentence: how much, and from when. @param at epoch milliseconds */
export function notSavedText({ changes, at }: { changes: number; at: number }): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return `Not saved: ${changes} ${changes === 1 ? 'change' : 'changes'} from ${isToday ? timeText(at) : momentText(at)}`;
}
