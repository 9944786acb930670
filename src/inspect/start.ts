import type { AnyActorRef } from 'xstate';
import type { Inspect } from '#ui/hooks/app-context.ts';
import { Teller } from './teller.ts';
import { openWire } from './wire.ts';

/**
 * Begins to tell the page of the charts what this tab's actors do.
 * @returns what the actors are given
 */
export function startTelling(): Inspect {
  const name = Math.random().toString(36).slice(2);
  const teller = new Teller(name, openWire());
  window.addEventListener('pagehide', () => teller.leave());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) teller.present();
  });
  return teller.inspect;
}

/**
 * Follows actors that were made before anybody could listen, but not started.
 * @param root the root actor
 * @param inspect who listens
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
