import { momentText } from '#document/region-types.ts';

/** The form of a value that a field of the browser's own takes. */
function ownText(type: string, now: Date): string | null {
  const moment = momentText('datetime', null, now);
  if (type === 'time') return moment.slice(11);
  if (type === 'date') return moment.slice(0, 10);
  return type === 'datetime-local' ? moment.replace(' ', 'T') : null;
}

/** Puts the local time into a field at its caret, with the date or without. */
export function insertMoment(field: HTMLInputElement | HTMLTextAreaElement, which: 'time' | 'datetime'): void {
  const now = new Date();
  const own = ownText(field.type, now);
  const text = momentText(which, field.dataset['type'], now);
  // Deprecated, but the only way to change a field's text that the browser can undo.
  if (own === null && typeof document.execCommand === 'function' && document.execCommand('insertText', false, text))
    return;
  const { selectionStart: start, selectionEnd: end, value } = field;
  const next = own ?? value.slice(0, start ?? value.length) + text + value.slice(end ?? value.length);
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  // React hears of nothing that was written by the field's own setter.
  Reflect.set(prototype, 'value', next, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
