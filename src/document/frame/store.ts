import { FRAME_LIMITS } from './limits.ts';
import {
  canHold,
  markLines,
  noteGiven,
  readElement,
  regionElements,
  regionKind,
  isShownEmpty,
  shownIn,
  writeElement,
} from './dom-regions.ts';
import type { FrameRegion } from './dom-regions.ts';
import type { FromFrame } from '../host/protocol.ts';
import { isUnreadable } from '../unreadable.ts';
import type { Keeper } from './stored.ts';
import { announce, unhidden } from './own.ts';
import { isInSight } from './sight.ts';
import { takeBack } from './realm.ts';

type Pair = [id: string, value: string];

/** The document's regions, the values that the host knows of them, and values that wait for a region to appear. */
export class RegionStore {
  readonly regions = new Map<string, FrameRegion>();
  /** Every region element in document order; grows and shrinks with `rescan`. */
  elements: HTMLElement[] = [];
  /** Decides which values a script cannot change. */
  keeper!: Keeper;
  /** Edits the text of an element as the user would, if the user has been in it; a field's, if the user still is. */
  retype!: (element: HTMLElement, text: string) => boolean;
  readonly #touched = new Map<FrameRegion, HTMLElement>();
  readonly #pending = new Map<string, string>();
  #unfit: Pair[] = [];
  /** True once the document has loaded: text that appears from then on comes from a script. */
  #isSettled = false;
  /** Regions whose value differs from that at load: a snapshot lists them. */
  readonly #changed = new Set<FrameRegion>();
  readonly #controls = new Set<FrameRegion>();
  /** Position at which the next check of controls continues. */
  #looks: SetIterator<FrameRegion> | null = null;
  /** The state of each control when it was last checked, or written. */
  readonly #seen = new WeakMap<HTMLElement, string>();
  /** Regions in which the user has typed something that the browser cannot read, and the element; they keep the value that was read last. */
  #reportedUnreadable: readonly string[] = [];
  readonly #unreadable = new Map<FrameRegion, HTMLElement>();
  /** Regions of the loaded document that its scripts have removed from the page, as in a wizard: they keep their values. */
  readonly #away = new Map<string, FrameRegion>();

  /** The region that holds a node, and its element. */
  find(node: Node | null): { region: FrameRegion; element: HTMLElement } | null {
    let element = node instanceof Element ? node : (node?.parentElement ?? null);
    while (element) {
      const own = unhidden(element);
      // Looked up by id: a map of elements would need twenty thousand more entries at each load.
      const region = this.regions.get(own.getAttribute('id') ?? '');
      if (region?.elements.includes(element as HTMLElement) && own.isConnected) {
        return { region, element: element as HTMLElement };
      }
      element = own.parentElement;
    }
    return null;
  }

  /** Looks for regions again. @returns the added ones, with their values, and the ids of the removed ones */
  rescan(): { added: Pair[]; removed: string[]; fresh: HTMLElement[] } {
    const elements = regionElements();
    const found = new Map<string, HTMLElement[]>();
    for (const element of elements) {
      const id = element.getAttribute('id') ?? '';
      const list = found.get(id);
      if (list) list.push(element);
      else if (found.size < FRAME_LIMITS.regions) found.set(id, [element]);
    }
    const known = new Set(this.elements);
    const removed = [...this.regions.keys()].filter((id) => !found.has(id));
    for (const id of removed) this.#forget(id);
    const added: Pair[] = [];
    for (const [id, list] of found) {
      let region = this.regions.get(id);
      const [first] = list;
      if (!first) continue;
      if (region) {
        this.#renew(region, list, known);
        continue;
      }
      const before = this.#comeBack(id);
      region = { id, kind: regionKind(first) ?? 'text', elements: list, value: '', loaded: before?.loaded ?? null };
      this.regions.set(id, region);
      if (region.kind !== 'text') this.#controls.add(region);
      for (const element of list) this.#look(region, element);
      const waiting = this.#pending.get(id) ?? (before && before.value !== before.loaded ? before.value : undefined);
      if (waiting !== undefined) this.#write(region, waiting);
      this.#pending.delete(id);
      const value = readElement(first, region.kind, this.#isSettled).slice(0, FRAME_LIMITS.value);
      const stored = before?.value ?? this.keeper.storedValue(id);
      const isKept = waiting === undefined && stored !== undefined && this.keeper.isHeld(region, first);
      this.#set(region, isKept ? stored : value);
      if (isKept && value !== stored) this.#touched.set(region, first);
      added.push([id, region.value]);
    }
    this.elements = elements;
    return { added, removed, fresh: elements.filter((element) => !known.has(element)) };
  }

  /**
   * A region's elements were replaced or joined by others. A value that the user entered is written into the new elements; if nothing was entered
   * the document's own new text counts.
   */
  #renew(region: FrameRegion, list: HTMLElement[], known: ReadonlySet<HTMLElement>): void {
    const isUsers = region.value !== region.loaded || list.some((element) => known.has(element));
    region.elements = list;
    for (const element of list) {
      if (known.has(element)) continue;
      if (isUsers || this.keeper.isHeld(region, element)) this.#put(region, element, region.value);
      else this.#touched.set(region, element);
    }
  }

  /** True if a region has a value but is not visible in the document, or is in no page at all. */
  isHidden(id: string): boolean {
    const region = this.regions.get(id) ?? this.#away.get(id);
    return region !== undefined && region.value !== '' && !region.elements.some(isInSight);
  }

  /** Notes that a region may have changed in this element. */
  touch(region: FrameRegion, element: HTMLElement): void {
    this.#touched.set(region, element);
  }

  /** The regions whose field holds something that the browser cannot read, and did not at the last call. */
  newlyUnreadable(): string[] {
    const now = this.unreadable;
    const before = new Set(this.#reportedUnreadable);
    this.#reportedUnreadable = now;
    return now.filter((id) => !before.has(id));
  }

  /** The regions whose field holds something that the browser cannot read, as when they were last read. */
  get unreadable(): string[] {
    return Array.from(this.#unreadable.keys(), ({ id }) => id);
  }

  /** The field of a region that holds something unreadable, if there is one. */
  unreadableIn(region: FrameRegion): HTMLElement | undefined {
    return this.#unreadable.get(region);
  }

  /** Forgets fields that can be read again, or are gone. @returns their regions: the host has dropped their values */
  #readAgain(): Set<FrameRegion> {
    const again = new Set<FrameRegion>();
    for (const [region, element] of this.#unreadable) {
      if (region.elements.includes(element) && element.isConnected && isUnreadable(element)) continue;
      this.#unreadable.delete(region);
      again.add(region);
    }
    return again;
  }

  /**
   * Shows the known values again in regions that a script cannot change.
   * @param isLast true to include those that the document fights for
   * @returns the regions where it had other values
   */
  setBack(isLast: boolean): FrameRegion[] {
    const changed: [FrameRegion, string][] = [];
    for (const [region, element] of this.#touched) {
      if (!region.elements.includes(element) || !this.keeper.isHeld(region, element)) continue;
      if (this.keeper.isContested(region.id) && !isLast) continue;
      this.#touched.delete(region);
      const value = readElement(element, region.kind, this.#isSettled).slice(0, FRAME_LIMITS.value);
      if (value !== region.value) changed.push([region, value]);
    }
    // All are read before one is written: a radio button changes the others of its group.
    for (const [region, value] of changed) {
      this.keeper.noteWish(region.id, value);
      for (const element of region.elements) this.#put(region, element, region.value);
    }
    return changed.map(([region]) => region);
  }

  /** Reads the touched regions, and shows a new value in all elements of its region. @returns the values that the host does not know yet */
  changes(): Pair[] {
    const pairs: Pair[] = [];
    const again = this.#readAgain();
    for (const [region, element] of this.#touched) {
      if (this.keeper.isHeld(region, element)) continue;
      this.#touched.delete(region);
      if (!region.elements.includes(element)) continue;
      if (isUnreadable(element)) {
        this.#unreadable.set(region, element);
        continue;
      }
      const value = readElement(element, region.kind, this.#isSettled).slice(0, FRAME_LIMITS.value);
      if (value === region.value) continue;
      this.#set(region, value);
      this.keeper.noteAnswer(region.id);
      if (region.kind === 'text') markLines(element, value);
      for (const other of region.elements) if (other !== element) this.#put(region, other, value);
      pairs.push([region.id, value]);
      again.delete(region);
    }
    takeBack();
    for (const region of again) if (!this.#unreadable.has(region)) pairs.push([region.id, region.value]);
    return pairs;
  }

  /**
   * Notes the form controls that have changed since the last check: scripts set them without an event.
   * @param most maximum number to check; the next check continues after them
   */
  lookAtControls(most = Infinity): void {
    this.#looks ??= this.#controls.values();
    for (let left = Math.min(most, this.#controls.size); left > 0; left -= 1) {
      let next = this.#looks.next();
      if (next.done) next = (this.#looks = this.#controls.values()).next();
      if (next.done) return;
      const region = next.value;
      for (const element of region.elements) if (this.#look(region, element)) this.#touched.set(region, element);
    }
  }

  /**
   * Sets values; those of absent regions wait.
   * @param was the values that the host takes for shown, by place: a region with another one, or in which text is being composed, keeps its text
   * @returns the values of regions that do not accept the value, such as a select, or keep their own; and what those were to be before
   */
  patch(
    values: readonly Pair[],
    was: readonly string[],
    composed: FrameRegion | null,
  ): { changes: Pair[]; was: Pair[] } {
    const [corrected, kept]: [Pair[], Pair[]] = [[], []];
    for (const [at, [id, value]] of values.entries()) {
      const region = this.regions.get(id);
      if (!region) {
        this.#pending.set(id, value);
        const away = this.#away.get(id);
        if (away) this.#set(away, value);
        continue;
      }
      const before = was[at];
      const isChanged = region.value !== before || region === composed || this.#unreadable.has(region);
      if (before !== undefined && region.value !== value && isChanged) {
        if (!this.#unreadable.has(region)) corrected.push([id, region.value]);
        kept.push([id, before]);
        continue;
      }
      if (region.value !== value || this.#unreadable.has(region)) this.#write(region, value, before !== undefined);
      else if (region.kind === 'text' || region.elements.some(isUnreadable)) continue;
      // The host knows the value: nothing is to be reported.
      if (!region.elements.some(isUnreadable)) this.#unreadable.delete(region);
      const now = region.elements[0] ? readElement(region.elements[0], region.kind) : '';
      this.#set(region, now);
      if (now !== value) corrected.push([id, now]);
    }
    return { changes: corrected, was: kept };
  }

  /** Reports the values that controls could not hold since the last call, and those of the document that its fields do not show. */
  reportUnfit(post: (message: FromFrame) => void): void {
    const [first] = this.#unfit;
    if (first) post({ type: 'loses', id: first[0], what: [], unfit: this.#unfit });
    this.#unfit = [];
  }

  /** From here on a snapshot lists the differences from the current values. */
  settle(): void {
    this.#isSettled = true;
    for (const region of this.regions.values()) {
      region.loaded = region.value;
      if (region.elements.some((element) => isShownEmpty(element, region.kind, region.value)))
        this.#noteUnfit(region.id, region.value);
    }
    this.#changed.clear();
  }

  /** The changed regions; its cost depends on their number and not on the document's length. */
  changedSinceLoad(): Pair[] {
    return [...this.#changed].map((region): Pair => [region.id, region.value]);
  }

  #noteUnfit(id: string, value: string): void {
    this.#unfit[this.#unfit.length] = [id, value.slice(0, FRAME_LIMITS.leftText)];
  }

  #set(region: FrameRegion, value: string): void {
    region.value = value;
    if (value === region.loaded) this.#changed.delete(region);
    else this.#changed.add(region);
  }

  #forget(id: string): void {
    const region = this.regions.get(id);
    if (!region) return;
    this.regions.delete(id);
    this.#controls.delete(region);
    // A region made by a script is gone when removed; a region of the host's document is only out of sight.
    if (region.loaded === null) this.#changed.delete(region);
    else this.#away.set(id, region);
  }

  #comeBack(id: string): FrameRegion | undefined {
    const region = this.#away.get(id);
    if (!region) return undefined;
    this.#away.delete(id);
    this.#changed.delete(region);
    return region;
  }

  /** Checks a control. @returns true if it has changed */
  #look({ kind }: FrameRegion, element: HTMLElement): boolean {
    if (kind === 'text') return false;
    const shown = shownIn(element, kind);
    if (this.#seen.get(element) === shown) return false;
    this.#seen.set(element, shown);
    return true;
  }

  #put(region: FrameRegion, element: HTMLElement, value: string): void {
    writeElement(element, region.kind, value);
    takeBack();
    this.#look(region, element);
  }

  /** Edits the text of an element as the user would. @returns true if it shows this text now */
  #retypes({ kind }: FrameRegion, element: HTMLElement, text: string): boolean {
    if (!this.retype(element, text)) return false;
    if (kind === 'text') markLines(element, text);
    return readElement(element, kind, this.#isSettled) === text;
  }

  /** Writes a value. @param isStored true for one that the host has stored: it counts like one of the HTML, also in a field that cannot show it */
  #write(region: FrameRegion, value: string, isStored = false): void {
    const [first] = region.elements;
    if (isStored && region.kind === 'input')
      for (const element of region.elements) element.setAttribute('value', value);
    // An event of a control that keeps its own value would count as the user's change of it.
    if (first && !canHold(first, region.kind, value)) {
      this.#noteUnfit(region.id, value);
      return;
    }
    for (const element of region.elements) {
      // Another user's save is not undone by this user.
      const isTyped = !isStored && this.#retypes(region, element, value);
      if (!isTyped) this.#put(region, element, value);
      // The document's own scripts may compute something from the value.
      if (!isTyped) announce(element, 'input');
      if (region.kind !== 'text') announce(element, 'change');
      if (region.kind === 'input') noteGiven(element, value);
    }
  }
}
