import type { Driver, Visitor } from '#tests/frame/attacks/measure.ts';

/** One window of a browser other than Chromium, with the few verbs that all of them have. Keys and presses are the browser's own, as from a person. */
export type EngineWindow = Visitor & {
  /** Evaluates an expression in the document's frame that is in sight. @throws when none is, or it is just being replaced */
  inFrame(code: string): Promise<unknown>;
  /** Presses one key, with those that are held: `Control+s`, `F2`. */
  key(chord: string): Promise<void>;
  /** Types characters, one key each. */
  type(text: string): Promise<void>;
  /** Chooses a file of the disk in the input that a selector finds. */
  give(selector: string, path: string): Promise<void>;
  /** Loads the page again. */
  reload(): Promise<void>;
  /** How many windows and tabs the browser has open. */
  count(): Promise<number>;
  /** Brings the window to the front: in some browsers a tab behind another one is hidden, and its frames have no size. */
  raise(): Promise<void>;
  /** Another window of the same profile. */
  sibling(): Promise<EngineWindow>;
};

/** A browser; each `open` is a window, in a profile of its own where the browser has several. */
export type Engine = Omit<Driver, 'open'> & { open(): Promise<EngineWindow> };

/** Which of the iframes is the document in sight: an expression for the page. */
export const FRAME_IN_SIGHT = `[...document.querySelectorAll('iframe')].findLastIndex((one)=>one.checkVisibility({visibilityProperty:true})&&!one.hasAttribute('aria-hidden')&&one.getBoundingClientRect().height>50)`;

/** Splits `Control+Shift+z` into what is held and what is pressed. */
export function keysOf(chord: string): { held: readonly string[]; key: string } {
  const names = chord.split('+');
  return { held: names.slice(0, -1), key: names.at(-1) ?? '' };
}

/**
 * Presses in a region of the document that is in sight.
 * @returns whether the keyboard is in it now
 */
export async function pressRegion(window: EngineWindow, id: string): Promise<boolean> {
  await pressInDocument(window, `[id=${JSON.stringify(id)}]`);
  return (await window.inFrame(`document.activeElement===document.getElementById(${JSON.stringify(id)})`)) === true;
}

/** Presses near the beginning of what a selector finds in the document that is in sight. */
export async function pressInDocument(window: EngineWindow, selector: string): Promise<void> {
  const find = `document.querySelector(${JSON.stringify(selector)})`;
  const [left = 0, top = 0] = (await window.inFrame(
    `(()=>{${find}.scrollIntoView({block:'center'});const {x,y,width,height}=${find}.getBoundingClientRect();return [x+Math.min(width/2,40),y+height/2]})()`,
  )) as number[];
  // On a wall the frame is scaled.
  const [x = 0, y = 0, scale = 1] = (await window.run(
    `(()=>{const frame=document.querySelectorAll('iframe')[${FRAME_IN_SIGHT}];const {x,y,width}=frame.getBoundingClientRect();return [x+frame.clientLeft,y+frame.clientTop,width/frame.offsetWidth]})()`,
  )) as number[];
  await window.press(x + left * scale, y + top * scale);
}
