/**
 * Keeps a turn of the wheel from changing the number in a field that has the focus: it scrolls the page. A browser steps only a field that may be written
 * in, so it may not until the turn is over.
 */
export function spareNumbers(target: EventTarget | null | undefined): void {
  if (!(target instanceof Element) || !target.matches('input[type=number i]:focus:not([readonly])')) return;
  const field = target as HTMLInputElement;
  field.readOnly = true;
  setTimeout(() => (field.readOnly = false), 0);
}
