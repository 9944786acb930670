import { useSelector } from '@xstate/react';
import { createContext, use, useEffect } from 'react';
import type { AnyActorRef } from 'xstate';
import type { DocumentFrameRef } from '#machines/document/document-frame.machine.ts';
import { countOf, pageOf } from '#machines/live/page-order.ts';
import { pageTurnerMachine, type PageTurnerRef, type PageTurnerSnapshot } from '#machines/live/page-turner.machine.ts';
import { useScreenActor } from '../../shared/use-screen-actor.ts';
import { useTouches } from './use-touches.ts';

const PageTurnerContext = createContext<PageTurnerRef | null>(null);

/** Gives the panes of a screen what turns their pages together. */
export const PageTurnerProvider = PageTurnerContext.Provider;

/**
 * Turns the pages of panes that stand side by side.
 * @param isSeen whether they are in sight: before that nothing turns
 * @returns for `PageTurnerProvider`
 */
export function usePagesTogether(isSeen: boolean): PageTurnerRef {
  const turner = useScreenActor(pageTurnerMachine, undefined);
  useTouches(() => turner.send({ type: 'page.touched' }));
  useEffect(() => {
    if (isSeen) turner.send({ type: 'panes.shown' });
  }, [turner, isSeen]);
  return turner;
}

const documentOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['document'] as DocumentFrameRef | undefined;

/**
 * The pages of the document that a pane's machine has invoked as `document`: it tells how many there are, and is told which one to show.
 * @param owner the pane's actor
 * @param pane its key among those of the screen
 * @returns how many there are, which one is seen, counted from 0, and what turns them by hand
 */
export function usePageTurner(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>, pane: string) {
  const turner = use(PageTurnerContext) ?? undefined;
  const document = useSelector(owner, documentOf);
  useEffect(() => {
    if (!turner || !document) return undefined;
    const told = (count: number): void => turner.send({ type: 'pages.told', pane, count });
    const hearing = [
      turner.on('page.turned', ({ page }) => document.send({ type: 'page.turned', page })),
      document.on('pages.told', ({ count }) => told(count)),
      document.on('page.wanted', ({ page }) => turner.send({ type: 'page.wanted', pane, page })),
    ];
    const { pages } = document.getSnapshot().context;
    if (pages !== null) told(pages);
    return () => {
      for (const one of hearing) one.unsubscribe();
      // A screen that goes has stopped it.
      if (turner.getSnapshot().status === 'active') told(1);
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
 * @param turner of panes
 * @param panes how many there are
 * @returns how many pages they have, or null until each of them has said so
 */
export const useCount = (turner: PageTurnerRef, panes: number): number | null =>
  useSelector(turner, ({ context: { counts } }) => (Object.keys(counts).length < panes ? null : countOf(counts)));
