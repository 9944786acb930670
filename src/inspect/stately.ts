import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { Inspect } from '#ui/shared/app-context.ts';
import { sanitise } from './sanitise.ts';

/** The name under which the inspector's window is opened. */
const WINDOW = 'xstateinspector';
/** Maximum number of events stored until the inspector's page has loaded; a sign-in makes a few hundred. */
const KEPT = 2_000;

/**
 * Opens stately.ai's inspector in a window of its own. It receives the output of `sanitise`, and nothing else. If the browser blocks windows opened
 * without a press, it opens at the first press of a button or key.
 * @returns the listener for `createActor(machine, { inspect })`
 */
export function startStately(): Inspect {
  const clean = new WeakSet<StatelyInspectionEvent>();
  const inspector = createBrowserInspector({
    autoStart: false,
    maxDeferredEvents: KEPT,
    // The library calls this twice for one event, the second time with our own result.
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
