import type { PrintFoot } from './protocol.ts';

/** Place in the page that shows a document, and its properties. */
export type Place = {
  readonly element: HTMLElement;
  /** The document's name, for the title of its frame. */
  readonly title: string;
  /** CSS value. */
  readonly height: string;
  /** True on a wall: if the window is large enough, a live document is fitted to it. */
  readonly isOnWall?: boolean;
  /** At the end of the printed document. */
  readonly foot?: PrintFoot | null;
};

type Watcher = { appeared(place: Place): void; described(place: Place): void; vanished(): void };

const places = new Map<string, Place>();
const watchers = new Map<string, Watcher>();

/**
 * Gives a document a place in the page. Later calls update it, and the document stays.
 * @param key as in the input of `documentFrame`
 */
export function givePlace(key: string, place: Place): void {
  const before = places.get(key);
  places.set(key, place);
  const watcher = watchers.get(key);
  if (before?.element === place.element) watcher?.described(place);
  else watcher?.appeared(place);
}

/** Removes the place of a document, before its element leaves the page. */
export function takePlace(key: string): void {
  if (places.delete(key)) watchers.get(key)?.vanished();
}

/** The place of a document, while it has one. */
export const placeOf = (key: string): Place | undefined => places.get(key);

/**
 * Reports changes of the one place of a document; reports an existing place at once.
 * @returns a function that ends it
 */
export function watchPlace(key: string, watcher: Watcher): () => void {
  watchers.set(key, watcher);
  const place = places.get(key);
  if (place) watcher.appeared(place);
  return () => {
    if (watchers.get(key) === watcher) watchers.delete(key);
  };
}
