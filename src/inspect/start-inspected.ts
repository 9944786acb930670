import type { AnyActorRef } from 'xstate';
import { reportActors } from 'xstate-chart-svg/report';
import type { Inspect } from '#ui/shared/app-context.ts';
import { CHANNEL, CHARTS_PATH } from './address.ts';

/**
 * Starts the page with its actors watched: `/__charts` shows the charts and starts nothing else; any other address starts the application and
 * reports its actors; `?inspect`, in development, opens stately.ai's inspector as well.
 * @param root the root actor, not yet started
 * @param place gives the page's root element
 * @param start starts the application
 */
export async function startInspected(
  root: AnyActorRef,
  place: () => HTMLElement,
  start: (inspect: Inspect) => void,
): Promise<void> {
  const { pathname, search } = window.location;
  if (pathname === CHARTS_PATH) {
    const { showOurCharts } = await import('./page.ts');
    await showOurCharts(place());
    return;
  }
  const listeners: Inspect[] = [reportActors(CHANNEL)];
  if (HAS_INSPECTOR && new URLSearchParams(search).has('inspect')) {
    const { startStately } = await import('./stately.ts');
    listeners.push(startStately());
  }
  const inspect: Inspect = (event) => {
    for (const listener of listeners) listener(event);
  };
  follow(root, inspect);
  start(inspect);
}

/**
 * Follows actors that were created, but not started, before there was a listener.
 * @param root the root actor
 * @param inspect the listener
 */
function follow(root: AnyActorRef, inspect: Inspect): void {
  const announce = (actorRef: AnyActorRef): void => {
    inspect({ type: '@xstate.actor', actorRef, rootId: root.sessionId });
    const { children = {} } = actorRef.getSnapshot() as { children?: Record<string, AnyActorRef | undefined> };
    for (const child of Object.values(children)) if (child) announce(child);
  };
  announce(root);
  root.system.inspect(inspect);
}
