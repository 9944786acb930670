import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ListSort } from '#api/contract/pages.ts';
import type { PagedListRef, PagedListSnapshot } from '#machines/shared/paged-list.machine.ts';

type Maybe = PagedListSnapshot | undefined;
const pagesOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['pages'] as PagedListRef | undefined;
const ACTIVITIES = ['searching', 'searchFailed', 'fetching', 'moreFailed'] as const;
const isPaged = (snapshot: Maybe): boolean => snapshot?.hasTag('paged') ?? false;
const activityOf = (snapshot: Maybe) => ACTIVITIES.find((one) => snapshot?.hasTag(one)) ?? null;
const countOf = (snapshot: Maybe): number => snapshot?.context.count ?? 0;
const totalOf = (snapshot: Maybe): number => snapshot?.context.total ?? 0;
const hasMore = (snapshot: Maybe): boolean => (snapshot?.context.next ?? null) !== null;
const messageOf = (snapshot: Maybe): string | null => snapshot?.context.message ?? null;

/**
 * The further pages of a list, which a screen's machine has invoked as `pages`.
 * @param owner the screen's actor
 * @returns null for a list that is loaded as a whole
 */
export function usePages(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>) {
  const pages = useSelector(owner, pagesOf);
  const shown = {
    /** Current request to the host, or the one that failed. */
    activity: useSelector(pages, activityOf),
    /** Number of entries that match the search. */
    count: useSelector(pages, countOf),
    /** Number of all entries. */
    total: useSelector(pages, totalOf),
    hasMore: useSelector(pages, hasMore),
    message: useSelector(pages, messageOf),
    seek: useCallback((q: string, sort: ListSort) => pages?.send({ type: 'list.sought', q, sort }), [pages]),
    more: useCallback(() => pages?.send({ type: 'more.requested' }), [pages]),
    retry: () => pages?.send({ type: 'retry.requested' }),
  };
  return useSelector(pages, isPaged) ? shown : null;
}

/** Props of the views of a list in pages. */
export type Pages = NonNullable<ReturnType<typeof usePages>>;
