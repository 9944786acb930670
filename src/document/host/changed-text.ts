let format: Intl.DateTimeFormat | undefined;

/**
 * Words at a region of an editor that somebody else has changed, where there is room, and what a screen reader is told of it. On a wall the pane's head
 * names it: nothing stands at it.
 * @param mark `at`: its moment in epoch milliseconds, or null; `by`: who has changed it, null where that is not known; absent on a wall; `from`: the document
 * that it was filled from
 */
export function changedText({
  at,
  by,
  from,
}: {
  readonly at: number | null;
  readonly by?: string | null;
  readonly from?: string;
}): string {
  if (from !== undefined) return `filled from “\u2068${from}\u2069”`;
  if (by === undefined) return '';
  // A name may run the other way than the words around it.
  const whose = by === null ? 'somebody else' : `\u2068${by}\u2069`;
  const when =
    at === null ? '' : ` ${(format ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })).format(at)}`;
  return `changed by ${whose}${when}`;
}
