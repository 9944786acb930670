const WRITTEN = /^(text|search|url|tel|email|number|date|time|month|week|datetime-local|textarea|hidden|color|range)$/;

/**
 * A control of a read-only view: its value is read, not changed. One that holds words is no text box any more for assistive technology,
 * which would announce a place to write in, but a note with its name and its words.
 * @param name what the region is called
 */
export function lock(element: HTMLElement, name: string): void {
  const control = element as HTMLInputElement;
  if (!WRITTEN.test(control.type)) {
    control.disabled = true;
    return;
  }
  control.readOnly = true;
  // These know no reading only.
  if (/^(color|range)$/.test(control.type)) control.disabled = true;
  control.setAttribute('role', 'note');
  const tell = (): void =>
    control.setAttribute('aria-label', control.value === '' ? name : `${name}: ${control.value}`);
  tell();
  control.addEventListener('input', tell);
}
