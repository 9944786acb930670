import { useEffect, useRef, useState } from 'react';
import { type Actor, type ActorRefFrom, type AnyStateMachine, createActor, type InputFrom } from 'xstate';
import { useNavigation } from './navigation-context.ts';

type Emitted = { type: string; to?: unknown; replace?: unknown };

/**
 * Starts a screen's machine when the screen appears and ends it when it goes. A new actor for each appearance: an ended one is never started again, so
 * StrictMode's second mount cannot wake aborted requests. What the machine says before anybody listens is lost, so the listeners are there before it starts.
 * @param machine from `useApp().machines`
 * @param input read once
 * @param onEmitted hears what the machine emits, other than `navigation.requested`, which goes to the routes
 */
export function useScreenActor<M extends AnyStateMachine>(
  machine: M,
  input: InputFrom<M>,
  onEmitted?: (event: Emitted) => void,
): ActorRefFrom<M> {
  const navigation = useNavigation();
  const firstInput = useRef(input);
  const listener = useRef(onEmitted);
  useEffect(() => {
    listener.current = onEmitted;
  });
  const create = (): Actor<AnyStateMachine> => createActor<AnyStateMachine>(machine, { input: firstInput.current });
  const [actor, setActor] = useState(create);

  useEffect(() => {
    let current = actor;
    if (current.getSnapshot().status === 'stopped') {
      current = create();
      setActor(() => current);
    }
    const subscription = current.on('*', (event: Emitted) => {
      if (event.type === 'navigation.requested' && typeof event.to === 'string') {
        navigation.go(event.to, { replace: event.replace === true });
      } else listener.current?.(event);
    });
    current.start();
    return () => {
      subscription.unsubscribe();
      current.stop();
    };
    // The actor belongs to this appearance of the screen: it is made anew by a `key`, never by new props.
  }, []);

  return actor as ActorRefFrom<M>;
}
