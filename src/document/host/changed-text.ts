let format: Intl.DateTimeFormat | undefined;

/**
 * What stands at a changed region.
 * @param mark `at`: its moment in epoch milliseconds, or null; `by`: who somebody else is that has changed it, null where that is not known; absent on a wall
 */
export function changedText({ at, by }: { readonly at: number | null; readonly by?: string | null }): string {
  // A name may run the other way than the words around it.
  const whose = by === undefined ? '' : ` by ${by === null ? 'somebody else' : `\u2068${by}\u2069`}`;
  if (at === null) return `changed${whose}`;
  return `changed${whose} ${(format ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })).format(at)}`;
}
