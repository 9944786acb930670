/**
 * Values of a form's fields.
 * @param names names of the fields; the value of a missing one is empty
 */
export function fieldTexts<N extends string>(form: HTMLFormElement, names: readonly N[]): Record<N, string> {
  const fields = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(fields.get(name) ?? '')])) as Record<N, string>;
}
