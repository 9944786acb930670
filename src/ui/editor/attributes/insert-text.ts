export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Writes a field's whole text as if it were typed; the browser cannot undo it. */
export function setText(field: TextField, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  // React ignores a value that was set with the field's own setter.
  Reflect.set(prototype, 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Replaces the selection in a field. */
export function insertText(field: TextField, text: string): void {
  // Deprecated, but the only way to change a field's text that the browser can undo.
  const command = text === '' ? 'delete' : 'insertText';
  if (typeof document.execCommand === 'function' && document.execCommand(command, false, text)) return;
  const { selectionStart: start, selectionEnd: end, value } = field;
  setText(field, value.slice(0, start ?? value.length) + text + value.slice(end ?? value.length));
}
