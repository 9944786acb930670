import { type AnyEventObject, fromCallback } from 'xstate';
import { hasDialog, isTyping, keyOf } from '#ui/shared/keys.ts';

/** Minimum time between reports of a moving pointer, in milliseconds. */
const TOUCH_PAUSE = 500;

/** F outside of text fields, and Escape; a dialog keeps both to itself. */
export const keys = fromCallback<AnyEventObject, undefined>(({ sendBack }) => {
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
    if (isTyping(event.target) || hasDialog()) return;
    if (keyOf(event) === 'f') sendBack({ type: 'wall.toggled' });
    else if (event.key === 'Escape') sendBack({ type: 'wall.left' });
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
});

/** Any key, press, turn of the wheel, and move of the pointer over the page. */
export const touches = fromCallback<AnyEventObject, undefined>(({ sendBack }) => {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let last: readonly [x: number, y: number] | null = null;
  const touch = ({ timeStamp }: Event): void => {
    if (timeStamp - reportedAt < TOUCH_PAUSE) return;
    reportedAt = timeStamp;
    sendBack({ type: 'page.touched' });
  };
  const move = (event: PointerEvent): void => {
    const { screenX: x, screenY: y } = event;
    // A browser also reports a move when the pointer stays and the page under it changes.
    const isMove = last !== null && (last[0] !== x || last[1] !== y);
    last = [x, y];
    if (isMove) touch(event);
  };
  const presses = ['pointerdown', 'keydown', 'wheel'] as const;
  for (const type of presses) window.addEventListener(type, touch, { passive: true, capture: true });
  window.addEventListener('pointermove', move, { passive: true });
  return () => {
    for (const type of presses) window.removeEventListener(type, touch, { capture: true });
    window.removeEventListener('pointermove', move);
  };
});

/** Some phones' browsers do not support it, and return no value. */
const isWhole = (): boolean => Boolean(document.fullscreenElement);

/** True in a kiosk, or in a browser after its own key. */
const isWholeAlready = (): boolean => isWhole() || window.matchMedia('(display-mode: fullscreen)').matches;

/** The whole screen: requested at once, and released in the end. */
export const fullScreen = fromCallback<AnyEventObject, undefined>(({ receive, sendBack }) => {
  const change = (): void => sendBack({ type: isWhole() ? 'fullScreen.entered' : 'fullScreen.left' });
  const ask = (): void => {
    if (isWholeAlready()) return sendBack({ type: 'fullScreen.entered' });
    if (!document.fullscreenEnabled) return sendBack({ type: 'fullScreen.missing' });
    // Refused without a press; an administrator may configure a browser to allow it.
    document.documentElement
      .requestFullscreen({ navigationUI: 'hide' })
      .catch(() => sendBack({ type: 'fullScreen.refused' }));
  };
  document.addEventListener('fullscreenchange', change);
  receive(ask);
  ask();
  return () => {
    document.removeEventListener('fullscreenchange', change);
    if (isWhole()) void document.exitFullscreen().catch(() => undefined);
  };
});

/** Keeps the screen awake. A browser releases the lock of a hidden page: it is requested again. */
export const wakeLock = fromCallback<AnyEventObject, undefined>(() => {
  // Missing on a page served by plain HTTP from another machine.
  if (!('wakeLock' in navigator)) return undefined;
  let isOver = false;
  let lock: WakeLockSentinel | null = null;
  const ask = async (): Promise<void> => {
    if (document.hidden || (lock !== null && !lock.released)) return;
    const got = await navigator.wakeLock.request('screen');
    lock = got;
    if (isOver) await got.release();
  };
  // A nearly empty battery is a reason to refuse.
  const askQuietly = (): void => void ask().catch(() => undefined);
  document.addEventListener('visibilitychange', askQuietly);
  askQuietly();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', askQuietly);
    void lock?.release().catch(() => undefined);
  };
});
