let format: Intl.DateTimeFormat | undefined;

/**
 * Text at a region of an editor that another user has changed, if there is room, and its description for a screen reader. On a wall the pane's head
 * names it: the text is empty.
 * @param mark `at`: time of the change in epoch milliseconds, or null; `by`: its author, null if unknown; absent on a wall; `from`: the document
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
  // A name may have another direction than the text around it.
  const whose = by === null ? 'somebody else' : `\u2068${by}\u2069`;
  const when =
    at === null ? '' : ` ${(format ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })).format(at)}`;
  return `changed by ${whose}${when}`;
}
