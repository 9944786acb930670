/**
 * Parts of the realm that the bridge uses, as they were before the document's first script and out of that script's reach. The two share the realm:
 * an old script may call a class of its own `Map`, `<form name="title">` replaces `document.title`, and a hostile script may claim which key the
 * user has pressed. The build saves globals (`tools/build/frame-plugin.ts`), this module saves members of objects.
 */

import { outside } from './realm.ts';
import { momentKey, pressedKey, typedText } from '../pressed-key.ts';

type Method = (...all: never[]) => unknown;
/** A method as a function of its object: bound once, it uses nothing that a script could replace later. */
type Uncurried<T, F> = F extends (...all: infer A) => infer R ? (target: T, ...all: A) => R : never;

// oxlint-disable-next-line typescript/unbound-method -- bound here, for good
const { bind: bindNow, call: callNow } = Function.prototype;
const bind = callNow.bind(bindNow) as (method: unknown, ...all: unknown[]) => Method;
const uncurried = (own: unknown): Method => bind(callNow, own);

function descriptorOf(prototype: object, name: PropertyKey): PropertyDescriptor {
  for (let at: object | null = prototype; at; at = Reflect.getPrototypeOf(at)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(at, name);
    if (descriptor) return descriptor;
  }
  throw new Error(`This browser has no ${String(name)}.`);
}

function getter<T extends object, K extends keyof T>(prototype: T, name: K): (target: T) => T[K] {
  const { get: read } = descriptorOf(prototype, name) as { get: unknown };
  return uncurried(read) as (target: T) => T[K];
}

/** A method of the browser as it was at the start, as a function of its object. */
export function method<T extends object, K extends keyof T>(prototype: T, name: K): Uncurried<T, T[K]> {
  return uncurried(descriptorOf(prototype, name).value) as Uncurried<T, T[K]>;
}

/** An object's members as its prototypes have them, bound to it: no property of its own and no named element hides them. */
export function membersOf<T extends object>(target: T, prototype = Reflect.getPrototypeOf(target)): T {
  const own = Object.create(null) as T;
  for (let at = prototype; at && at !== Object.prototype; at = Reflect.getPrototypeOf(at)) {
    for (const name of Reflect.ownKeys(at)) {
      if (name in own || name === 'constructor') continue;
      const { get, set, value } = Reflect.getOwnPropertyDescriptor(at, name) as Record<
        'get' | 'set' | 'value',
        unknown
      >;
      const bound: PropertyDescriptor = get
        ? { get: bind(get, target), ...(set !== undefined && { set: bind(set, target) }) }
        : { value: typeof value === 'function' ? bind(value, target) : value };
      Reflect.defineProperty(own, name, bound);
    }
  }
  return own;
}

/** The document; every access of the bridge to it goes through here. */
export const ownDocument: Document = membersOf(document);

const formPrototype = HTMLFormElement.prototype;
const isForm = (node: unknown): node is HTMLFormElement => node instanceof HTMLFormElement;

type TrustedTypes = {
  createPolicy(name: string, rules: Record<'createScript' | 'createHTML', (text: string) => string>): typeof rules;
};
const asItIs = (text: string): string => text;
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('ready', {
  createScript: asItIs,
  createHTML: asItIs,
});
const trust = (name: 'createScript' | 'createHTML') =>
  (trusted ? bind(trusted[name], trusted) : asItIs) as typeof asItIs;

/** The bridge's own script and markup, which a document's policy (Trusted Types) would keep it from using. */
export const [asScript, asMarkup] = [trust('createScript'), trust('createHTML')];

/** A node whose members are its own: a form's controls hide those of their names. Not to be compared or passed on. */
export const unhidden = <T extends Node | null>(node: T): T => (isForm(node) ? membersOf(node, formPrototype) : node);

/** Sends over a port, which no replaced `postMessage` can intercept. */
export const send: (port: MessagePort, message: unknown) => void = method(MessagePort.prototype, 'postMessage');

/** Reads a message. A replaced `data` would receive the event, and with it the port. */
export const dataOf: (event: MessageEvent<unknown>) => unknown = getter(MessageEvent.prototype, 'data');

const path = method(Event.prototype, 'composedPath');
/** The elements that an event passes, from the innermost on. */
export const pathOf = (event: Event): EventTarget[] => path(event);

/** The target of an event. */
export const targetOf: (event: Event) => EventTarget | null = getter(Event.prototype, 'target');

/** The innermost element that matches, possibly the element itself. */
export const closest: (element: Element, selectors: string) => Element | null = method(Element.prototype, 'closest');

/** True if an element matches a selector. */
export const matches: (element: Element, selectors: string) => boolean = method(Element.prototype, 'matches');

const lowerCase: (text: string) => string = method(String.prototype, 'toLowerCase');

const stopNow = method(Event.prototype, 'stopImmediatePropagation');
const prevent = method(Event.prototype, 'preventDefault');
const prevented = getter(Event.prototype, 'defaultPrevented');
/** True if the browser's default action was prevented. */
export const wasPrevented = (event: Event): boolean => prevented(event);

/** Prevents the browser's default action. */
export const preventDefault = (event: Event): void => prevent(event);

/** Keeps an event from the document and from the browser. */
export function swallow(event: Event): void {
  prevent(event);
  stopNow(event);
}

const focusNow = method(HTMLElement.prototype, 'focus');
/** Gives an element the keyboard, even if the document has replaced `focus()`. */
export const focus = (element: HTMLElement): void => outside(() => focusNow(element));

const blurNow = method(HTMLElement.prototype, 'blur');
/** Takes the keyboard from an element. */
export const blur = (element: HTMLElement): void => outside(() => blurNow(element));

const dispatch = method(EventTarget.prototype, 'dispatchEvent');
/** Sends the document's own scripts the event of a change. */
export function announce(element: HTMLElement, type: 'input' | 'change'): void {
  const event = new Event(type, { bubbles: true });
  outside(() => dispatch(element, event));
}

const clickNow = method(HTMLElement.prototype, 'click');
/** Presses a button of the document, as its script can: it does not count as a press of the user. */
export const press = (element: HTMLElement): void => outside(() => clickNow(element));

const controlOf = getter(HTMLLabelElement.prototype, 'control');
/** The element that a press on this one changes: the control of the label around it, or itself. */
export function pressedOn(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  const label = closest(target, 'label');
  return (label && controlOf(label as HTMLLabelElement)) ?? target;
}

/** A rectangle of the window. */
export type Box = { left: number; top: number; right: number; bottom: number };

const side = (name: keyof Box) => getter(DOMRectReadOnly.prototype, name);
const [left, top, right, bottom] = [side('left'), side('top'), side('right'), side('bottom')];
export const boxFrom = (rect: DOMRect): Box => ({
  left: left(rect),
  top: top(rect),
  right: right(rect),
  bottom: bottom(rect),
});
const elementRect = method(Element.prototype, 'getBoundingClientRect');
/** The place of an element in the window; no property of its own hides that. */
export const boxOf = (element: Element): Box => boxFrom(elementRect(element));

const ofElement = (
  name: 'scrollLeft' | 'scrollTop' | 'scrollWidth' | 'scrollHeight' | 'clientWidth' | 'clientHeight',
) => getter(Element.prototype, name);
/** How an element is scrolled. */
export const scrolling = {
  left: ofElement('scrollLeft'),
  top: ofElement('scrollTop'),
  width: ofElement('scrollWidth'),
  height: ofElement('scrollHeight'),
  shownWidth: ofElement('clientWidth'),
  shownHeight: ofElement('clientHeight'),
};

function ofWindow(name: 'innerWidth' | 'innerHeight'): () => number {
  const read = getter<Window, typeof name>(window, name);
  return () => read(window);
}
/** The size of the window. */
export const [windowWidth, windowHeight] = [ofWindow('innerWidth'), ofWindow('innerHeight')];

const propertyOf = method(CSSStyleDeclaration.prototype, 'getPropertyValue');
/** Reads an element's style as it is drawn, or that of a part of it, such as `::before`. */
export function styleOf(element: Element, part?: string): (name: string) => string {
  const style = getComputedStyle(element, part);
  return (name) => propertyOf(style, name);
}

/** A sheet of the frame's own, which adds nothing to the document. */
export function sheetOf(rules: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

/** The element around a node. */
export const parentOf: (node: Node) => Element | null = getter(Node.prototype, 'parentElement');
/** The kind of a node, its children, and the name of an element: no property of one node hides them. */
export const typeOf: (node: Node) => number = getter(Node.prototype, 'nodeType');
export const childrenOf: (node: Node) => NodeListOf<ChildNode> = getter(Node.prototype, 'childNodes');
export const localNameOf: (element: Element) => string = getter(Element.prototype, 'localName');
export const inputTypeOf: (input: HTMLInputElement) => string = getter(HTMLInputElement.prototype, 'type');
export const labelsOf: (input: HTMLInputElement) => NodeListOf<HTMLLabelElement> | null = getter(
  HTMLInputElement.prototype,
  'labels',
);
/** The end of a selection that the user moves: its node, and the place in that. */
export const focusNode: (selection: Selection) => Node | null = getter(Selection.prototype, 'focusNode');
export const focusOffset: (selection: Selection) => number = getter(Selection.prototype, 'focusOffset');
/** The characters of a text. */
export const charactersOf: (text: CharacterData) => string = getter(CharacterData.prototype, 'data');

const seen = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true };
// Browsers older than this method are asked less.
const check = 'checkVisibility' in Element.prototype ? method(Element.prototype, 'checkVisibility') : null;
/** True if the browser draws an element. */
export function isDrawn(element: Element): boolean {
  const style = styleOf(element);
  return check ? check(element, seen) : style('visibility') === 'visible' && style('display') !== 'none';
}

const key = getter(KeyboardEvent.prototype, 'key');
const code = getter(KeyboardEvent.prototype, 'code');
const modifier = method(KeyboardEvent.prototype, 'getModifierState');
const isComposing = getter(KeyboardEvent.prototype, 'isComposing');
const keyCode = getter(KeyboardEvent.prototype, 'keyCode');
/** True if an input method has taken a key, such as Escape that ends a composition. WebKit shows it by this number only. */
export const isComposed = (event: KeyboardEvent): boolean => isComposing(event) || keyCode(event) === 229;

const keys = {
  ctrl: getter(KeyboardEvent.prototype, 'ctrlKey'),
  meta: getter(KeyboardEvent.prototype, 'metaKey'),
  alt: getter(KeyboardEvent.prototype, 'altKey'),
  shift: getter(KeyboardEvent.prototype, 'shiftKey'),
  repeat: getter(KeyboardEvent.prototype, 'repeat'),
};

const IS_MAC = navigator.platform.startsWith('Mac');

/** A key that the user has pressed. */
export type OwnKey = {
  readonly key: string;
  /** The text that it types, a line feed for Enter; null for any other key. */
  readonly text: string | null;
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
  if (!event.isTrusted) return null;
  let pressed: string;
  try {
    pressed = key(event);
  } catch {
    return null;
  }
  const isAltGraph = modifier(event, 'AltGraph');
  const isControl = keys.ctrl(event) && !keys.meta(event) && !keys.alt(event) && !isAltGraph;
  const isShortcut = !isAltGraph && (keys.ctrl(event) || keys.meta(event) || (keys.alt(event) && !IS_MAC));
  return {
    key: lowerCase(pressedKey(pressed, code(event), isAltGraph)),
    text: typedText(pressed, isShortcut),
    moment: isControl ? momentKey(pressed, code(event), keys.shift(event)) : null,
    isCommand: keys.ctrl(event) || keys.meta(event),
    isKillLine: IS_MAC && !keys.meta(event),
    isAlt: keys.alt(event),
    isShift: keys.shift(event),
    isHeld: keys.repeat(event),
  };
}

const mouse = {
  ctrl: getter(MouseEvent.prototype, 'ctrlKey'),
  meta: getter(MouseEvent.prototype, 'metaKey'),
  shift: getter(MouseEvent.prototype, 'shiftKey'),
  alt: getter(MouseEvent.prototype, 'altKey'),
  button: getter(MouseEvent.prototype, 'button'),
  detail: getter(UIEvent.prototype, 'detail'),
};

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
  const button = mouse.button(event);
  const isModified = mouse.ctrl(event) || mouse.meta(event) || button === 1;
  return {
    isPlain: !isModified && button === 0 && !mouse.shift(event) && !mouse.alt(event),
    isByKey: mouse.detail(event) === 0 && button === 0,
    isRight: button === 2,
    isModified,
  };
}
