import { folded } from '../text/folded.ts';
import { escapeAttribute, splice, type Splice } from '../text/splice.ts';

/** Kinds of places that can become regions. */
export type BlankKind = 'cell' | 'line' | 'placeholder' | 'field' | 'box' | 'space' | 'text';

/**
 * One change that makes a region: replacement of the source from `start` to `end`; the id and the name are inserted between `text` and `after`,
 * unless that is null.
 */
export type BlankChange = readonly [start: number, end: number, text: string, after: string | null];

/** A place of a document that can become a region (`server/domain/uploads/blanks/blanks.ts`). Offsets are those of UTF-16 units in its source. */
export type Blank = {
  readonly kind: BlankKind;
  /** The name for users. */
  readonly label: string;
  /** The id in the document; null if one is made from the name. */
  readonly ownId: string | null;
  /** True if users probably fill it in. All others can be marked by hand. */
  readonly isOffered: boolean;
  /** Offset behind the name of its tag, for an element; -1 for text. */
  readonly tag: number;
  /** Its text, in one piece or several; empty for an element. */
  readonly pieces: readonly (readonly [start: number, end: number])[];
  readonly changes: readonly BlankChange[];
  /** For an empty place: the changes that make a box to tick of it, if its style draws one. */
  readonly box?: readonly BlankChange[] | undefined;
};

/** The places of a document that can become regions. `ids`: all ids in it. `hasMore`: there are more places than the list contains. */
export type FoundBlanks = {
  readonly blanks: readonly Blank[];
  readonly ids: readonly string[];
  readonly hasMore: boolean;
};

/** The problem of a document in which nothing is marked to be filled in: the workshop is the way on. */
export const NO_REGIONS = 'It has no fields: nothing in it has the class "editable" and an id.';

/** A place that was taken, by its number in the list of blanks, with the name that it has now. */
export type TakenBlank = { readonly at: number; readonly label: string; readonly isComputed?: boolean };

/** Maximum length of a name. */
export const LABEL_MAX = 120;
const ID_MAX = 48;

/** A name in the letters of ids: those of any alphabet as searches fold them, digits, hyphens, a letter first. '' for a name without any. */
export function slugOf(label: string): string {
  const letters = folded(label.slice(0, 400)).normalize('NFC').replace(/['’]/g, '');
  const words = letters.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  while (words.length > 1 && /^\p{N}+$/u.test(words[0] ?? '')) words.shift();
  let slug = '';
  // A language without blanks has one long word.
  for (const word of words.map((one, at) =>
    at === 0
      ? Array.from(one)
          .slice(0, ID_MAX / 2)
          .join('')
      : one,
  )) {
    if (slug.length + word.length >= ID_MAX) break;
    slug += slug === '' ? word : `-${word}`;
  }
  return /^[\p{N}\p{M}]/u.test(slug) ? `field-${slug}` : slug;
}

/**
 * The ids of places, in the order of the document: from their names, each of them once.
 * @param used ids that the document has
 */
export function idsOf(
  blanks: readonly Blank[],
  taken: readonly TakenBlank[],
  used: readonly string[],
): Map<number, string> {
  const there = new Set(used);
  const ids = new Map<number, string>();
  const next = new Map<string, number>();
  for (const { at, label } of inDocument(taken)) {
    const own = blanks[at]?.ownId ?? null;
    if (own !== null) {
      ids.set(at, own);
      continue;
    }
    const base = slugOf(label) || 'field';
    let number = next.get(base) ?? 1;
    let id = number === 1 ? base : `${base}-${number}`;
    while (there.has(id)) id = `${base}-${(number += 1)}`;
    next.set(base, number + 1);
    there.add(id);
    ids.set(at, id);
  }
  return ids;
}

/** Places in the order of the document, which is that of their numbers. */
const inDocument = (taken: readonly TakenBlank[]): TakenBlank[] => [...taken].sort((a, b) => a.at - b.at);

/** The document with these places as regions; no other byte of it changes. */
export function markBlanks(
  source: string,
  blanks: readonly Blank[],
  taken: readonly TakenBlank[],
  used: readonly string[],
): string {
  const ids = idsOf(blanks, taken, used);
  const changes = taken.flatMap(({ at, label, isComputed = false }) => {
    const id = blanks[at]?.ownId === null ? ` id="${ids.get(at) ?? ''}"` : '';
    const named = `${id} data-ready-label="${escapeAttribute(label)}"${isComputed ? ' data-ready-computed' : ''}`;
    return (blanks[at]?.changes ?? []).map(([start, end, text, after]): Splice => ({
      start,
      end,
      text: after === null ? text : text + named + after,
    }));
  });
  return splice(source, changes);
}

/** Numbers of the empty places that a document's style draws: as a line or an area to write in, and as a box to tick. */
export type DrawnBlanks = { readonly lines: readonly number[]; readonly boxes: readonly number[] };

/** The places after a look at the document: those that its style draws are offered, too. */
export function withDrawn(found: FoundBlanks, { lines, boxes }: DrawnBlanks): FoundBlanks {
  const [inLines, inBoxes] = [new Set(lines), new Set(boxes)];
  const blanks = found.blanks.map((blank, at): Blank => {
    const { box, ...rest } = blank;
    if (box && inBoxes.has(at)) return { ...rest, kind: 'box', isOffered: true, changes: box };
    // Another element with an id of its own is a script's or a label's.
    const isLine = inLines.has(at) && !rest.isOffered && (box !== undefined || rest.kind === 'cell');
    return isLine ? { ...rest, kind: 'line', isOffered: true } : blank;
  });
  return { ...found, blanks };
}

/** The attribute by which the frame recognizes a place. */
export const BLANK_ATTRIBUTE = 'data-ready-blank';

/** The unchanged document with attributes by which the frame can show these places and report a press on one. */
export function showBlanks(source: string, blanks: readonly Blank[]): string {
  const changes = blanks.flatMap(({ tag, pieces }, at): Splice[] => {
    const named = ` ${BLANK_ATTRIBUTE}="${at}"`;
    if (tag >= 0) return [{ start: tag, end: tag, text: named }];
    return pieces.map(([start, end]) => ({
      start,
      end,
      text: `<span${named}>${source.slice(start, end)}</span>`,
    }));
  });
  return splice(source, changes);
}
