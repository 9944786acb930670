import type { Pair } from '#common/document/regions/values.ts';
import { FRAME_LIMITS } from './limits.ts';
import { charactersOf, ownDocument, windowWidth } from './own.ts';
import { isInSight, isTextInSight, textsIn } from './sight.ts';
import type { RegionStore } from './store.ts';

/** The longest text of a row, in characters, that needs not be seen: numbers and words of a form. */
const SHORT = 3;
const WORDS_OF_CONTROLS = /^(true|false|\d{4}-\d\d-\d\dT[\d:.]+Z?)$/;

const bare = (text: string): string => text.replace(/\s+/g, '');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The texts in a row, except its id. */
function textsOf(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string') {
    const text = oneLine(value);
    if (text.length > SHORT && !WORDS_OF_CONTROLS.test(text)) found.push(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value))
      if (name !== 'id') textsOf((value as Readonly<Record<string, unknown>>)[name], found);
  }
  return found;
}

/** All that is drawn, and the texts of fields, without white space: a cell of a row may have several texts. */
function drawnText(): string {
  const fields = [...ownDocument.querySelectorAll<HTMLElement>('input,textarea,select')].filter(isInSight);
  const texts = textsIn(ownDocument.body).filter(isTextInSight).map(charactersOf);
  return bare([...texts, ...fields.map((field) => (field as HTMLInputElement).value)].join(''));
}

/** True while the document has no layout, as behind the list of all regions, which shows their values. */
const isListed = (): boolean => windowWidth() === 0;

/**
 * Text that the document's script has written and no user may have seen: it was out of sight when it was written, or is at the submission, and was not
 * in sight after a press or key of a user that followed.
 */
export class Unseen {
  readonly #store: RegionStore;
  /** The regions that a script has written, the last time that a user acted before that, and if they were out of sight then. */
  readonly #written = new Map<string, { acts: number; wasHidden: boolean }>();
  readonly #seen = new Set<string>();
  /** Texts that users have written, also in regions that are no longer in the page. */
  readonly #typed = new Map<string, string>();
  #acts = 0;
  #looked = 0;

  constructor(store: RegionStore) {
    this.#store = store;
  }

  /** Notes a press or a key of the user, and what was in sight until then. */
  noteAct(): void {
    this.#acts += 1;
    this.#lookNow();
  }

  /** Notes that regions have changed. @param typed those of them that a user has changed */
  note(changes: readonly Pair[], typed: ReadonlySet<string> = new Set()): void {
    let left = FRAME_LIMITS.unseenAtOnce;
    for (const [id, value] of changes) {
      this.#seen.delete(id);
      this.#written.delete(id);
      this.#typed.delete(id);
      const region = this.#store.regions.get(id);
      if (typed.has(id)) this.#typed.set(id, oneLine(value));
      // Regions that a script has made are rows, which are known by their texts; computed ones are never asked about.
      else if (region?.loaded != null && !region.elements[0]?.hasAttribute('data-ready-computed'))
        // Each look costs a layout's reading: those that are not looked at count as out of sight until a later look.
        this.#written.set(id, {
          acts: this.#acts,
          wasHidden: !isListed() && ((left -= 1) < 0 || this.#store.isHidden(id)),
        });
    }
  }

  /** Notes values of the page, which its user can see there. @returns their regions */
  noteGiven(values: readonly Pair[]): ReadonlySet<string> {
    const ids = new Set(values.map(([id]) => id));
    this.note(values, ids);
    return ids;
  }

  /** Looks which of the regions are in sight, if a user has acted since: those have been seen. Not after the document's own function has run. */
  look(): void {
    if (this.#looked === this.#acts) return;
    this.#looked = this.#acts;
    this.#lookNow();
  }

  #lookNow(): void {
    if (isListed()) return;
    let left = Math.min(FRAME_LIMITS.unseen, this.#written.size);
    for (const [id, written] of this.#written) {
      if ((left -= 1) < 0) return;
      if (written.acts === this.#acts) continue;
      // The next look begins with others.
      this.#written.delete(id);
      if (this.#store.isHidden(id)) this.#written.set(id, written);
      else this.#seen.add(id);
    }
  }

  #isUnseen(id: string): boolean {
    return !this.#seen.has(id) && (this.#written.get(id)?.wasHidden === true || this.#store.isHidden(id));
  }

  /** The regions that no user may have seen. @param unasked those that no user has changed */
  regions(unasked: readonly string[]): string[] {
    if (isListed()) return [];
    return [...new Set([...unasked, ...this.#written.keys()])].filter((id) => this.#isUnseen(id));
  }

  /** The texts of rows that are nowhere in sight, each with the id of its row. */
  rows(rows: readonly unknown[]): Pair[] {
    const texts = rows.map((row) => textsOf(row));
    if (isListed() || !ownDocument.body || texts.every(({ length }) => length === 0)) return [];
    let drawn: string | null = null;
    const regions = Array.from(this.#store.regions.values(), ({ id, value }) => [oneLine(value), id] as const);
    const isIn = new Map<string, boolean>();
    const isRead = (id: string): boolean => {
      const known = isIn.get(id) ?? !this.#isUnseen(id);
      isIn.set(id, known);
      return known;
    };
    const typed = [...this.#typed.values()];
    const isSeen = (given: string): boolean => {
      const text = oneLine(given);
      return (
        typed.some((value) => value.includes(text)) ||
        regions.some(([value, id]) => value.includes(text) && isRead(id)) ||
        (drawn ??= drawnText()).includes(bare(text))
      );
    };
    const found: Pair[] = [];
    for (const [at, row] of rows.entries()) {
      const { id } = row !== null && typeof row === 'object' ? (row as { id?: unknown }) : {};
      for (const text of texts[at] ?? [])
        if (!isSeen(text)) found.push([typeof id === 'string' && id !== '' ? id.slice(0, 256) : `row ${at + 1}`, text]);
    }
    return found;
  }
}
