/**
 * The realm that the bridge shares with the document's scripts is as it was before their first one whenever the bridge works, and as they have made
 * it whenever they do (docs/adr/0067-the-realm-of-the-start.md). So no method that a document replaces decides what is reported about it.
 *
 * This module uses only what it has taken at its start, own properties and loops by index.
 */

type Key = string | symbol;
/** A member as the browser has made it; `own` is undefined where there is none. */
type Member = { readonly at: object; readonly name: Key; readonly own: PropertyDescriptor | undefined };
/** A member as the document has made it; undefined if it has removed it. */
type Replaced = Member & { readonly theirs: PropertyDescriptor | undefined };
/** Parts of a description that decide what a member does. */
type Parts = { readonly value?: unknown; readonly get?: unknown; readonly set?: unknown; readonly writable?: unknown };

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect;

/** Without a prototype: a property that a document adds to `Object.prototype` is no part of a description. */
const describe = (at: object, name: Key): PropertyDescriptor | undefined => {
  const own = getOwnPropertyDescriptor(at, name);
  return own && ({ __proto__: null, ...own } as PropertyDescriptor);
};

/** Each with its parts, where they are read fastest: all are compared for each event. */
const members: (Member & Parts)[] = [];
/** Names of members that the language's own functions call. */
const CALLED =
  'constructor join toString valueOf toJSON toISOString exec flags hasIndices global ignoreCase multiline dotAll unicode unicodeSets sticky then ' +
  'resolve next return set add has keys size';
/** Names that the bridge's own text contains, with those above: only those members are kept. Null where that text is unknown. */
const text = document.currentScript?.textContent;
const used = text ? new Set<Key>([...(text.match(/[\w$]+/g) ?? []), ...CALLED.split(' ')]) : null;

/** Members that decide nothing: of the language, and of the browser. */
const IDLE = new Set<Key>(['length', 'name', Symbol.toStringTag, Symbol.unscopables]);
const IDLE_IN_BROWSER = new Set<Key>(['constructor', Symbol.toStringTag, Symbol.unscopables]);

function take(at: object, idle: ReadonlySet<Key>): void {
  for (const name of ownKeys(at)) {
    const own = describe(at, name);
    if (own?.configurable && !idle.has(name) && (typeof name === 'symbol' || (used?.has(name) ?? true)))
      members.push({ ...own, at, name, own });
  }
}

/** Without the kinds that the bridge has a copy of, and the language does not look up by itself: maps and sets, `JSON`, `Math`, `Reflect`. */
const LANGUAGE = 'Object Array String Number Boolean Symbol RegExp Promise Date Function';
const BROWSER =
  'EventTarget Event UIEvent InputEvent KeyboardEvent MouseEvent CompositionEvent ClipboardEvent DragEvent DataTransfer Node Element HTMLElement ' +
  'Document DocumentFragment CharacterData Text ValidityState NodeList HTMLCollection DOMTokenList ' +
  'HTMLInputElement HTMLSelectElement HTMLTextAreaElement HTMLOptionElement HTMLLabelElement HTMLFormElement MutationObserver MutationRecord ' +
  'TreeWalker Range Selection DOMRectReadOnly CSSStyleDeclaration';

/** Notes the realm as it is now: before the document's first script. */
export function keepRealm(): void {
  // The build has copies of some: those of the document are meant.
  const globals = globalThis as unknown as Record<string, { readonly prototype?: object } | undefined>;
  for (const name of LANGUAGE.split(' ')) {
    const kind = globals[name];
    if (!kind) continue;
    take(kind, IDLE);
    if (kind.prototype) take(kind.prototype, IDLE);
  }
  for (const one of [
    [].keys(),
    new Map().keys(),
    new Set().keys(),
    ''[Symbol.iterator](),
    ''.matchAll(/x/g),
    getPrototypeOf(made()) as object,
    iterators(),
  ])
    take(getPrototypeOf(one) as object, IDLE);
  for (const name of BROWSER.split(' ')) take(globals[name]?.prototype ?? {}, IDLE_IN_BROWSER);
  // With a member of this name, a class decides itself which nodes are its own.
  for (const name of 'EventTarget Node Element HTMLElement CharacterData Text HTMLFormElement'.split(' '))
    members.push({ at: globals[name] ?? {}, name: Symbol.hasInstance, own: undefined });
  for (const at of [Object.prototype, Array.prototype]) known.push({ at, names: new Set(ownKeys(at)) });
}
function* made(): Generator<never> {}
/** Inherits from the object of all iterators, which older browsers have no name for. */
const iterators = (): object => getPrototypeOf([].keys()) as object;

/** The names in the objects that all objects, and all lists, inherit from. */
const known: { readonly at: object; readonly names: ReadonlySet<Key> }[] = [];

type Link = { readonly replaced: Replaced; readonly next: Link } | null;
/** Members to be given back, the newest first. */
let lent: Link = null;
let depth = 0;

/** `writable` belongs to values alone: a document that keeps its own `get` on all objects cannot pass a value off as an accessor. */
const isSame = (own: Parts | undefined, now: Parts | undefined): boolean =>
  own && now
    ? now.value === own.value &&
      now.get === own.get &&
      now.set === own.set &&
      (now.writable === undefined) === (own.writable === undefined)
    : own === now;

function replace(at: object, name: Key, own: PropertyDescriptor | undefined): void {
  const theirs = describe(at, name);
  if (!(own ? defineProperty(at, name, own) : deleteProperty(at, name)))
    throw new Error(`The document keeps the browser's ${String(name)} from working.`);
  lent = { replaced: { at, name, own, theirs }, next: lent };
}

/** True for a name that the bridge, or the language for it, may look up; a minified variable's short name is in its text, too. */
const isLookedUp = (name: Key): boolean =>
  typeof name === 'symbol' ||
  name in SHAPE ||
  (name >= '0' && name < ':') ||
  (name.length > 2 && (used?.has(name) ?? true));

/** Takes away what a document has added to all objects, or to all lists: a setter of an index would receive what a list is given. */
function removeAdded(no: number): void {
  const one = known[no];
  if (!one) return;
  const { at, names } = one;
  const now = ownKeys(at);
  for (let index = 0; index < now.length; index += 1) {
    const name = now[index] as Key;
    if (names.has(name) || !isLookedUp(name)) continue;
    const theirs = describe(at, name);
    // A helper that was added for good does no harm, unless it could take what a list or a description is given.
    const canTake = no === 0 ? name in SHAPE : typeof name === 'string' && name >= '0' && name < ':';
    if (theirs?.configurable !== true && typeof name === 'string' && !canTake) continue;
    replace(at, name, isExtensible(at) ? undefined : NOTHING);
  }
}
/** Placeholder for an added member that could not be put back. */
const NOTHING = {
  __proto__: null,
  value: undefined,
  writable: true,
  enumerable: false,
  configurable: true,
} as PropertyDescriptor;
/** Names of a description's parts. */
const SHAPE = { __proto__: null, value: 1, get: 1, set: 1, writable: 1, enumerable: 1, configurable: 1 };

/** Puts the realm of the start in place, if the bridge is at work: after each of its steps in which a script of the document may have run. */
export function takeBack(): void {
  if (depth === 0) return;
  // First: what is added to all objects would be read as a part of the descriptions below.
  removeAdded(0);
  for (let no = 0; no < members.length; no += 1) {
    const member = members[no] as Member & Parts;
    const { at, name, own } = member;
    if (!isSame(own && member, getOwnPropertyDescriptor(at, name))) replace(at, name, own);
  }
  removeAdded(1);
}

/** Gives the document its own members again. A member that it has replaced meanwhile stays as it is. */
function giveBack(): void {
  while (lent) {
    const { at, name, own, theirs } = lent.replaced;
    lent = lent.next;
    const now = describe(at, name);
    if (!isSame(own, now)) continue;
    if (theirs) defineProperty(at, name, theirs);
    else deleteProperty(at, name);
  }
}

/** A function of the bridge that the browser, or a script of the document, calls: it runs in the realm of the start. */
export const inside =
  <A, R>(work: (given: A) => R): ((given: A) => R) =>
  (given) => {
    depth += 1;
    try {
      takeBack();
      return work(given);
    } finally {
      depth -= 1;
      if (depth === 0) giveBack();
    }
  };

/** Does something in which scripts of the document may run, such as sending it an event: those get their own realm meanwhile. */
export function outside<R>(work: () => R): R {
  const before = depth;
  depth = 0;
  giveBack();
  try {
    return work();
  } finally {
    depth = before;
    takeBack();
  }
}
