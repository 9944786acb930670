import * as v from 'valibot';
import { TYPED_AHEAD } from '#config/frame.ts';
import type { DrawnBlanks } from '#common/document/html/blanks.ts';
import type { LineBreaks, Pair } from '#common/document/regions/values.ts';

/**
 * The messages between the app and the document frame, version 1. Everything that comes from the frame is untrusted: the bridge shares
 * its realm with the document's scripts, which can forge any of it.
 */
const PROTOCOL_VERSION = 1;

export type FrameMode = 'edit' | 'view';
export type FrameHotkey = 'save' | 'submit' | 'print' | 'view' | 'history' | 'help' | 'quickOpen' | 'close' | 'wall';

/**
 * A table that was pasted into one of the document: the number of its cells, of those that have a place, and of texts that they replace, and the
 * first of those without a place.
 */
export type PastedGrid = {
  readonly cells: number;
  readonly fits: number;
  readonly replaced: number;
  readonly left: readonly string[];
};

/** The answer to a pasted table: it fills cells, is text like any other, or nothing. */
export type PasteAnswer = 'fill' | 'text' | 'nothing';

export type FrameLoaded = { type: 'ready:frame-loaded'; v: 1 };
export type FrameInit = {
  type: 'ready:init';
  v: 1;
  mode: FrameMode;
  /** The name of the function by which a document returns its added rows. */
  newAttributesFunction: string;
};

export type ToFrame =
  /**
   * `isStored`: each region of the HTML has a stored value, which the document's script does not change by itself. `stored`: these values, if the
   * page knows them.
   */
  | {
      type: 'load';
      html: string;
      lines: LineBreaks;
      mode: FrameMode;
      isStored: boolean;
      stored?: readonly Pair[] | undefined;
    }
  /**
   * `isAsked`: the user has made these changes, outside of the document. `was`, at the place of each value that another user has stored: the value
   * that the page takes for shown. A region with another one was changed a moment ago, and keeps its text.
   */
  | { type: 'patch'; values: Pair[]; isAsked?: boolean | undefined; was?: readonly string[] | undefined }
  /** `unasked`: regions that no user has changed; the answer lists those that no user may have seen. */
  | { type: 'snapshot'; no: number; unasked: readonly string[] }
  | { type: 'link-text'; no: number; url: string; text: string | null }
  | { type: 'grid-answer'; no: number; answer: PasteAnswer }
  /** Values that were used before in a region in which the user types, the best first. */
  | { type: 'suggestions'; id: string; values: readonly string[] }
  /** Without an id the first region, to which the user has not asked to go: the frame reports it as reached when the user acts there. */
  | { type: 'focus'; id?: string; caret?: number }
  /** A region is about to be changed from outside of the document. */
  | { type: 'reach'; id: string }
  /** Places that can become regions, by their numbers: those that are taken, and the selected one. */
  | { type: 'blanks'; taken: readonly number[]; current: number | null }
  | { type: 'names' }
  | { type: 'place' }
  /**
   * Ends the hold of this number: the frame answers with the text that was typed, or inserts it at the caret, after what was typed on the page before.
   */
  | { type: 'release'; no: number; isForPage: boolean; before?: string }
  /** The user comes from the page, and may be typing already: begins a hold, and the frame answers with its number. */
  | { type: 'hold' }
  /** True if the key of saving opens a question; else nothing is kept back after it. */
  | { type: 'save-key'; isAsking: boolean }
  /** Requests the sizes of a live document in its frame, as soon as the frame has this size. In CSS pixels. */
  | { type: 'measure'; no: number; width: number; height: number }
  /** Fits a live document to its pane: it shows the page that begins there, without scrolling; null for a document that is not fitted. */
  | { type: 'show-page'; start: PageStart | null }
  /**
   * Marks the regions that a submission, or in an editor another user, has changed, each with its words, and no others. `isQuiet`: it was filled
   * from another document, and no user has visited it.
   */
  | { type: 'mark'; marks: readonly (readonly [id: string, words: string, isQuiet?: boolean])[] }
  /** Requests the place of the first visible one of these regions. */
  | { type: 'find'; ids: readonly string[] }
  /** Scrolls a document before it replaces another one; the frame answers `drawn` when the screen shows it. */
  | { type: 'draw'; top: number | null }
  /** `foot`: at the end of the document. */
  | { type: 'print'; note: string | null; foot?: PrintFoot | null }
  | { type: 'ping'; no: number };

/** Facts about a printed document, and a picture under them: the address of an image that contains it. */
export type PrintFoot = { readonly text: string; readonly picture: string | null };

/** Start of a page, in the document's pixels from its top, and the height that the repeated head of a table takes at the page's upper edge. */
export type PageStart = readonly [at: number, head: number];

/** The number of the hold that the message begins, if it leads out of the document: from then on the frame keeps typed text back. */
type Held = { held?: number | undefined };

/**
 * `values` of a snapshot are those that differ from the ones that `ready` reported or that appeared since; `FrameHost` completes them. `hidden`:
 * regions that no user has changed, and may have seen; `hiddenRows`: texts of rows that are nowhere in sight, each with the id of its row.
 */
export type FromFrame =
  | { type: 'hello'; v: 1 }
  | { type: 'ready'; title: string; values: Pair[] }
  /**
   * `unasked`: those that no key or press in the region has changed, but the document's script, or an extension. `unreadable`: those that have come to
   * hold something that the browser cannot read; the next of their changes ends that. `was`: values that regions had before they were changed, and
   * that a patch was to replace.
   */
  | {
      type: 'edits';
      seq: number;
      changes: Pair[];
      unasked?: string[] | undefined;
      unreadable?: string[] | undefined;
      was?: Pair[] | undefined;
    }
  | { type: 'regions'; seq: number; added: Pair[]; removed: string[] }
  /**
   * Values that the document's script has written where stored ones were kept. `isContested`: it writes there again and again, and these regions
   * are no longer set back.
   */
  | { type: 'wishes'; values: Pair[]; isContested: boolean }
  | {
      type: 'snapshot';
      no: number;
      seq: number;
      values: Pair[];
      hidden: string[];
      hiddenRows: Pair[];
      newAttributes: unknown[];
      error: SnapshotError | null;
    }
  | { type: 'names'; names: Pair[] }
  | { type: 'place'; id: string | null; caret: number; scroll: number }
  | ({ type: 'paste-url'; no: number; id: string; url: string } & Held)
  | ({ type: 'paste-grid'; no: number } & PastedGrid & Held)
  /** The user types in a region of one line: values used there before can be offered. */
  | { type: 'suggest'; id: string }
  /**
   * The caret has entered for the first time a region whose markup is lost when its text changes; or the page has sent values that controls cannot
   * hold, or the document has values that its fields do not show (`unfit`): they keep their own.
   */
  | { type: 'loses'; id: string; what: Markup[]; unfit?: Pair[] | undefined }
  /** The caret has entered another region. */
  | { type: 'caret'; id: string }
  /** The user has pressed a place that can become a region. */
  | { type: 'blank'; no: number }
  /** The document's style draws these empty places. */
  | ({ type: 'blanks-drawn' } & DrawnBlanks)
  /** The user leaves a document that keeps the Tab key. */
  | ({ type: 'leave'; isBack: boolean } & Held)
  | ({ type: 'open-link'; href: string; where: 'top' | 'new-tab' } & Held)
  /** `id`: the region in which the user of a read-only view is, for its history. */
  | ({ type: 'hotkey'; key: FrameHotkey; id?: string | undefined } & Held)
  /** The end of a hold: typed text that is not in the document, and the number of characters that were inserted there. */
  | { type: 'typed'; no: number; left: string; inserted: number }
  | { type: 'holding'; no: number }
  | { type: 'size'; height: number }
  /**
   * `height` and `width` are of the whole document, `used` of its content, `text` of its letters; `pages` are the starts of pages. `isSized`: the
   * frame has the requested size.
   */
  | {
      type: 'measured';
      no: number;
      isSized: boolean;
      width: number;
      height: number;
      used: number;
      text: number;
      pages: PageStart[];
    }
  /** Distance from the document's top in pixels, or null. */
  | { type: 'found'; top: number | null }
  | { type: 'printed' }
  /** The bridge has failed: text typed from here on does not reach the page. */
  | { type: 'broken' }
  | { type: 'drawn' }
  | { type: 'pong'; no: number };

/** Markup that a text region may have in a template and cannot keep: its value is plain text with links. */
export const MARKUP = ['pictures', 'tables', 'lists', 'formatting', 'fields', 'scripts', 'comments'] as const;
export type Markup = (typeof MARKUP)[number];

/** Reason why the document's own function returned no list: it threw, took over 2 s, or returned something else than a JSON array. */
export type SnapshotError = 'threw' | 'timeout' | 'not-a-list';

/** Caps on messages of the frame. Lengths are in UTF-16 units, the rate in messages a second. */
export const FRAME_CAPS = {
  pairs: 50_000,
  id: 256,
  value: 1_000_000,
  message: 10_000_000,
  newAttributes: 1_000,
  newAttributesJson: 1_000_000,
  height: 1_000_000,
  href: 2_100,
  title: 1_000,
  pages: 40,
  /** Caps on a pasted table. */
  cells: 5_000,
  left: 20,
  leftText: 200,
  rate: 200,
  /** Maximum number of characters that a frame may send at once and in a second: reading them blocks the page's own thread. */
  bulk: 24_000_000,
  bulkRate: 16_000_000,
  strikes: 20,
} as const;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(FRAME_CAPS.id));

function isPair(input: unknown): input is Pair {
  if (!Array.isArray(input) || input.length !== 2) return false;
  const [name, value] = input as unknown[];
  if (typeof name !== 'string' || typeof value !== 'string') return false;
  return name !== '' && name.length <= FRAME_CAPS.id && value.length <= FRAME_CAPS.value;
}

// A custom check: a document of 20 000 regions is opened on the page's own thread.
const pairs = v.custom<Pair[]>(
  (input) => Array.isArray(input) && input.length <= FRAME_CAPS.pairs && input.every(isPair),
);
const ids = v.pipe(v.array(id), v.maxLength(FRAME_CAPS.pairs));
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Numbers of places: a document has no more (`server/domain/uploads/blanks/blanks.ts`). */
const numbers = v.pipe(v.array(number), v.maxLength(4_000));
const offset = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(FRAME_CAPS.height));

const held = v.optional(number);

const message = v.variant('type', [
  v.strictObject({ type: v.literal('hello'), v: v.literal(PROTOCOL_VERSION) }),
  v.strictObject({ type: v.literal('ready'), title: v.pipe(v.string(), v.maxLength(FRAME_CAPS.title)), values: pairs }),
  v.strictObject({
    type: v.literal('edits'),
    seq: number,
    changes: pairs,
    unasked: v.optional(ids),
    unreadable: v.optional(ids),
    was: v.optional(pairs),
  }),
  v.strictObject({
    type: v.literal('regions'),
    seq: number,
    added: pairs,
    removed: ids,
  }),
  v.strictObject({ type: v.literal('wishes'), values: pairs, isContested: v.boolean() }),
  v.strictObject({
    type: v.literal('snapshot'),
    no: number,
    seq: number,
    values: pairs,
    hidden: ids,
    hiddenRows: pairs,
    newAttributes: v.pipe(v.array(v.unknown()), v.maxLength(FRAME_CAPS.newAttributes)),
    error: v.nullable(v.picklist(['threw', 'timeout', 'not-a-list'])),
  }),
  v.strictObject({ type: v.literal('names'), names: pairs }),
  v.strictObject({ type: v.literal('place'), id: v.nullable(id), caret: number, scroll: offset }),
  v.strictObject({
    type: v.literal('paste-url'),
    no: number,
    held,
    id,
    url: v.pipe(v.string(), v.maxLength(FRAME_CAPS.href)),
  }),
  v.pipe(
    v.strictObject({
      type: v.literal('paste-grid'),
      no: number,
      held,
      cells: v.pipe(number, v.maxValue(FRAME_CAPS.cells)),
      fits: number,
      replaced: number,
      left: v.pipe(v.array(v.pipe(v.string(), v.maxLength(FRAME_CAPS.leftText))), v.maxLength(FRAME_CAPS.left)),
    }),
    v.check(({ cells, fits, replaced, left }) => replaced <= fits && fits + left.length <= cells),
  ),
  v.pipe(
    v.strictObject({
      type: v.literal('loses'),
      id,
      what: v.pipe(v.array(v.picklist(MARKUP)), v.maxLength(MARKUP.length)),
      unfit: v.optional(pairs),
    }),
    v.check(({ what, unfit = [] }) => what.length + unfit.length > 0),
  ),
  v.strictObject({ type: v.literal('suggest'), id }),
  v.strictObject({ type: v.literal('caret'), id }),
  v.strictObject({ type: v.literal('blank'), no: number }),
  v.strictObject({ type: v.literal('blanks-drawn'), lines: numbers, boxes: numbers }),
  v.strictObject({ type: v.literal('leave'), held, isBack: v.boolean() }),
  v.strictObject({
    type: v.literal('open-link'),
    held,
    href: v.pipe(v.string(), v.maxLength(FRAME_CAPS.href)),
    where: v.picklist(['top', 'new-tab']),
  }),
  v.strictObject({
    type: v.literal('hotkey'),
    held,
    key: v.picklist(['save', 'submit', 'print', 'view', 'history', 'help', 'quickOpen', 'close', 'wall']),
    id: v.optional(id),
  }),
  v.strictObject({
    type: v.literal('typed'),
    no: number,
    left: v.pipe(v.string(), v.maxLength(2 * TYPED_AHEAD)),
    inserted: number,
  }),
  v.strictObject({ type: v.literal('holding'), no: number }),
  v.strictObject({ type: v.literal('size'), height: offset }),
  v.strictObject({
    type: v.literal('measured'),
    no: number,
    isSized: v.boolean(),
    width: offset,
    height: offset,
    used: offset,
    text: v.pipe(v.number(), v.minValue(1), v.maxValue(1_000)),
    pages: v.pipe(v.array(v.tuple([offset, offset])), v.minLength(1), v.maxLength(FRAME_CAPS.pages)),
  }),
  v.strictObject({ type: v.literal('found'), top: v.nullable(offset) }),
  v.strictObject({ type: v.literal('printed') }),
  v.strictObject({ type: v.literal('broken') }),
  v.strictObject({ type: v.literal('drawn') }),
  v.strictObject({ type: v.literal('pong'), no: number }),
]);

/** The characters that the pairs of a message hold. */
function weight(list: readonly (readonly [string, string] | string)[]): number {
  let total = 0;
  for (const entry of list) total += typeof entry === 'string' ? entry.length : entry[0].length + entry[1].length;
  return total;
}

/** JSON of a list within its cap, or null: a structured clone can hold cycles, BigInts and more that JSON cannot. */
function asJson(list: readonly unknown[]): unknown[] | null {
  try {
    const text = JSON.stringify(list);
    if (text.length > FRAME_CAPS.newAttributesJson) return null;
    const copy: unknown = JSON.parse(text);
    return Array.isArray(copy) ? copy : null;
  } catch {
    return null;
  }
}

/**
 * Reads a message of the frame. Never throws.
 * @returns null for anything that is not a message of this protocol or is over a cap
 */
export function parseFrameMessage(input: unknown): FromFrame | null {
  let output: FromFrame;
  try {
    const parsed = v.safeParse(message, input, { abortEarly: true });
    if (!parsed.success) return null;
    output = parsed.output;
  } catch {
    // A getter cannot survive the structured clone, but a hostile value in a test or another channel can.
    return null;
  }
  switch (output.type) {
    case 'ready':
    case 'wishes':
      return weight(output.values) > FRAME_CAPS.message ? null : output;
    case 'edits':
      return weight(output.changes) + weight(output.was ?? []) > FRAME_CAPS.message ? null : output;
    case 'regions':
      return weight(output.added) + weight(output.removed) > FRAME_CAPS.message ? null : output;
    case 'names':
      return weight(output.names) > FRAME_CAPS.message ? null : output;
    case 'snapshot': {
      const newAttributes =
        weight(output.values) + weight(output.hiddenRows) > FRAME_CAPS.message ? null : asJson(output.newAttributes);
      return newAttributes && { ...output, newAttributes };
    }
    default:
      return output;
  }
}

/**
 * Size of a message in characters; each value of another type counts as some. Stops counting at the maximum that may be sent at once.
 * @param input anything that a structured clone can hold
 */
export function sizeOf(input: unknown): number {
  const waiting: unknown[] = [input];
  const seen = new Set<object>();
  let total = 0;
  while (waiting.length > 0 && total < FRAME_CAPS.bulk) {
    const value = waiting.pop();
    total += 8;
    if (typeof value === 'string') total += value.length;
    else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) total += value.byteLength;
    else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value);
      // Maps, blobs and the like are in no message of ours, and are refused anyway.
      if (Array.isArray(value)) for (const one of value as unknown[]) waiting.push(one);
      else for (const name of Object.keys(value)) waiting.push((value as Record<string, unknown>)[name]);
    }
  }
  return total;
}

/** True if a window message is the frame's first message. */
export function isFrameLoaded(input: unknown): input is FrameLoaded {
  return v.is(v.strictObject({ type: v.literal('ready:frame-loaded'), v: v.literal(PROTOCOL_VERSION) }), input);
}
