import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/**
 * True for the event of a 'Try Again' button: `retry.requested`, or `<list>.retryRequested` in a chart with several. A chart accepts it if a read has
 * failed.
 */
export const isRetry = (type: string): boolean => /^(retry\.requested|\w+\.retryRequested)$/.test(type);

function tryAgain(actor: AnyActorRef): void {
  const snapshot = actor.getSnapshot() as Partial<AnyMachineSnapshot>;
  // A missing object at the host is not caused by the network.
  if (!snapshot.can || !snapshot.machine || !snapshot.children || snapshot.hasTag?.('missing')) return;
  const retries = (snapshot.machine.events as readonly string[]).filter(isRetry);
  for (const type of retries) if (snapshot.can({ type })) actor.send({ type });
  const children = Object.values<AnyActorRef | undefined>(snapshot.children as Record<string, AnyActorRef | undefined>);
  for (const child of children) if (child) tryAgain(child);
}

/**
 * Presses 'Try Again' for the user when the network is back, and when they return to the page: a failure caused by the network must not stay on the
 * screen.
 * @param actor actor of a screen
 * @returns a function that stops that
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
