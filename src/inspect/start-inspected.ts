import type { Root } from 'react-dom/client';
import type { AnyActorRef } from 'xstate';
import type { Inspect } from '#ui/shared/app-context.ts';
import { CHARTS_PATH, openWire } from './wire.ts';
import { TabReporter } from './tab-reporter.ts';

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

/** Starts to report this tab's actors to the page of the charts. @returns the listener for `createActor(machine, { inspect })` */
function startReporting(): Inspect {
  const name = Math.random().toString(36).slice(2);
  const reporter = new TabReporter(name, openWire());
  window.addEventListener('pagehide', () => reporter.leave());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reporter.comeBack();
  });
  return reporter.inspect;
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
