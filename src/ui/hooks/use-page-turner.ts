import { useSelector } from '@xstate/react';
import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { pageTurnerMachine, PageTurnerSnapshot } from '#machines/page-turner.machine.ts';
import { useTouches } from './use-touches.ts';

type Children = { children: Record<string, AnyActorRef | undefined> };
const childOf =
  (name: string) =>
  (snapshot: Children | undefined): AnyActorRef | undefined =>
    snapshot?.children[name];
const documentOf = childOf('document');
const turnerOf = childOf('pageTurner');
const countOf = (snapshot: PageTurnerSnapshot | undefined): number => snapshot?.context.count ?? 1;
const atOf = (snapshot: PageTurnerSnapshot | undefined): number => snapshot?.context.at ?? 0;

/**
 * The pages of the document that a screen's machine has invoked as `document`.
 * @param owner the screen's actor
 * @returns how many there are, which one is seen, counted from 0, and what turns them by hand
 */
export function usePageTurner(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>) {
  const turner = useSelector(useSelector(owner, documentOf), turnerOf) as
    | ActorRefFrom<typeof pageTurnerMachine>
    | undefined;
  useTouches(() => turner?.send({ type: 'page.touched' }));
  return {
    count: useSelector(turner, countOf),
    at: useSelector(turner, atOf),
    showNext: () => turner?.send({ type: 'next.requested' }),
    showPrevious: () => turner?.send({ type: 'previous.requested' }),
  };
}
