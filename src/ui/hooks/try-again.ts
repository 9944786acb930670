import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/**
 * Tells the press of a 'Try Again' from other events: it is `retry.requested`, or `<list>.retryRequested` where a chart has several. A chart takes it where something was
 * to be read and did not come.
 */
export const isRetry = (type: string): boolean => /^(retry\.requested|\w+\.retryRequested)$/.test(type);

function tryAgain(actor: AnyActorRef): void {
  const snapshot = actor.getSnapshot() as Partial<AnyMachineSnapshot>;
  // What the host does not have is not missing for want of a network.
  if (!snapshot.can || !snapshot.machine || !snapshot.children || snapshot.hasTag?.('missing')) return;
  const retries = (snapshot.machine.events as readonly string[]).filter(isRetry);
  for (const type of retries) if (snapshot.can({ type })) actor.send({ type });
  const children = Object.values<AnyActorRef | undefined>(snapshot.children as Record<string, AnyActorRef | undefined>);
  for (const child of children) if (child) tryAgain(child);
}

/**
 * Presses 'Try Again' for the person when the network is back, and when they come back to the page: what failed for want of a network is not to be said any longer.
 * @param actor of a screen
 * @returns stops that
 */
export function tryAgainWhenBack(actor: AnyActorRef): () => void {
  const back = (): void => tryAgain(actor);
  const shown = (): void => {
    if (!document.hidden) back();
  };
  window.addEventListener('online', back);
  document.addEventListener('visibilitychange', shown);
  return () => {
    window.removeEventListener('online', back);
    document.removeEventListener('visibilitychange', shown);
  };
}
