/** Joins class names and leaves out whatever is not a name; `undefined` when none is left, so that no empty attribute is written. */
export function classNames(...names: ReadonlyArray<string | false | null | undefined>): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
