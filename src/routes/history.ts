import {
  createPath,
  type Location,
  NavigationType as Action,
  type Navigator,
  parsePath,
  type To,
} from 'react-router-dom';
import type { LeaveGuardRef } from '#machines/shared/leave-guard.machine.ts';
import type { Navigation } from '#ui/shared/navigation-context.ts';

/** Functions of the history for screens. */
type Holding = Pick<Navigation, 'guardLeaving' | 'attempt' | 'allow' | 'refuse' | 'leaveTo'>;

/** The browser's history, whose changes a screen can hold: the router's small declarative mode has no blocker of its own (ADR 8). */
export type AppHistory = Navigator &
  Holding & {
    readonly location: Location;
    readonly action: Action;
    /** True if the last change of address was the user's own, by a link or by the browser's buttons, and not a screen's. */
    readonly isByPerson: boolean;
    /** True if there is a page of this application to go back to. */
    readonly canGoBack: boolean;
    /** Calls back after each change of address. */
    listen(listener: () => void): () => void;
    /** Changes the address without asking the guard. */
    go(delta: number): void;
    force(to: To, replace: boolean, state?: unknown): void;
    /** Stops listening to the window. */
    close(): void;
  };

type Entry = { usr: unknown; key: string; index: number };

const entryOf = (state: unknown): Entry | null =>
  typeof state === 'object' && state !== null && 'index' in state && 'key' in state ? (state as Entry) : null;

let keys = 0;
const nextKey = (): string => `${Date.now().toString(36)}-${(keys += 1).toString(36)}`;

/** @param page the window with the address bar */
export function createAppHistory(page: Window): AppHistory {
  const { history } = page;
  if (!entryOf(history.state)) history.replaceState({ usr: null, key: 'default', index: 0 } satisfies Entry, '');

  let leaveGuard: LeaveGuardRef | null = null;
  const listeners = new Set<() => void>();
  /** The last attempted change. */
  let attempted: (() => void) | null = null;
  let ask: (() => void) | null = null;
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

  const settle = (next: Action, byPerson: boolean): void => {
    action = next;
    isByPerson = byPerson;
    index = indexNow();
    location = read();
    for (const listener of listeners) listener();
  };

  const write = (to: To, state: unknown, replace: boolean, byPerson: boolean): void => {
    const href = createHref(to);
    const entry: Entry = { usr: state ?? null, key: nextKey(), index: replace ? index : index + 1 };
    if (replace) history.replaceState(entry, '', href);
    else history.pushState(entry, '', href);
    settle(replace ? Action.Replace : Action.Push, byPerson);
  };

  const attempt = (leave: () => void): void => {
    attempted = leave;
    if (leaveGuard) leaveGuard.send({ type: 'leave.attempted' });
    else leave();
  };
  const begin = (guard: LeaveGuardRef): LeaveGuardRef => {
    guard.on('question.asked', () => ask?.());
    guard.on('attempt.released', () => attempted?.());
    guard.on('move.accepted', () => settle(Action.Pop, true));
    guard.on('move.undone', ({ delta }) => {
      attempted = () => history.go(delta);
      history.go(-delta);
    });
    return guard;
  };
  const onPop = (): void => {
    if (leaveGuard) leaveGuard.send({ type: 'history.moved', delta: indexNow() - index });
    else settle(Action.Pop, true);
  };
  page.addEventListener('popstate', onPop);

  const onUnload = (event: Event): void => {
    if (!leaveGuard?.getSnapshot().hasTag('pageMayGo')) event.preventDefault();
    leaveGuard?.send({ type: 'page.unloaded' });
  };

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
    force: (to, replace, state) => write(to, state, replace, false),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    guardLeaving: (onAttempt, start) => {
      const guard = (leaveGuard ??= begin(start()));
      ask = onAttempt;
      page.addEventListener('beforeunload', onUnload);
      guard.send({ type: 'guard.raised' });
      return () => {
        page.removeEventListener('beforeunload', onUnload);
        guard.send({ type: 'guard.dropped' });
      };
    },
    attempt,
    allow: () => leaveGuard?.send({ type: 'leave.allowed' }),
    refuse: () => leaveGuard?.send({ type: 'leave.refused' }),
    leaveTo: (href) => {
      leaveGuard?.send({ type: 'link.allowed' });
      page.location.assign(href);
    },
    close: () => {
      page.removeEventListener('popstate', onPop);
      page.removeEventListener('beforeunload', onUnload);
    },
  };
}
