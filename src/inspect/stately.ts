import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { Inspect } from '#ui/hooks/app-context.ts';
import { sanitise } from './sanitise.ts';

/** The name under which the inspector's window is opened. */
const WINDOW = 'xstateinspector';
/** What happened before the inspector's page was there: a sign-in is a few hundred. */
const KEPT = 2_000;

/**
 * Opens stately.ai's inspector in a window of its own. It hears what `sanitise` leaves, and nothing else.
 * A browser that blocks windows which nobody asked for gets it at the first press of a button or key.
 * @returns what the actors are given
 */
export function startStately(): Inspect {
  const clean = new WeakSet<StatelyInspectionEvent>();
  const inspector = createBrowserInspector({
    autoStart: false,
    maxDeferredEvents: KEPT,
    // Asked twice for one event: what it gave itself stays as it is.
    serialize: (event) => {
      if (clean.has(event)) return event;
      const safe = sanitise(event);
      clean.add(safe);
      return safe;
    },
  });
  const open = (): boolean => {
    if (window.open('', WINDOW) === null) return false;
    inspector.start();
    return true;
  };
  if (!open()) {
    const again = (): void => {
      if (!open()) return;
      for (const type of ['pointerup', 'keydown']) window.removeEventListener(type, again);
    };
    for (const type of ['pointerup', 'keydown']) window.addEventListener(type, again);
  }
  return (event) => inspector.inspect.next?.(event);
}
