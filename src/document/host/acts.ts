import { hasKeyboard, watchKeyboard } from './keyboard.ts';
import type { FrameHotkey } from './protocol.ts';

/** The acts that a document's frame asks for in a person's name. */
type Act = Exclude<FrameHotkey, 'close'> | 'link' | 'paste' | 'leave' | 'blank';

/**
 * Milliseconds: how often is looked, and how long, since the browser may tell our process of a press in the document's, and of its focus, after the message
 * is here; when a key counts of which some browsers tell nothing, and how long it is then until the next one does; and how long a press is told of.
 */
const TIMES = { look: 50, untold: 150, most: 1_000, apart: 1_000, told: 5_000 } as const;

/** Tells whether the browser tells of presses at all. */
const tellsOfPresses = (): boolean => 'userActivation' in navigator;

/** Tells whether a person has just pressed a key or a button, here or in the document; yes in a browser that cannot tell. */
const hasPressed = (): boolean => (navigator as Partial<Navigator>).userActivation?.isActive ?? true;

let canForget: boolean | null = null;

/** Tells whether the browser can be made to forget a press (Chromium): it knows that a page can give a right away, and asks for the name of the right. */
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
 * Has the browser forget the press that it tells of, so that the next one is a newer one: giving a right away takes a press, and this page gives one that it
 * does not use to itself.
 */
function forgetPress(): void {
  if (!tellsOfPresses() || !hasPressed() || !canForgetPresses()) return;
  const options = { targetOrigin: location.origin, delegate: 'fullscreen' };
  window.postMessage(null, options);
}

/** Acts that use a press up by themselves: they open a tab, or take the whole screen. */
const TAKES_PRESS = /^(link|wall)$/;

type Asked = { readonly iframe: HTMLIFrameElement; readonly go: () => void; readonly refuse: () => void };
const nothing = (): void => undefined;

/**
 * Lets a frame's messages act in a person's name: each act only while the frame has the focus, only with a press that the browser tells of, and once for
 * each press. A browser tells that there was one in the last seconds, not which one: this limits what somebody could do who speaks in the bridge's name,
 * and keeps nobody from doing it (`frame/own.ts` and `frame/channel.ts` do).
 */
export class Acts {
  readonly #waiting = new Map<Act, { timer: ReturnType<typeof setTimeout>; refuse: () => void }>();
  /** When each act was done last for the press that is known. */
  readonly #done = new Map<Act, number>();
  /** When the press that is known was told, and whether the browser has told of that one all the time since then. */
  #pressed = -Infinity;
  #isSame = false;

  constructor() {
    watchKeyboard();
  }

  /** Goes on as soon as the act may be done, or refuses it. One that waits gives way to the next of its kind. */
  ask(act: Act, iframe: HTMLIFrameElement, go: () => void, refuse: () => void = nothing): void {
    this.#stop(act);
    this.#look(act, { iframe, go, refuse }, 0);
  }

  /** Makes earlier presses good for no further act: a link was opened, which takes a press, or the document is given the keyboard. */
  forget(): void {
    forgetPress();
    if (!hasPressed()) this.#isSame = false;
  }

  /** Refuses what waits. */
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
    // A link may be pressed again while the browser still tells of the press before: a tab that was not opened has not used it up.
    if (waited >= (act === 'link' ? TIMES.told : TIMES.most)) return asked.refuse();
    const timer = setTimeout(() => this.#look(act, asked, waited + TIMES.look), TIMES.look);
    this.#waiting.set(act, { timer, refuse: asked.refuse });
  }

  /** Looks whether there is a press that is newer than the one that is known. */
  #notice(): void {
    const now = performance.now();
    if (!hasPressed()) this.#isSame = false;
    else if (!this.#isSame || now - this.#pressed > TIMES.told) {
      this.#pressed = now;
      this.#isSame = true;
      this.#done.clear();
    }
  }

  /** Two presses that follow each other closely may be told as one: it is good for each act, and once. */
  #mayDo(act: Act, waited: number): boolean {
    if (!tellsOfPresses()) return true;
    const now = performance.now();
    const done = this.#done.get(act);
    if (done === undefined && now - this.#pressed <= (this.#isSame ? TIMES.told : TIMES.most)) return true;
    if (act === 'link' || waited < TIMES.untold || now - (done ?? -Infinity) < TIMES.apart) return false;
    // Other browsers count no shortcut as a press, and do not forget the one before.
    return document.hasFocus() && !canForgetPresses();
  }
}
