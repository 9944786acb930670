import {
  createPath,
  type Location,
  NavigationType as Action,
  type Navigator,
  parsePath,
  type To,
} from 'react-router-dom';

/** The browser's history with a door that can be held shut: the router's small declarative mode has no blocker of its own (ADR 0008). */
export type AppHistory = Navigator & {
  readonly location: Location;
  readonly action: Action;
  /** Whether the last change of address was a person's own, by a link or by the browser's buttons, and not a screen's. */
  readonly isByPerson: boolean;
  /** Whether there is a page of this application to go back to. */
  readonly canGoBack: boolean;
  /** Calls back after each change of address. */
  listen(listener: () => void): () => void;
  /** Changes the address without asking the guard. */
  go(delta: number): void;
  force(to: To, replace: boolean): void;
  /** Holds every attempt to leave and tells of it, until the returned function is called. */
  guard(onAttempt: () => void): () => void;
  /** Does something that takes the page away, when no guard holds it. */
  attempt(leave: () => void): void;
  /** Lets the held attempt go on. */
  allow(): void;
  /** Drops the held attempt. */
  refuse(): void;
  /** Stops listening to the window. */
  close(): void;
};

type Entry = { usr: unknown; key: string; index: number };

const entryOf = (state: unknown): Entry | null =>
  typeof state === 'object' && state !== null && 'index' in state && 'key' in state ? (state as Entry) : null;

let keys = 0;
const nextKey = (): string => `${Date.now().toString(36)}-${(keys += 1).toString(36)}`;

/**
 * @param page the window whose address bar it is
 */
export function createAppHistory(page: Window): AppHistory {
  const { history } = page;
  if (!entryOf(history.state)) history.replaceState({ usr: null, key: 'default', index: 0 } satisfies Entry, '');

  const listeners = new Set<() => void>();
  let guards: (() => void)[] = [];
  let held: (() => void) | null = null;
  let returning = false;
  let allowed = false;
  let isByPerson = true;
  let action: Action = Action.Pop;
  let location = read();

  function read(): Location {
    const entry = entryOf(history.state);
    const { pathname, search, hash } = page.location;
    return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' };
  }

  const indexNow = (): number => entryOf(history.state)?.index ?? 0;
  let index = indexNow();

  const settle = (next: Action): void => {
    action = next;
    index = indexNow();
    location = read();
    for (const listener of listeners) listener();
  };

  const write = (to: To, state: unknown, replace: boolean, byPerson: boolean): void => {
    isByPerson = byPerson;
    const href = createHref(to);
    const entry: Entry = { usr: state ?? null, key: nextKey(), index: replace ? index : index + 1 };
    if (replace) history.replaceState(entry, '', href);
    else history.pushState(entry, '', href);
    settle(replace ? Action.Replace : Action.Push);
  };

  const attempt = (proceed: () => void): void => {
    const onAttempt = guards.at(-1);
    if (!onAttempt) {
      proceed();
      return;
    }
    held = proceed;
    onAttempt();
  };

  const onPop = (): void => {
    isByPerson = true;
    if (returning) {
      returning = false;
      return;
    }
    const delta = indexNow() - index;
    if (allowed || delta === 0) {
      allowed = false;
      settle(Action.Pop);
      return;
    }
    if (guards.length === 0) {
      settle(Action.Pop);
      return;
    }
    returning = true;
    history.go(-delta);
    attempt(() => {
      allowed = true;
      history.go(delta);
    });
  };
  page.addEventListener('popstate', onPop);

  function createHref(to: To): string {
    return typeof to === 'string' ? to : createPath(to);
  }

  return {
    get location() {
      return location;
    },
    get action() {
      return action;
    },
    get isByPerson() {
      return isByPerson;
    },
    get canGoBack() {
      return index > 0;
    },
    createHref,
    encodeLocation: (to) => ({ pathname: '', search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to) }),
    push: (to, state) => attempt(() => write(to, state, false, true)),
    replace: (to, state) => attempt(() => write(to, state, true, true)),
    go: (delta) => history.go(delta),
    force: (to, replace) => write(to, null, replace, false),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    guard: (onAttempt) => {
      guards.push(onAttempt);
      return () => {
        guards = guards.filter((candidate) => candidate !== onAttempt);
        if (guards.length === 0) held = null;
      };
    },
    attempt,
    allow: () => {
      const proceed = held;
      held = null;
      proceed?.();
    },
    refuse: () => {
      held = null;
    },
    close: () => page.removeEventListener('popstate', onPop),
  };
}
