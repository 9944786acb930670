let format: Intl.DateTimeFormat | undefined;

/** What stands at a region that a submission has changed. @param at its moment in epoch milliseconds, or null */
export const changedText = (at: number | null): string =>
  at === null
    ? 'changed'
    : `changed ${(format ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })).format(at)}`;
