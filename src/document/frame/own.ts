/**
 * Access to the realm that the bridge shares with the document's scripts. The build makes each use of a member that of the realm's start
 * (`tools/build/own-realm.ts`); this module asks the browser only for what a script could not have made, such as a press of the user.
 */

import { momentKey, pressedKey } from '../pressed-key.ts';

/** The document. */
export const ownDocument = document;

type TrustedTypes = {
  createPolicy(name: string, rules: Record<'createScript' | 'createHTML', (text: string) => string>): typeof rules;
};
const asItIs = (text: string): string => text;
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('ready', {
  createScript: asItIs,
  createHTML: asItIs,
});
const trust =
  (name: 'createScript' | 'createHTML'): typeof asItIs =>
  (text) =>
    trusted ? trusted[name](text) : text;

/** The bridge's own script and markup, which a document's policy (Trusted Types) would keep it from using. */
export const [asScript, asMarkup] = [trust('createScript'), trust('createHTML')];

/** Sends over a port. */
export const send = (port: MessagePort, message: unknown): void => port.postMessage(message);

/** Reads a message. */
export const dataOf = (event: MessageEvent<unknown>): unknown => event.data;

/** The elements that an event passes, from the innermost on. */
export const pathOf = (event: Event): EventTarget[] => event.composedPath();

/** The target of an event. */
export const targetOf = (event: Event): EventTarget | null => event.target;

/** The innermost element that matches, possibly the element itself. */
export const closest = (element: Element, selectors: string): Element | null => element.closest(selectors);

/** True if an element matches a selector. */
export const matches = (element: Element, selectors: string): boolean => element.matches(selectors);

/** True if the browser's default action was prevented. */
export const wasPrevented = (event: Event): boolean => event.defaultPrevented;

/** Prevents the browser's default action. */
export const preventDefault = (event: Event): void => event.preventDefault();

/** Keeps an event from the document and from the browser. */
export function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// oxlint-disable-next-line typescript/unbound-method -- called with its element
const focusNow = HTMLElement.prototype.focus;
/** Gives an element the keyboard, even if the frame's own `focus()` would not. */
export const focus = (element: HTMLElement): void => focusNow.call(element);

/** Presses a button of the document, as its script can: it does not count as a press of the user. */
export const press = (element: HTMLElement): void => element.click();

/** The element that a press on this one changes: the control of the label around it, or itself. */
export function pressedOn(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return (target.closest('label')?.control as Element | null | undefined) ?? target;
}

/** True if an input method has taken a key, such as Escape that ends a composition. WebKit shows it by this number only. */
export const isComposed = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

const IS_MAC = navigator.platform.startsWith('Mac');

/** A key that the user has pressed. */
export type OwnKey = {
  readonly key: string;
  readonly isCommand: boolean;
  /** True for the control key of a Mac, which deletes the rest of a line with K. */
  readonly isKillLine: boolean;
  readonly isAlt: boolean;
  readonly isShift: boolean;
  /** Together with Ctrl, on a Mac too, it inserts the time, or date and time. */
  readonly moment: 'time' | 'datetime' | null;
  /** True if the key repeats because it is held. */
  readonly isHeld: boolean;
};

/**
 * The key that the user has pressed. Null if a script made the event, and if the browser has filled in a choice from a list (Chromium's event is no
 * `KeyboardEvent` then).
 */
export function ownKey(event: KeyboardEvent): OwnKey | null {
  if (!event.isTrusted || !(event instanceof KeyboardEvent)) return null;
  const { key: pressed, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  const isAltGraph = event.getModifierState('AltGraph');
  const isControl = ctrlKey && !metaKey && !altKey && !isAltGraph;
  return {
    key: pressedKey(pressed, code, isAltGraph).toLowerCase(),
    moment: isControl ? momentKey(pressed, code, shiftKey) : null,
    isCommand: ctrlKey || metaKey,
    isKillLine: IS_MAC && !metaKey,
    isAlt: altKey,
    isShift: shiftKey,
    isHeld: repeat,
  };
}

/** A click of the user: by a pointer's button, or by a key on the focused element. */
export type OwnClick = {
  readonly isByKey: boolean;
  readonly isRight: boolean;
  /** True if it requests a new tab. */
  readonly isModified: boolean;
  /** True if made by the first button or a key, with no other key held. */
  readonly isPlain: boolean;
};

/** The user's click, or null if a script made it. */
export function ownClick(event: MouseEvent): OwnClick | null {
  if (!event.isTrusted) return null;
  const { button, detail, ctrlKey, metaKey, shiftKey, altKey } = event;
  const isModified = ctrlKey || metaKey || button === 1;
  return {
    isPlain: !isModified && button === 0 && !shiftKey && !altKey,
    isByKey: detail === 0 && button === 0,
    isRight: button === 2,
    isModified,
  };
}
