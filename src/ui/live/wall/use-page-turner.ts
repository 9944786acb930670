import { useSelector } from '@xstate/react';
import { createContext, use, useEffect } from 'react';
import { countOf, pageOf } from '#machines/live/page-order.ts';
import { pageTurnerMachine, type PageTurnerRef, type PageTurnerSnapshot } from '#machines/live/page-turner.machine.ts';
import { useScreenActor } from '../../shared/use-screen-actor.ts';
import { useDocument } from '../../document/use-document-frame.ts';
import type { Owner } from '../../shared/use-selected.ts';
import { useTouches } from './use-touches.ts';

const PageTurnerContext = createContext<PageTurnerRef | null>(null);

/** Provides the turner of their pages to the panes of a screen. */
export const PageTurnerProvider = PageTurnerContext.Provider;

/**
 * Turns the pages of panes that are side by side.
 * @param isSeen true if they are visible: nothing turns before that
 * @returns value for `PageTurnerProvider`
 */
export function usePagesTogether(isSeen: boolean): PageTurnerRef {
  const turner = useScreenActor(pageTurnerMachine, undefined);
  useTouches(() => turner.send({ type: 'page.touched' }));
  useEffect(() => {
    if (isSeen) turner.send({ type: 'panes.shown' });
  }, [turner, isSeen]);
  return turner;
}

/**
 * The pages of the document that a pane's machine has invoked as `document`: it reports their number, and receives the page to show.
 * @param owner the pane's actor
 * @param pane its key among those of the screen
 * @returns the number of pages, the shown one, counted from 0, and functions that turn them
 */
export function usePageTurner(owner: Owner, pane: string) {
  const turner = use(PageTurnerContext) ?? undefined;
  const document = useDocument(owner);
  useEffect(() => {
    if (!turner || !document) return undefined;
    const reportPages = (count: number): void => turner.send({ type: 'pages.reported', pane, count });
    const subscriptions = [
      turner.on('page.turned', ({ page }) => document.send({ type: 'page.turned', page })),
      document.on('pages.reported', ({ count }) => reportPages(count)),
      document.on('page.wanted', ({ page }) => turner.send({ type: 'page.wanted', pane, page })),
    ];
    const { pages } = document.getSnapshot().context;
    if (pages !== null) reportPages(pages);
    return () => {
      for (const one of subscriptions) one.unsubscribe();
      // A screen that is being removed has stopped it.
      if (turner.getSnapshot().status === 'active') reportPages(1);
    };
  }, [turner, document, pane]);
  return {
    count: useSelector(turner, (snapshot: PageTurnerSnapshot | undefined) => snapshot?.context.counts[pane] ?? 1),
    at: useSelector(turner, (snapshot: PageTurnerSnapshot | undefined) =>
      snapshot ? pageOf(snapshot.context.counts, pane, snapshot.context.at) : 0,
    ),
    showNext: () => turner?.send({ type: 'next.requested' }),
    showPrevious: () => turner?.send({ type: 'previous.requested' }),
  };
}

/**
 * @param turner turner of panes
 * @param panes number of panes
 * @returns the number of their pages, or null until each of them has reported it
 */
export const useCount = (turner: PageTurnerRef, panes: number): number | null =>
  useSelector(turner, ({ context: { counts } }) => (Object.keys(counts).length < panes ? null : countOf(counts)));
