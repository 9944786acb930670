import type { Root } from 'react-dom/client';
import type { AnyActorRef } from 'xstate';
import type { Inspect } from '#ui/shared/app-context.ts';
import { follow, startReporting } from './follow.ts';
import { CHARTS_PATH } from './wire.ts';

/**
 * Starts the page with its actors watched: `/__charts` shows the charts and starts nothing else; any other address starts the application and
 * reports its actors; `?inspect`, in development, opens stately.ai's inspector as well.
 * @param root the root actor, not yet started
 * @param open makes the page's root, for the charts
 * @param start starts the application
 */
export async function startInspected(
  root: AnyActorRef,
  open: () => Root,
  start: (inspect: Inspect) => void,
): Promise<void> {
  const { pathname, search } = window.location;
  if (pathname === CHARTS_PATH) {
    const { showCharts } = await import('./page/page.tsx');
    showCharts(open());
    return;
  }
  const listeners = [startReporting()];
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
