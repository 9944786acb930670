import { momentText } from '#common/document/regions/region-types.ts';
import { insertText, setText, type TextField } from './insert-text.ts';

/** Format of a value for a date or time field of the browser. */
function ownText(type: string, now: Date): string | null {
  const moment = momentText('datetime', null, now);
  if (type === 'time') return moment.slice(11);
  if (type === 'date') return moment.slice(0, 10);
  return type === 'datetime-local' ? moment.replace(' ', 'T') : null;
}

/** Inserts the local time at the caret of a field, with or without the date. */
export function insertMoment(field: TextField, which: 'time' | 'datetime'): void {
  const now = new Date();
  const own = ownText(field.type, now);
  if (own === null) insertText(field, momentText(which, field.dataset['type'], now));
  else setText(field, own);
}
