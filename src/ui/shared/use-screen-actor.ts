import { useEffect, useRef, useState } from 'react';
import {
  type Actor,
  type ActorRefFrom,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type InputFrom,
} from 'xstate';
import { useApp } from './app-context.ts';
import { useNavigation } from './navigation-context.ts';

type AnyActor = Actor<AnyStateMachine>;
type Emitted = { type: string; to?: unknown; replace?: unknown };

/**
 * Starts a screen's machine when the screen is mounted and stops it when it is unmounted. Each mount makes a new actor: a stopped one is never
 * started again, so StrictMode's second mount cannot revive aborted requests. `emit` is not replayed, so listeners come first.
 * @param machine with its implementations
 * @param input read once
 * @param onEmitted receives the machine's emitted events, with its actor; `navigation.requested` goes to the routes instead
 */
export function useScreenActor<M extends AnyStateMachine>(
  machine: M,
  input: InputFrom<M>,
  onEmitted?: (event: Emitted, actor: ActorRefFrom<M>) => void,
): ActorRefFrom<M> {
  const navigation = useNavigation();
  const { inspect } = useApp();
  const make = (): AnyActor => createActor<AnyStateMachine>(machine, { input, ...(inspect && { inspect }) });
  const [actor, setActor] = useState(make);
  // The actor belongs to this mount: a new `key` makes a new one, new props never do.
  const born = useRef({ make, actor });
  const latest = useRef({ navigation, onEmitted });
  useEffect(() => {
    latest.current = { navigation, onEmitted };
  });

  useEffect(() => {
    const first = born.current;
    const current = first.actor.getSnapshot().status === 'stopped' ? first.make() : first.actor;
    setActor(current);
    const subscription = current.on('*', (event: Emitted) => {
      if (event.type === 'navigation.requested' && typeof event.to === 'string') {
        latest.current.navigation.go(event.to, { replace: event.replace === true });
      } else latest.current.onEmitted?.(event, current as ActorRefFrom<M>);
    });
    current.start();
    const endTrying = tryAgainWhenBack(current);
    return () => {
      endTrying();
      subscription.unsubscribe();
      current.stop();
    };
  }, []);

  return actor as ActorRefFrom<M>;
}

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
function tryAgainWhenBack(actor: AnyActorRef): () => void {
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
