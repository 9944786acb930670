/** Attributes that decide which values an `input` can hold. The last one is its own value, from which the steps of a range count. */
const DECIDING = ['type', 'min', 'max', 'step', 'multiple', 'value'];

/** Reads an attribute of a field, in a page or in a parsed text; null if it has none. */
export type ReadAttribute = (name: string) => string | null;

/** An `input` of the same kind, untouched. It is in no page, so that nothing but the browser's own rules decides its value. */
export function freshField(page: Document, read: ReadAttribute): HTMLInputElement {
  const fresh = page.createElement('input');
  for (const name of DECIDING) {
    const given = read(name);
    if (given !== null) fresh.setAttribute(name, given);
  }
  return fresh;
}

/**
 * True if an `input` holds a canonical value unchanged. The browser is asked, since a copy of its rules would differ from them; the field's own value
 * counts even if it cannot show it.
 */
export function holds(page: Document, read: ReadAttribute, value: string): boolean {
  if (value === (read('value') ?? '')) return true;
  const fresh = freshField(page, read);
  fresh.value = value;
  return fresh.value === value;
}

/** True if a select offers all of a value: one choice, or one in each line. */
export function offers(options: readonly string[], isMultiple: boolean, value: string): boolean {
  const offered = new Set(options);
  return isMultiple ? value.split('\n').every((line) => line === '' || offered.has(line)) : offered.has(value);
}
