/**
 * As much of React as draws a screen once, whose facts are all there: elements, contexts, and the first value of each hook. `scripts/early-plugin.ts` puts it in
 * React's place where screens are drawn before the application is there. It writes what React takes over by hydration: the same elements, texts and comments.
 * Whatever a person types or a host sends goes in as text or as an attribute's value, never as markup.
 */
type Props = Readonly<Record<string, unknown>>;
type Component = (props: Props) => unknown;
type Element = { readonly type: string | symbol | Component | Context; readonly props: Props };
/** It is its own provider, as in React. */
type Context = { value: unknown; Provider: Context };

export const Fragment = Symbol('Fragment');
export const Suspense = Symbol('Suspense');

export const jsx = (type: Element['type'], props: Props): Element => ({ type, props });
export const jsxs = jsx;
export const createElement = (type: Element['type'], props: Props | null, ...children: readonly unknown[]): Element =>
  jsx(type, children.length > 0 ? { ...props, children } : { ...props });

export function createContext(value: unknown): Context {
  const context = { value } as Context;
  context.Provider = context;
  return context;
}
export const use = (context: Context): unknown => context.value;
export const useContext = use;

let ids = 0;
/** React keeps what the page has. */
export const useId = (): string => `early-${(ids += 1)}`;
export const useState = (first: unknown): [value: unknown, set: () => void] => [
  typeof first === 'function' ? (first as () => unknown)() : first,
  nothing,
];
export const useRef = (current: unknown): { current: unknown } => ({ current });
export const useMemo = (make: () => unknown): unknown => make();
export const useCallback = (callback: unknown): unknown => callback;
export const useEffect = nothing;
export const useLayoutEffect = nothing;
export const startTransition = nothing;
// No part of what is drawn first.
export const lazy = nothing;
export const forwardRef = nothing;

function nothing(): void {}

const SVG = 'http://www.w3.org/2000/svg';
/** What is put in its place when it is whole, so that nothing in it is seen to move; beside these what stands in a section. */
const PARTS = new Set(['title', 'header', 'form', 'li']);
const SHAPES = new Set(['svg', 'path', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'rect']);
/** What is said of a part even where it is not so. */
const SAID = /^aria-|^spellCheck$/;
/** What an icon says of its lines and areas; of HTML, the browser takes a name in any case. */
const LINES = /^(?:stroke|fill|clip)[A-Z]/;
/** How names of attributes are written, by how React has them. */
const written: Record<string, string> = {
  className: 'class',
  htmlFor: 'for',
  defaultValue: 'value',
  viewBox: 'viewBox',
};

const inMarkup = (name: string): string =>
  LINES.test(name) ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name;

function attribute(element: globalThis.Element, name: string, value: unknown): void {
  if (value === undefined || value === null || name === 'children' || name === 'ref' || typeof value === 'function')
    return;
  const isSaid = typeof value === 'boolean' && SAID.test(name);
  if (value !== false || isSaid)
    element.setAttribute((written[name] ??= inMarkup(name)), value === true && !isSaid ? '' : String(value));
}

/** What is left to draw: the last is the next. A function does what comes after the children, such as to give a context back the value that it had. */
type Rest = ([node: unknown, parent: Node] | { part: globalThis.Element; parent: Node } | (() => void))[];

/**
 * @param type a name, or an element that is given more attributes
 * @param props as React has them; children are not drawn
 */
export function drawHost(type: string | globalThis.Element, props: Props): globalThis.Element {
  const element =
    typeof type !== 'string'
      ? type
      : SHAPES.has(type)
        ? document.createElementNS(SVG, type)
        : document.createElement(type);
  for (const name in props) attribute(element, name, props[name]);
  return element;
}

function drawElement({ type, props }: Element, parent: Node, rest: Rest): void {
  const { children } = props;
  if (typeof type === 'function') rest.push([type(props), parent]);
  else if (typeof type === 'string') {
    const element = drawHost(type, props);
    if (PARTS.has(type) || (type === 'div' && (parent as globalThis.Element).localName === 'section'))
      rest.push({ part: element, parent });
    else parent.appendChild(element);
    rest.push([children, element]);
  } else if (type === Suspense) {
    parent.appendChild(document.createComment('$'));
    rest.push(() => parent.appendChild(document.createComment('/$')), [children, parent]);
  } else if (typeof type === 'symbol') rest.push([children, parent]);
  else {
    const before = type.value;
    type.value = props['value'];
    rest.push(() => {
      type.value = before;
    }, [children, parent]);
  }
}

/** Milliseconds: no other work of the page waits for longer. */
const SLICE = 20;
type Scheduler = { yield?: () => Promise<void> };
/** Ends the task: what comes next is one of its own, without waiting for longer than other work takes. */
export const breath = (): Promise<void> => {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
};

/**
 * Draws in small tasks, one screen at a time.
 * @param node what a component returned
 * @param parent what it is drawn into, at the end
 * @param place puts a part in its place, in order: the title, a header, a form, an item of a list, what stands in a section
 */
export async function draw(
  node: unknown,
  parent: Node,
  place: (part: globalThis.Element, parent: Node) => Promise<void>,
): Promise<void> {
  const rest: Rest = [[node, parent]];
  let begun = performance.now();
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (typeof next === 'function') next();
    else if (Array.isArray(next)) {
      const [one, into] = next;
      if (Array.isArray(one)) for (let at = one.length - 1; at >= 0; at -= 1) rest.push([one[at], into]);
      else if (one instanceof Node) into.appendChild(one);
      else if (typeof one === 'object' && one !== null) drawElement(one as Element, into, rest);
      else if ((typeof one === 'string' && one !== '') || typeof one === 'number')
        into.appendChild(document.createTextNode(String(one)));
    } else {
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      await place(next.part, next.parent);
      begun = performance.now();
    }
    if (performance.now() - begun < SLICE) continue;
    // oxlint-disable-next-line no-await-in-loop -- one slice after the other
    await breath();
    begun = performance.now();
  }
}
