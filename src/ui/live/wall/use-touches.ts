import { useEffect, useRef } from 'react';

/** What a hand on the page does. A document's frame keeps its own. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Calls it when somebody touches the page. */
export function useTouches(touch: () => void): void {
  const latest = useRef(touch);
  useEffect(() => {
    latest.current = touch;
  });
  useEffect(() => {
    const hear = (): void => latest.current();
    for (const type of TOUCHES) window.addEventListener(type, hear, { passive: true });
    return () => {
      for (const type of TOUCHES) window.removeEventListener(type, hear);
    };
  }, []);
}
