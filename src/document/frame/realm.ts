/**
 * The realm as it was before the document's first script. The build rewrites the bridge's code so that it reads and writes members, calls methods,
 * iterates and compares classes only by these functions (`tools/build/own-realm.ts`): nothing that a document replaces later is used. Methods that
 * would call others by their names (by species, iterators or `exec`), or run setters of a document, are written out here.
 *
 * The build leaves this module as it is. After its start it uses only the functions that it has taken, loops by index, and own properties.
 */

type Key = string | number | symbol;
type Method = (...all: never[]) => unknown;
type Member = { readonly value: unknown; readonly get: unknown; readonly set: unknown };
type Table = Record<Key, Member | undefined>;

const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const { hasOwn } = Object;
const { isArray } = Array;
const run = (method: unknown, self: unknown, given: ArrayLike<unknown>): unknown =>
  apply(method as Method, self, given);
const NOTHING: readonly unknown[] = [];
const Wrapped = globalThis.Object;
const { prototype: objects } = Wrapped;
const { prototype: strings } = globalThis.String;
const { prototype: lists } = globalThis.Array;
const hasInstance = Function.prototype[Symbol.hasInstance];

const tables = new WeakMap<object, Table>();

/** Takes the members of a built-in object, and of its prototypes. */
function take(object: object): Table {
  const known = tables.get(object);
  if (known) return known;
  const parent = getPrototypeOf(object);
  const table = { __proto__: parent && take(parent) } as unknown as Table;
  for (const name of ownKeys(object)) {
    const { value, get: reads, set: writes } = getOwnPropertyDescriptor(object, name) as Record<keyof Member, unknown>;
    if (typeof value === 'function' || reads !== undefined || writes !== undefined)
      table[name] = { value, get: reads, set: writes };
  }
  tables.set(object, table);
  return table;
}

for (const name of ownKeys(globalThis)) {
  const own: unknown = getOwnPropertyDescriptor(globalThis, name)?.value;
  if (typeof own !== 'function' || typeof own.prototype !== 'object' || own.prototype === null) continue;
  take(own);
  take(own.prototype as object);
}
take(globalThis);
take(Intl.DateTimeFormat.prototype);
for (const one of [new Map().keys(), new Set().keys(), [].keys(), ''[Symbol.iterator](), (function* () {})()])
  take(getPrototypeOf(one) as object);

/** The member that an object of the browser had at the start; undefined for one of the bridge's own. */
function memberOf(self: unknown, name: Key): Member | undefined {
  let at: object | null;
  if (typeof self === 'string') at = strings;
  else if (typeof self === 'function' || self === globalThis) at = self;
  else if (typeof self === 'object') at = self && getPrototypeOf(self);
  else at = self === undefined ? null : getPrototypeOf(new Wrapped(self));
  for (; at !== null; at = getPrototypeOf(at)) {
    const table = tables.get(at);
    if (table) return table[name];
  }
  return undefined;
}

/** `self[name]` */
export function get(self: unknown, name: Key): unknown {
  const member = memberOf(self, name);
  if (member !== undefined) return member.get === undefined ? member.value : run(member.get, self, NOTHING);
  const object = self as Record<Key, unknown>;
  // A list's length is its own; what a list or a plain object lacks, a document may have put into its prototype.
  const isPlain =
    typeof name === 'number' || (typeof self === 'object' && self !== null && getPrototypeOf(self) === objects);
  return isPlain && !hasOwn(object, name) ? undefined : object[name];
}

/** `self?.[name]` */
export const maybe = (self: unknown, name: Key): unknown =>
  self === undefined || self === null ? undefined : get(self, name);

/** `self[name] = value` */
export function set(self: unknown, name: Key, value: unknown): unknown {
  const member = memberOf(self, name);
  if (member?.set !== undefined) run(member.set, self, [value]);
  else if (isArray(self) || getPrototypeOf(self as object) === objects) put(self as object, name, value);
  else (self as Record<Key, unknown>)[name] = value;
  return value;
}

/** `self[name](...given)` */
export const call = (self: unknown, name: Key, ...given: unknown[]): unknown => run(get(self, name), self, given);

/** `self?.[name]` as a function that is called in its place, if there is one. */
export function bound(self: unknown, name: Key): ((...given: unknown[]) => unknown) | undefined {
  const method = maybe(self, name);
  return method === undefined || method === null ? undefined : (...given) => run(method, self, given);
}

/** `value instanceof Class` */
export const isA = (value: unknown, Class: unknown): boolean => run(hasInstance, Class, [value]) as boolean;

/** Writes an own property, which no setter of a document receives. */
function put(object: object, name: Key, value: unknown): void {
  if (hasOwn(object, name)) (object as Record<Key, unknown>)[name] = value;
  else
    defineProperty(object, name, {
      __proto__: null,
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    } as PropertyDescriptor);
}

const add = (list: unknown[], value: unknown): void => put(list, list.length, value);
const lengthOf = (list: unknown): number => (isArray(list) ? list.length : (get(list, 'length') as number));

/** `[...list].slice(from)` of a list with an index. */
export function rest(list: unknown, from: number, end = lengthOf(list)): unknown[] {
  const found: unknown[] = [];
  for (let at = from; at < end; at += 1) add(found, get(list, at));
  return found;
}

type Step = { done: boolean; value: unknown };

/** What `for of`, a spread or a new collection goes through: its iterator is its own. */
export function walk(source: unknown): Iterable<unknown> {
  let at = -1;
  let next: () => Step;
  if (
    isArray(source) ||
    (typeof source === 'object' &&
      source !== null &&
      memberOf(source, 'next') === undefined &&
      memberOf(source, Symbol.iterator)?.value === values)
  ) {
    next = () => {
      at += 1;
      return at < lengthOf(source) ? { done: false, value: get(source, at) } : { done: true, value: undefined };
    };
  } else {
    const from = call(source, Symbol.iterator);
    const method = get(from, 'next');
    next = () => run(method, from, NOTHING) as Step;
  }
  const iterator = { __proto__: null, next, [Symbol.iterator]: () => iterator } as unknown as Iterable<unknown>;
  return iterator;
}
const values = lists[Symbol.iterator];

/** Replaces methods of a prototype in what was taken. */
function write(prototype: object, methods: Record<string, (this: never, ...given: never[]) => unknown>): void {
  const table = take(prototype);
  for (const name of ownKeys(methods)) table[name] = { value: methods[name as string], get: undefined, set: undefined };
}

type Each = (one: unknown, at: number, list: unknown[]) => unknown;
const within = (at: number, length: number): number => (at < 0 ? Math.max(0, length + at) : Math.min(at, length));
function addAll(list: unknown[], value: unknown, depth = 1): void {
  if (depth > 0 && isArray(value)) for (let at = 0; at < value.length; at += 1) addAll(list, value[at], depth - 1);
  else add(list, value);
}

write(lists, {
  map(this: unknown[], each: Each) {
    const found: unknown[] = [];
    for (let at = 0; at < this.length; at += 1) add(found, each(this[at], at, this));
    return found;
  },
  filter(this: unknown[], each: Each) {
    const found: unknown[] = [];
    for (let at = 0; at < this.length; at += 1) {
      const one = this[at];
      if (each(one, at, this)) add(found, one);
    }
    return found;
  },
  flatMap(this: unknown[], each: Each) {
    const found: unknown[] = [];
    for (let at = 0; at < this.length; at += 1) addAll(found, each(this[at], at, this));
    return found;
  },
  flat(this: unknown[]) {
    const found: unknown[] = [];
    for (let at = 0; at < this.length; at += 1) addAll(found, this[at]);
    return found;
  },
  concat(this: unknown[], ...more: unknown[]) {
    const found = rest(this, 0);
    for (let at = 0; at < more.length; at += 1) addAll(found, more[at]);
    return found;
  },
  push(this: unknown[], ...more: unknown[]) {
    for (let at = 0; at < more.length; at += 1) add(this, more[at]);
    return this.length;
  },
  slice(this: unknown[], from = 0, end = this.length) {
    return rest(this, within(from, this.length), within(end, this.length));
  },
  entries(this: unknown[]) {
    const found: unknown[] = [];
    for (let at = 0; at < this.length; at += 1) add(found, [at, this[at]]);
    return found;
  },
  splice: unsupported,
  unshift: unsupported,
});

function unsupported(): never {
  throw new Error('The bridge must not use this method: write it out in realm.ts.');
}

const { value: exec } = take(RegExp.prototype)['exec'] as Member;
const { value: indexOf } = take(strings)['indexOf'] as Member;
const { value: cut } = take(strings)['slice'] as Member;
const sliced = (text: string, from: number, end?: number): string => run(cut, text, [from, end]) as string;
type Match = string[] & { index: number };
type Pattern = string | RegExp;

/** The next place of a pattern in a text. */
function find(text: string, pattern: Pattern, from: number): Match | null {
  if (typeof pattern === 'string') {
    const index = run(indexOf, text, [pattern, from]) as number;
    return index < 0 ? null : ({ __proto__: null, 0: pattern, length: 1, index } as unknown as Match);
  }
  pattern.lastIndex = from;
  return run(exec, pattern, [text]) as Match | null;
}

/** The places of a pattern in a text, all of them or the first. */
function findAll(text: string, pattern: Pattern, isAll: boolean): Match[] {
  const found: Match[] = [];
  for (let from = 0; from <= text.length;) {
    const match = find(text, pattern, from);
    if (!match) break;
    add(found, match);
    if (!isAll) break;
    const end = match.index + (match[0] ?? '').length;
    from = end > match.index ? end : end + 1;
  }
  if (typeof pattern !== 'string') pattern.lastIndex = 0;
  return found;
}

const isGlobal = (pattern: Pattern): boolean => typeof pattern !== 'string' && get(pattern, 'global') === true;

/** Text in which `$1` to `$9` and `$&` mean parts of the match. */
function filled(text: string, match: Match): string {
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const next = get(text, at + 1) as string | undefined;
    if (text[at] !== '$' || next === undefined || !(next === '&' || (next >= '1' && next <= '9'))) {
      out += text[at];
      continue;
    }
    out += match[next === '&' ? 0 : Number(next)] ?? '';
    at += 1;
  }
  return out;
}

function replaced(text: string, pattern: Pattern, instead: string | Method, isAll: boolean): string {
  let [out, at] = ['', 0];
  const matches = findAll(text, pattern, isAll);
  for (let one = 0; one < matches.length; one += 1) {
    const match = matches[one] as Match;
    const given = rest(match, 0);
    add(given, match.index);
    out += sliced(text, at, match.index);
    out += typeof instead === 'string' ? filled(instead, match) : (run(instead, undefined, given) as string);
    at = match.index + (match[0] ?? '').length;
  }
  return out + sliced(text, at);
}

/** A text without the places of a pattern. */
function partsOf(text: string, pattern: Pattern): unknown[] {
  const parts: unknown[] = [];
  let from = 0;
  if (pattern === '') {
    for (; from < text.length; from += 1) add(parts, text[from]);
    return parts;
  }
  const matches = findAll(text, pattern, true);
  for (let one = 0; one < matches.length; one += 1) {
    const match = matches[one] as Match;
    add(parts, sliced(text, from, match.index));
    from = match.index + (match[0] ?? '').length;
  }
  add(parts, sliced(text, from));
  return parts;
}

write(strings, {
  replace(this: string, pattern: Pattern, instead: string | Method) {
    return replaced(this, pattern, instead, isGlobal(pattern));
  },
  replaceAll(this: string, pattern: Pattern, instead: string | Method) {
    return replaced(this, pattern, instead, true);
  },
  match(this: string, pattern: RegExp) {
    const found = findAll(this, pattern, isGlobal(pattern));
    if (!isGlobal(pattern)) return found.length > 0 ? found[0] : null;
    return found.length === 0 ? null : run(get(found, 'map'), found, [(match: Match) => match[0]]);
  },
  matchAll(this: string, pattern: RegExp) {
    return findAll(this, pattern, true);
  },
  split(this: string, pattern: Pattern) {
    return partsOf(this, pattern);
  },
  search: unsupported,
});
write(RegExp.prototype, {
  test(this: RegExp, text: string) {
    return run(exec, this, [text]) !== null;
  },
});
