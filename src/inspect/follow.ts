import type { AnyActorRef } from 'xstate';
import type { Inspect } from '#ui/shared/app-context.ts';
import { TabReporter } from './tab-reporter.ts';
import { openWire } from './wire.ts';

/** Starts to report this tab's actors to the page of the charts. @returns the listener for `createActor(machine, { inspect })` */
export function startReporting(): Inspect {
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
export function follow(root: AnyActorRef, inspect: Inspect): void {
  const announce = (actorRef: AnyActorRef): void => {
    inspect({ type: '@xstate.actor', actorRef, rootId: root.sessionId });
    const { children = {} } = actorRef.getSnapshot() as { children?: Record<string, AnyActorRef | undefined> };
    for (const child of Object.values(children)) if (child) announce(child);
  };
  announce(root);
  root.system.inspect(inspect);
}
