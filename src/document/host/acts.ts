import { hasKeyboard, watchKeyboard } from './keyboard.ts';
import type { FrameHotkey } from './protocol.ts';

/** Acts that a document's frame requests in the user's name. */
export type Act = Exclude<FrameHotkey, 'close'> | 'link' | 'paste' | 'leave' | 'blank';

/**
 * Milliseconds. `look`, `most`: the interval and duration of checks, since the browser may report a press in the document's process, and its focus,
 * to our process after the message has arrived. `unreportedKey`: when a key counts that some browsers do not report. `apart`: minimum time until the
 * next such key. `reportedPress`: duration for which a press is reported.
 */
const TIMES = { look: 50, unreportedKey: 150, most: 1_000, apart: 1_000, reportedPress: 5_000 } as const;

/** True if the browser reports presses at all. */
const reportsPresses = (): boolean => 'userActivation' in navigator;

/** True if the user has just pressed a key or a button, here or in the document; true in a browser that cannot report that. */
const hasPressed = (): boolean => (navigator as Partial<Navigator>).userActivation?.isActive ?? true;

let canForget: boolean | null = null;

/** True if the browser can be made to forget a press (Chromium): it supports delegation of a right, and reads the name of the right. */
function canForgetPresses(): boolean {
  if (canForget !== null) return canForget;
  let isAsked = false;
  const options = {
    targetOrigin: location.origin,
    get delegate() {
      isAsked = true;
      return undefined;
    },
  };
  window.postMessage(null, options);
  return (canForget = isAsked);
}

/**
 * Makes the browser forget the press that it reports, so that the next one is a newer one: delegating a right uses a press up, and this page
 * delegates one that it does not use to itself.
 */
function forgetPress(): void {
  if (!reportsPresses() || !hasPressed() || !canForgetPresses()) return;
  const options = { targetOrigin: location.origin, delegate: 'fullscreen' };
  window.postMessage(null, options);
}

/** Acts that use a press up themselves: they open a tab, or fill the whole screen. */
const TAKES_PRESS = /^(link|wall)$/;

type Asked = { readonly iframe: HTMLIFrameElement; readonly go: () => void; readonly refuse: () => void };
const nothing = (): void => undefined;

/**
 * Lets a frame's messages act in the user's name: each act only while the frame has the focus, only with a press that the browser reports, and once
 * for each press. A browser reports that there was a press in the last seconds, not which one: this limits what a script could do in the bridge's
 * name, and does not prevent it (`frame/own.ts` and `frame/channel.ts` do).
 */
export class Acts {
  readonly #waiting = new Map<Act, { timer: ReturnType<typeof setTimeout>; refuse: () => void }>();
  /** Time at which each act was last done for the current press. */
  readonly #done = new Map<Act, number>();
  /** Time at which the current press was reported, and a flag that the browser has reported it without a break since then. */
  #pressed = -Infinity;
  #isSame = false;

  constructor() {
    watchKeyboard();
  }

  /** Calls `go` as soon as the act is allowed, or `refuse`. A waiting act is replaced by the next of its kind. */
  ask(act: Act, iframe: HTMLIFrameElement, go: () => void, refuse: () => void = nothing): void {
    this.#stop(act);
    this.#look(act, { iframe, go, refuse }, 0);
  }

  /** Invalidates earlier presses: a link was opened, which uses a press up, or the document receives the keyboard. */
  forget(): void {
    forgetPress();
    if (!hasPressed()) this.#isSame = false;
  }

  /** Refuses all waiting acts. */
  drop(): void {
    for (const act of this.#waiting.keys()) this.#stop(act);
  }

  #stop(act: Act): void {
    const waiting = this.#waiting.get(act);
    clearTimeout(waiting?.timer);
    this.#waiting.delete(act);
    waiting?.refuse();
  }

  #look(act: Act, asked: Asked, waited: number): void {
    this.#waiting.delete(act);
    this.#notice();
    if (hasKeyboard(asked.iframe) && this.#mayDo(act, waited)) {
      this.#done.set(act, performance.now());
      if (!TAKES_PRESS.test(act)) this.forget();
      return asked.go();
    }
    // A link may be pressed again while the browser still reports the press before: a tab that was not opened has not used it up.
    if (waited >= (act === 'link' ? TIMES.reportedPress : TIMES.most)) return asked.refuse();
    const timer = setTimeout(() => this.#look(act, asked, waited + TIMES.look), TIMES.look);
    this.#waiting.set(act, { timer, refuse: asked.refuse });
  }

  /** Checks for a press newer than the current one. */
  #notice(): void {
    const now = performance.now();
    if (!hasPressed()) this.#isSame = false;
    else if (!this.#isSame || now - this.#pressed > TIMES.reportedPress) {
      this.#pressed = now;
      this.#isSame = true;
      this.#done.clear();
    }
  }

  /** True if the act is allowed for the current press. Two presses close together may be reported as one: it allows each act once. */
  #mayDo(act: Act, waited: number): boolean {
    if (!reportsPresses()) return true;
    const now = performance.now();
    const done = this.#done.get(act);
    if (done === undefined && now - this.#pressed <= (this.#isSame ? TIMES.reportedPress : TIMES.most)) return true;
    if (act === 'link' || waited < TIMES.unreportedKey || now - (done ?? -Infinity) < TIMES.apart) return false;
    // Other browsers do not count a shortcut as a press, and do not forget the one before.
    return document.hasFocus() && !canForgetPresses();
  }
}
