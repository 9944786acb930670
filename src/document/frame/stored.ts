import type { Pair } from '#common/document/regions/values.ts';
import type { FrameMode, FromFrame } from '../host/protocol.ts';
import { readElement, regionElements, regionKind, type FrameRegion } from './dom-regions.ts';
import { FRAME_LIMITS } from './limits.ts';
import { membersOf } from './own.ts';
import { withReadNoscript } from './refresh.ts';

/** Values of a document. By region without a prototype: no setter of the document's scripts runs, and an id may be `__proto__`. */
type Stored = { readonly values: Readonly<Record<string, string>>; readonly hasControls: boolean };

/** The ways in which an HTML text can run something. */
const MAY_RUN = /<script|javascript:|[\s"'/]on[a-z]+\s*=/i;

/** An HTML text with controls, which change without an event. */
const HAS_CONTROLS = /<(?:input|select|textarea)/i;

/**
 * The values that an HTML text gives to its regions. If they are not known, they are read from a copy in which nothing runs. Must be called before
 * the document's first script.
 * @param known values that the page has read: in the editor without those that the document's script computes
 * @returns null if nothing in the text can run: it cannot change its values
 */
export function storedIn(html: string, mode: FrameMode, known?: readonly Pair[]): Stored | null {
  if (!MAY_RUN.test(html)) return null;
  const values = { __proto__: null } as unknown as Record<string, string>;
  for (const [id, value] of known ?? readIn(html, mode)) values[id] ??= value;
  return { values, hasControls: HAS_CONTROLS.test(html) };
}

function readIn(html: string, mode: FrameMode): Pair[] {
  const source = membersOf(new DOMParser().parseFromString(withReadNoscript(html), 'text/html'));
  return regionElements(source).flatMap((element): Pair[] => {
    if (mode === 'edit' && element.hasAttribute('data-ready-computed')) return [];
    const value = readElement(element, regionKind(element, source) ?? 'text').slice(0, FRAME_LIMITS.value);
    return [[element.getAttribute('id') ?? '', value]];
  });
}

/** The regions of the document, as far as a keeper uses them. */
type KeptRegions = {
  keeper: Keeper;
  setBack(isLast: boolean): FrameRegion[];
  lookAtControls(most: number): void;
};

type Parts = {
  readonly store: KeptRegions;
  /** True if the user has acted in the region: it is the user's from then on. */
  readonly isReached: (id: string) => boolean;
  /** Notes what the document has done until now. */
  readonly look: () => void;
  /** Receives the elements whose values were just set back. */
  readonly done: (elements: readonly HTMLElement[]) => void;
  readonly isReady: () => boolean;
  readonly post: (message: FromFrame) => void;
  readonly held: (work: () => void) => () => void;
};

/**
 * Keeps the stored values of a document's regions, whatever its script writes there: in a view always, in the editor unless the user has acted
 * shortly before, so that a script can answer the user (`docs/adr/0064-stored-values-are-shown.md`). It sets values back before they are drawn, at
 * most twice for each drawing, and gives up regions that the document fights for.
 */
export class Keeper {
  readonly #parts: Parts;
  #mode: FrameMode = 'view';
  #stored: Stored | null = null;
  /** Moment of the user's last act in the document. */
  #acted = -Infinity;
  #isSpent = false;
  #begun = -Infinity;
  #times = 0;
  /** Regions that were set back in the current second. */
  #recent = new Set<string>();
  readonly #contested = new Set<string>();
  /** Values that the document's script would have. */
  readonly #wishes = new Map<string, string>();
  #isReported = true;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.store.keeper = this;
  }

  /** Begins with a document, once its text is parsed. @param stored null for a document that may change its values */
  begin(stored: Stored | null, mode: FrameMode): void {
    this.#stored = stored;
    this.#mode = mode;
    if (stored?.hasControls) this.#watchControls();
  }

  /** The user has acted: what the document's script changes soon after is its answer. */
  noteAct(): void {
    this.#acted = performance.now();
  }

  /** The value that a region must have, if it has a stored one. */
  storedValue(id: string): string | undefined {
    return this.#stored?.values[id];
  }

  /** True if a script's change of the region is undone now. @param element one of the region's, which shows the change */
  isHeld({ id, kind }: FrameRegion, element: HTMLElement): boolean {
    if (this.#stored?.values[id] === undefined) return false;
    if (this.#mode === 'view') return true;
    if (this.#parts.isReached(id)) return false;
    // A value that the script wanted before the user acted is no answer to the act: it writes it again and again.
    return (
      !this.#isAnswering() || this.#wishes.get(id) === readElement(element, kind, true).slice(0, FRAME_LIMITS.value)
    );
  }

  /** True if the region is no longer set back; its value stays the stored one. */
  isContested = (id: string): boolean => this.#contested.has(id);

  /** Notes the value that the document's script would have in a region. */
  noteWish(id: string, value: string): void {
    if (this.#wishes.get(id) === value) return;
    this.#wishes.set(id, value);
    this.#isReported = false;
  }

  /** Notes that a script's answer to the user was taken: what it wanted before may be an answer later. */
  noteAnswer(id: string): void {
    this.#wishes.delete(id);
  }

  /** Sets values back at once; after that, not before the next drawing. */
  keepSoon(): void {
    if (this.#isSpent) return;
    this.#isSpent = true;
    requestAnimationFrame(
      this.#parts.held(() => {
        this.#isSpent = false;
        this.keep();
      }),
    );
    this.keep();
  }

  /** Sets back the values that the document's script has changed. @param isLast true to include those that it fights for, as before a print */
  keep(isLast = false): void {
    const { store, look, done } = this.#parts;
    if (this.#stored === null) return;
    look();
    if (isLast) store.lookAtControls(Infinity);
    const regions = store.setBack(isLast);
    if (regions.length === 0) return;
    for (let at = 0; at < regions.length; at += 1) done(regions[at]?.elements ?? []);
    if (!isLast) this.#count(regions);
  }

  /** Reports the wishes of an edited document, if there are new ones. */
  report(): void {
    if (this.#isReported || this.#mode !== 'edit' || !this.#parts.isReady()) return;
    this.#isReported = true;
    this.#post(Array.from(this.#wishes.keys()).slice(0, FRAME_LIMITS.wishes), false);
  }

  #isAnswering = (): boolean => performance.now() - this.#acted <= FRAME_LIMITS.answer;

  #count(regions: readonly FrameRegion[]): void {
    const now = performance.now();
    if (now - this.#begun > 1_000) {
      this.#begun = now;
      this.#times = 0;
      this.#recent = new Set();
    }
    this.#times += 1;
    for (let at = 0; at < regions.length; at += 1) this.#recent.add(regions[at]?.id ?? '');
    if (this.#times < FRAME_LIMITS.setBacks || !this.#parts.isReady()) return;
    this.#recent.forEach((id) => this.#contested.add(id));
    this.#begun = -Infinity;
    this.#post(this.#contested, true);
  }

  #post(ids: Iterable<string>, isContested: boolean): void {
    const values = Array.from(ids, (id): Pair => [id, this.#wishes.get(id) ?? '']);
    this.#parts.post({ type: 'wishes', values, isContested });
  }

  /** Controls change silently: they are compared before each drawing. */
  #watchControls(): void {
    const watch = this.#parts.held(() => {
      requestAnimationFrame(watch);
      if (this.#mode === 'edit' && this.#wishes.size === 0 && this.#isAnswering()) return;
      this.#parts.store.lookAtControls(FRAME_LIMITS.controls);
      this.keep();
    });
    requestAnimationFrame(watch);
  }
}
