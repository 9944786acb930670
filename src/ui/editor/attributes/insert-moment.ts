import { momentText } from '#common/document/regions/region-types.ts';
import { momentKey } from '#document/pressed-key.ts';
import { insertText, setText, type TextField } from './insert-text.ts';

/**
 * Inserts the time into a field of the list by Ctrl+;, and date and time by Ctrl+Shift+;, as in the document.
 * @returns the field that no time fits, null for one with the time, and undefined for any other key
 */
export function pressMoment(event: KeyboardEvent): TextField | HTMLSelectElement | null | undefined {
  const { target, key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const which = ctrlKey && !metaKey && !altKey ? momentKey(key, code, shiftKey) : null;
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const isField = (isText && !target.readOnly) || target instanceof HTMLSelectElement;
  if (which === null || !isField || !target.closest('li')) return undefined;
  event.preventDefault();
  const text = isText ? momentText(which, new Date(), target.type, target.dataset['type']) : null;
  if (!isText || text === null) return target;
  if (/^(time|date|datetime-local)$/.test(target.type)) setText(target, text);
  else insertText(target, text);
  return null;
}
