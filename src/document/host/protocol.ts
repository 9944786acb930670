import * as v from 'valibot';
import type { LineBreaks } from '../regions/values.ts';

/**
 * The messages between the app and the document frame, version 1. Everything that comes from the frame is untrusted: the bridge shares
 * its realm with the document's scripts, which can forge any of it.
 */
const PROTOCOL_VERSION = 1;

/** A region's id and its value. Arrays, not objects: an id may be `__proto__`. */
export type Pair = [id: string, value: string];
export type FrameMode = 'edit' | 'view';
export type FrameHotkey = 'save' | 'submit' | 'print' | 'view' | 'help' | 'quickOpen' | 'close' | 'wall';

/** A table that was pasted into one of the document: how many of its cells have a place, over how many texts, and the first of those that have none. */
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
  /** The name of the function by which a document gives its added rows. */
  newAttributesFunction: string;
};

export type ToFrame =
  | { type: 'load'; html: string; lines: LineBreaks; mode: FrameMode }
  | { type: 'patch'; values: Pair[] }
  /** `unasked`: regions that no person has changed, of which is asked whether they can be seen. */
  | { type: 'snapshot'; no: number; unasked: readonly string[] }
  | { type: 'link-text'; no: number; url: string; text: string | null }
  | { type: 'grid-answer'; no: number; answer: PasteAnswer }
  /** Values that were used before in a region in which somebody types, the best first. */
  | { type: 'suggestions'; id: string; values: readonly string[] }
  /** Without an id the first region, into which nobody has asked to go: it is told as reached when somebody acts there. */
  | { type: 'focus'; id?: string; caret?: number }
  /** A region is about to be changed from outside of the document. */
  | { type: 'reach'; id: string }
  /** Places that can become regions, by their numbers: those that are taken, and the one that is looked at. */
  | { type: 'blanks'; taken: readonly number[]; current: number | null }
  | { type: 'names' }
  | { type: 'place' }
  /** How does a live document lie in its frame, as soon as that is so large? In CSS pixels. */
  | { type: 'measure'; no: number; width: number; height: number }
  /** A live document is fitted to its pane: it shows the page that begins there and nothing is scrolled; null where it is not fitted. */
  | { type: 'show-page'; start: PageStart | null }
  /** The regions that a submission, or in an editor somebody else, has changed, each with its words: these and no others are marked. `isQuiet`: it was filled from another
   *  document, and nobody has come to it. */
  | { type: 'mark'; marks: readonly (readonly [id: string, words: string, isQuiet?: boolean])[] }
  /** Asks where the first of these regions lies that can be seen. */
  | { type: 'find'; ids: readonly string[] }
  /** Before it takes another's place: scrolls, and answers `drawn` when there is something to see. */
  | { type: 'draw'; top: number }
  | { type: 'print'; note: string | null }
  | { type: 'ping'; no: number };

/** Begin of a page, in the document's pixels from its top, and how much of the page's upper edge the repeated head of a table takes. */
export type PageStart = readonly [at: number, head: number];

/** `values` of a snapshot are those that differ from what `ready` reported or that appeared since; `FrameHost` completes them. `hidden`: of the `unasked`, those out of sight. */
export type FromFrame =
  | { type: 'hello'; v: 1 }
  | { type: 'ready'; title: string; values: Pair[] }
  /** `unasked`: those of them that no key or press in the region has changed, but the document's script, or an extension. */
  | { type: 'edits'; seq: number; changes: Pair[]; unasked?: string[] | undefined }
  | { type: 'regions'; seq: number; added: Pair[]; removed: string[] }
  | {
      type: 'snapshot';
      no: number;
      seq: number;
      values: Pair[];
      hidden: string[];
      newAttributes: unknown[];
      error: SnapshotError | null;
    }
  | { type: 'names'; names: Pair[] }
  | { type: 'place'; id: string | null; caret: number; scroll: number }
  | { type: 'paste-url'; no: number; id: string; url: string }
  | ({ type: 'paste-grid'; no: number } & PastedGrid)
  /** Somebody types in a region of one line: what was used there before can be offered. */
  | { type: 'suggest'; id: string }
  /** The caret came for the first time into a region whose markup is lost when its text changes. */
  | { type: 'loses'; id: string; what: Markup[] }
  /** The caret came into another region. */
  | { type: 'caret'; id: string }
  /** A person has pressed a place that can become a region. */
  | { type: 'blank'; no: number }
  /** A person wants out of a document that keeps the Tab key. */
  | { type: 'leave'; isBack: boolean }
  | { type: 'open-link'; href: string; where: 'top' | 'new-tab' }
  | { type: 'hotkey'; key: FrameHotkey }
  | { type: 'size'; height: number }
  /** `height` and `width` are of all that there is, `used` of what stands in it, `text` of its letters; `pages` are where pages begin. `isSized`: the
   *  frame has the size that was asked for. */
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
  /** How far it lies from the document's top in pixels, or null. */
  | { type: 'found'; top: number | null }
  | { type: 'printed' }
  /** The bridge has failed: nothing that is typed from here on is heard. */
  | { type: 'broken' }
  | { type: 'drawn' }
  | { type: 'pong'; no: number };

/** What a text region may hold in a template and cannot keep: its value is plain text with links. */
export const MARKUP = ['pictures', 'tables', 'lists', 'formatting'] as const;
export type Markup = (typeof MARKUP)[number];

/** Why the document's own function gave no list: it threw, took over 2 s, or returned something else than a JSON array. */
export type SnapshotError = 'threw' | 'timeout' | 'not-a-list';

/** Caps of what the frame may send. Lengths are in UTF-16 units, the rate in messages a second. */
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
  /** Of a pasted table. */
  cells: 5_000,
  left: 20,
  leftText: 200,
  rate: 200,
  /** What a frame may send at once and in a second, in characters: reading it takes the page's own thread. */
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

// By hand: a document of 20 000 regions is opened on the page's own thread.
const pairs = v.custom<Pair[]>(
  (input) => Array.isArray(input) && input.length <= FRAME_CAPS.pairs && input.every(isPair),
);
const ids = v.pipe(v.array(id), v.maxLength(FRAME_CAPS.pairs));
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const offset = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(FRAME_CAPS.height));

const message = v.variant('type', [
  v.strictObject({ type: v.literal('hello'), v: v.literal(PROTOCOL_VERSION) }),
  v.strictObject({ type: v.literal('ready'), title: v.pipe(v.string(), v.maxLength(FRAME_CAPS.title)), values: pairs }),
  v.strictObject({ type: v.literal('edits'), seq: number, changes: pairs, unasked: v.optional(ids) }),
  v.strictObject({
    type: v.literal('regions'),
    seq: number,
    added: pairs,
    removed: ids,
  }),
  v.strictObject({
    type: v.literal('snapshot'),
    no: number,
    seq: number,
    values: pairs,
    hidden: ids,
    newAttributes: v.pipe(v.array(v.unknown()), v.maxLength(FRAME_CAPS.newAttributes)),
    error: v.nullable(v.picklist(['threw', 'timeout', 'not-a-list'])),
  }),
  v.strictObject({ type: v.literal('names'), names: pairs }),
  v.strictObject({ type: v.literal('place'), id: v.nullable(id), caret: number, scroll: offset }),
  v.strictObject({
    type: v.literal('paste-url'),
    no: number,
    id,
    url: v.pipe(v.string(), v.maxLength(FRAME_CAPS.href)),
  }),
  v.pipe(
    v.strictObject({
      type: v.literal('paste-grid'),
      no: number,
      cells: v.pipe(number, v.maxValue(FRAME_CAPS.cells)),
      fits: number,
      replaced: number,
      left: v.pipe(v.array(v.pipe(v.string(), v.maxLength(FRAME_CAPS.leftText))), v.maxLength(FRAME_CAPS.left)),
    }),
    v.check(({ cells, fits, replaced, left }) => replaced <= fits && fits + left.length <= cells),
  ),
  v.strictObject({
    type: v.literal('loses'),
    id,
    what: v.pipe(v.array(v.picklist(MARKUP)), v.minLength(1), v.maxLength(MARKUP.length)),
  }),
  v.strictObject({ type: v.literal('suggest'), id }),
  v.strictObject({ type: v.literal('caret'), id }),
  v.strictObject({ type: v.literal('blank'), no: number }),
  v.strictObject({ type: v.literal('leave'), isBack: v.boolean() }),
  v.strictObject({
    type: v.literal('open-link'),
    href: v.pipe(v.string(), v.maxLength(FRAME_CAPS.href)),
    where: v.picklist(['top', 'new-tab']),
  }),
  v.strictObject({
    type: v.literal('hotkey'),
    key: v.picklist(['save', 'submit', 'print', 'view', 'help', 'quickOpen', 'close', 'wall']),
  }),
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
 * Reads what came from the frame. Never throws.
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
      return weight(output.values) > FRAME_CAPS.message ? null : output;
    case 'edits':
      return weight(output.changes) > FRAME_CAPS.message ? null : output;
    case 'regions':
      return weight(output.added) + weight(output.removed) > FRAME_CAPS.message ? null : output;
    case 'names':
      return weight(output.names) > FRAME_CAPS.message ? null : output;
    case 'snapshot': {
      const newAttributes = weight(output.values) > FRAME_CAPS.message ? null : asJson(output.newAttributes);
      return newAttributes && { ...output, newAttributes };
    }
    default:
      return output;
  }
}

/**
 * How much there is to read in a message, in characters; of other values each counts as some. Stops counting at the most that may be sent at once.
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
      // Maps, blobs and the like are of no message of ours, and refused as they are.
      if (Array.isArray(value)) for (const one of value as unknown[]) waiting.push(one);
      else for (const name of Object.keys(value)) waiting.push((value as Record<string, unknown>)[name]);
    }
  }
  return total;
}

/** Whether a window message is the frame's first word. */
export function isFrameLoaded(input: unknown): input is FrameLoaded {
  return v.is(v.strictObject({ type: v.literal('ready:frame-loaded'), v: v.literal(PROTOCOL_VERSION) }), input);
}
