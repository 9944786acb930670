import { useEffect, useRef } from 'react';

/** Events of a user's action on the page. A document's frame keeps its own. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Calls it when the user acts on the page. */
export function useTouches(touch: () => void): void {
  const latest = useRef(touch);
  useEffect(() => {
    latest.current = touch;
  });
  useEffect(() => {
    const onTouch = (): void => latest.current();
    for (const type of TOUCHES) window.addEventListener(type, onTouch, { passive: true });
    return () => {
      for (const type of TOUCHES) window.removeEventListener(type, onTouch);
    };
  }, []);
}
