import { useCallback } from 'react';
import type { ListSort } from '#common/calls/pages.ts';
import type { PagedListRef } from '#machines/shared/paged-list.machine.ts';
import { type Owner, useChild, useSelected } from '../shared/use-selected.ts';

const ACTIVITIES = ['searching', 'searchFailed', 'fetching', 'moreFailed'] as const;

/**
 * The further pages of a list, which a screen's machine has invoked as `pages`.
 * @param owner the screen's actor
 * @returns null for a list that is loaded as a whole
 */
export function usePages(owner: Owner) {
  const pages = useChild(owner, 'pages') as PagedListRef | undefined;
  const { isPaged, ...shown } = useSelected(pages, (snapshot) => ({
    isPaged: snapshot?.hasTag('paged') ?? false,
    /** Current request to the host, or the one that failed. */
    activity: ACTIVITIES.find((one) => snapshot?.hasTag(one)) ?? null,
    /** Number of entries that match the search. */
    count: snapshot?.context.count ?? 0,
    /** Number of all entries. */
    total: snapshot?.context.total ?? 0,
    hasMore: (snapshot?.context.next ?? null) !== null,
    message: snapshot?.context.message ?? null,
  }));
  const seek = useCallback((q: string, sort: ListSort) => pages?.send({ type: 'list.sought', q, sort }), [pages]);
  const more = useCallback(() => pages?.send({ type: 'more.requested' }), [pages]);
  return isPaged ? { ...shown, seek, more, retry: () => pages?.send({ type: 'retry.requested' }) } : null;
}

/** Props of the views of a list in pages. */
export type Pages = NonNullable<ReturnType<typeof usePages>>;
