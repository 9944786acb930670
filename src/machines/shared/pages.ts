import type { PageRequest } from '#common/calls/pages.ts';

/**
 * First requests of the screens on a host whose lists come in pages, in the orders of the whole lists. Nothing is searched for yet: this page also shows if
 * the list has more than one.
 */
export const FIRST_PAGE = {
  wips: { q: '', sort: 'newest', cursor: null },
  archives: { q: '', sort: 'newest', cursor: null },
  people: { q: '', sort: 'name', cursor: null },
} as const satisfies Record<string, PageRequest>;

/**
 * Returns a list with the entries of its next page.
 * @param before the entries so far; one that was moved meanwhile, as by another name, stays where it was
 */
export function withMore<Entry extends { uuid: string }>(before: readonly Entry[], more: readonly Entry[]): Entry[] {
  const known = new Set(before.map(({ uuid }) => uuid));
  return [...before, ...more.filter(({ uuid }) => !known.has(uuid))];
}
