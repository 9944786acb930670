import type { ArchiveSummary } from '#common/calls/archives.ts';

/** Direction through the list: -1 to the previous archive, 1 to the next one. */
export type Step = -1 | 1;

/** The archives, the one that is open, and `order`: their uuids in the order of the list on the screen. */
type Listed = { archives: ArchiveSummary[]; order: string[]; opened: ArchiveSummary | null };

/** Returns the archives that can be opened, in the order of the list, and the index of the open one: -1 if it has left the list. */
function readable({ order, archives, opened }: Listed): { list: ArchiveSummary[]; at: number } {
  const known = new Map(archives.map((one) => [one.uuid, one]));
  const list = order
    .flatMap((uuid) => known.get(uuid) ?? [])
    .filter(({ contentRemovedOn }) => contentRemovedOn === null);
  return { list, at: list.findIndex(({ uuid }) => uuid === opened?.uuid) };
}

/** Returns the archive before or after the open one; null at an end of the list. */
export function neighbourOf(listed: Listed, step: Step): ArchiveSummary | null {
  const { list, at } = readable(listed);
  return at === -1 ? null : (list[at + step] ?? null);
}

/** Returns the position of the open archive among those that can be opened, from 1, or 0 if it has left the list; and their number. */
export function placeOfOpened(listed: Listed): { place: number; count: number } {
  const { list, at } = readable(listed);
  return { place: at + 1, count: list.length };
}
