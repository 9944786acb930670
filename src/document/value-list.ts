import type { Pair } from './protocol.ts';

/**
 * The values of a document's regions in their order, of which copies are given away again and again. Twenty thousand of them are not
 * looked up by id before somebody asks for one, and a copy is one of the list, not of each pair: pairs are replaced, never changed.
 */
export class ValueList {
  #pairs: Pair[] = [];
  #places: Map<string, number> | null = null;

  /** Takes the first values. Of pairs that share an id the last counts, at the place of the first. */
  begin(pairs: readonly Pair[]): void {
    this.#pairs = [...pairs];
    this.#places = null;
  }

  /** All values, in the order in which their ids came. */
  all(): Pair[] {
    this.#index();
    return this.#pairs.slice();
  }

  get(id: string): string | undefined {
    const at = this.#index().get(id);
    return at === undefined ? undefined : this.#pairs[at]?.[1];
  }

  /** Sets values; an id that is new comes last. */
  set(pairs: readonly Pair[]): void {
    if (pairs.length === 0) return;
    const places = this.#index();
    for (const pair of pairs) {
      const at = places.get(pair[0]);
      if (at !== undefined) {
        this.#pairs[at] = pair;
        continue;
      }
      places.set(pair[0], this.#pairs.length);
      this.#pairs.push(pair);
    }
  }

  /** Sets values of ids that are there, and no others. */
  replace(pairs: readonly Pair[]): void {
    const places = this.#index();
    this.set(pairs.filter(([id]) => places.has(id)));
  }

  remove(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const gone = new Set(ids);
    this.#pairs = this.#pairs.filter(([id]) => !gone.has(id));
    this.#places = null;
  }

  #index(): Map<string, number> {
    if (this.#places) return this.#places;
    const places = new Map<string, number>();
    const pairs: Pair[] = [];
    for (const pair of this.#pairs) {
      const at = places.get(pair[0]);
      if (at === undefined) {
        places.set(pair[0], pairs.length);
        pairs.push(pair);
      } else {
        pairs[at] = pair;
      }
    }
    this.#pairs = pairs;
    return (this.#places = places);
  }
}
