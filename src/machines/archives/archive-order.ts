import type { ArchiveSummary } from '#api/contract/archives.ts';

/** The way through the list: back to the one before, or on to the next. */
export type Step = -1 | 1;

/** The archives as the list shows them, and the one that is opened. `order`: their uuids in the list's order: the next of one that is opened is looked for here. */
type Listed = { archives: ArchiveSummary[]; order: string[]; opened: ArchiveSummary | null };

/** The archives that can be opened, in the order of the list, and where the open one is among them: -1 where it left the list. */
function readable({ order, archives, opened }: Listed): { list: ArchiveSummary[]; at: number } {
  const known = new Map(archives.map((one) => [one.uuid, one]));
  const list = order
    .flatMap((uuid) => known.get(uuid) ?? [])
    .filter(({ contentRemovedOn }) => contentRemovedOn === null);
  return { list, at: list.findIndex(({ uuid }) => uuid === opened?.uuid) };
}

/** The archive before or after the open one; null at an end of the list. */
export function neighbourOf(listed: Listed, step: Step): ArchiveSummary | null {
  const { list, at } = readable(listed);
  return at === -1 ? null : (list[at + step] ?? null);
}

/** The place of the open archive among those that can be opened, from 1 on, 0 where it left the list; and how many these are. */
export function placeOfOpened(listed: Listed): { place: number; count: number } {
  const { list, at } = readable(listed);
  return { place: at + 1, count: list.length };
}
