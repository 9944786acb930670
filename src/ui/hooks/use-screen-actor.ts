import { useEffect, useRef, useState } from 'react';
import { type Actor, type ActorRefFrom, type AnyStateMachine, createActor, type InputFrom } from 'xstate';
import { useApp } from './app-context.ts';
import { useNavigation } from './navigation-context.ts';

type AnyActor = Actor<AnyStateMachine>;
type Emitted = { type: string; to?: unknown; replace?: unknown };

/**
 * Starts a screen's machine when the screen appears and ends it when it goes. A new actor for each appearance: an ended one is never started again, so
 * StrictMode's second mount cannot wake aborted requests. What the machine says before anybody listens is lost, so the listeners are there before it starts.
 * @param machine from `useApp().machines`
 * @param input read once
 * @param onEmitted hears what the machine emits, and who emits it, other than `navigation.requested`, which goes to the routes
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
  // The actor belongs to this appearance of the screen: it is made anew by a `key`, never by new props.
  const born = useRef({ make, actor });
  const hearing = useRef({ navigation, onEmitted });
  useEffect(() => {
    hearing.current = { navigation, onEmitted };
  });

  useEffect(() => {
    const first = born.current;
    const current = first.actor.getSnapshot().status === 'stopped' ? first.make() : first.actor;
    setActor(current);
    const subscription = current.on('*', (event: Emitted) => {
      if (event.type === 'navigation.requested' && typeof event.to === 'string') {
        hearing.current.navigation.go(event.to, { replace: event.replace === true });
      } else hearing.current.onEmitted?.(event, current as ActorRefFrom<M>);
    });
    current.start();
    return () => {
      subscription.unsubscribe();
      current.stop();
    };
  }, []);

  return actor as ActorRefFrom<M>;
}
