import type { Frame } from './frame.ts';
import type { Room } from './fit.ts';
import type { FromFrame, PageStart } from './protocol.ts';

type Measured = Extract<FromFrame, { type: 'measured' }>;

/** Minimum scale of a document, and the factor between two scales, which is too small to notice. */
const [LEAST, STEP] = [0.5, 1.02];
/** Factor by which a document must be enlargeable for another measurement: each takes a layout and a picture of the whole pane. */
const ENOUGH = 1.04;
/** Maximum number of measurements of a fit. Only a document that is wider than its pane is measured more often. */
const MOST_TRIES = 3;
/** Maximum scale: three on a window whose shorter side has 1,080 pixels, where readable text has 33, and more on a larger one. */
const mostOf = ({ text }: Room): number => 3 * Math.max(1, text / 33);
/** Minimum scale of a document whose layout is wider than its pane at half its size: hidden content would be worse. */
const LEAST_WIDE = 0.1;
/** Minimum width of a document, in its own pixels: narrower, it becomes a column of broken words, so its text may be too small to read from afar. */
const NARROWEST = 200;
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Maximum number of new fits that a document causes while its room stays the same: one that grows with each fit is then left alone. */
const MOST_CHANGES = 20;

/** Text size of most documents, in pixels: with it the first try is usually the last. */
const USUAL_TEXT = 16;

/** Accepted relative difference from the readable text size. */
const NEARLY = 0.02;

/** Fit of a document: its scale, the starts of its pages, and its whole height in its own pixels. Without a scale it is scrolled. */
type Fit = { readonly scale: number | null; readonly pages: readonly PageStart[]; readonly height: number };
/** A scale at which the document was measured. */
type Try = { readonly scale: number; readonly seen: Measured };
const WHOLE: readonly PageStart[] = [[0, 0]];
const SCROLLED: Fit = { scale: null, pages: WHOLE, height: 0 };

/**
 * Fits one live document to its room: at the largest scale at which all of it is visible; if its text is too small to read then, at a readable
 * scale, in pages. The frame gets a smaller or larger size and is scaled as a whole, so that the document has the layout that it has alone. The
 * scale changes the width of the frame and so the line breaks: a good scale is found by trying, at most three times.
 */
export class Fitter {
  readonly #frame: Frame;
  #fit: Fit = SCROLLED;
  #page: number;
  #room: Room | null = null;
  #no = 0;
  #run = 0;
  #isRunning = false;
  #running: Promise<boolean> = Promise.resolve(true);
  #isMeasured = false;
  #resolve: (measured: Measured) => void = () => undefined;
  /** The last measurement as text, and the number of fits that the document has caused since. */
  #last = '';
  #changes = 0;

  /** @param page the page to show first, counted from 0 */
  constructor(frame: Frame, page = 0) {
    this.#frame = frame;
    this.#page = page;
  }

  /** True if the last fit was for this room. */
  isFor(room: Room | null): boolean {
    return this.#isMeasured && isSame(room, this.#room);
  }

  get scale(): number | null {
    return this.#fit.scale;
  }

  /** Number of pages of the document. */
  get count(): number {
    return this.#fit.pages.length;
  }

  /**
   * The page that contains a place, or null while the document is being fitted, and if it is not fitted. @param top pixels from the document's top
   */
  pageAt(top: number): number | null {
    const { scale, pages } = this.#fit;
    if (this.#isRunning || !this.#isMeasured || this.#room === null || scale === null) return null;
    return Math.max(0, pages.filter((start) => start[0] <= top).length - 1);
  }

  /** Receives the frame's answer. */
  receive(measured: Measured): void {
    if (measured.no === this.#no) this.#resolve(measured);
  }

  /**
   * Fits the document.
   * @param room null for a document that is not fitted
   * @param near scale to try first
   * @returns true once done; false if another fit has begun meanwhile
   */
  fit(room: Room | null, near: number | null): Promise<boolean> {
    this.#running = this.#fitNow(room, near);
    return this.#running;
  }

  async #fitNow(room: Room | null, near: number | null): Promise<boolean> {
    if (!isSame(room, this.#room)) this.#changes = 0;
    this.#room = room;
    const run = (this.#run += 1);
    this.#isMeasured = true;
    if (room === null) {
      this.#isRunning = false;
      this.#fit = SCROLLED;
    } else {
      this.#isRunning = true;
      const fit = await this.#find(room, near ?? this.scale ?? room.text / USUAL_TEXT, () => run !== this.#run);
      if (run !== this.#run) return false;
      this.#isRunning = false;
      this.#fit = fit;
    }
    this.turn(this.#page);
    return true;
  }

  /** Measures again after a possible change of the document's size. @returns true if it is fitted again because of that */
  async look(): Promise<boolean> {
    // A change during a fit may have come after the measurement.
    const running = this.#running;
    await running;
    const { scale } = this.#fit;
    const room = this.#room;
    const isOver = running !== this.#running || this.#isRunning;
    if (isOver || room === null || this.#changes > MOST_CHANGES) return false;
    if (scale !== null && this.#isMeasured && said(await this.#ask(room, scale)) === this.#last) return false;
    this.#changes += 1;
    return this.fit(room, scale);
  }

  /** Shows a page, counted from 0, or the last one if there are fewer. */
  turn(page: number): void {
    this.#page = page;
    // It would change the frame's size during a measurement; the end of the fit shows the page.
    if (this.#isRunning) return;
    const { scale, pages, height } = this.#fit;
    const room = this.#room;
    if (room === null || scale === null) {
      this.#frame.size(null);
      return this.#frame.post({ type: 'show-page', start: null });
    }
    const no = Math.min(page, pages.length - 1);
    const start = pages[no] ?? [0, 0];
    const top = start[0] - start[1];
    const { width, height: high } = layoutSize(room, scale);
    // The last page is hardly ever full: the frame is moved by the distance that it cannot scroll.
    const hidden = top - Math.min(top, Math.max(0, height - high));
    const end = (pages[no + 1]?.[0] ?? height) - top;
    // In whole pixels of the pane: not even the edge of the next page's content may be visible.
    const rest = end < high ? high - Math.floor(end * scale) / scale : 0;
    this.#frame.size({
      width,
      height: high,
      scale,
      top: hidden,
      bottom: pages.length > 1 ? Math.max(0, rest - hidden) : 0,
    });
    this.#frame.post({ type: 'show-page', start });
  }

  async #find(room: Room, near: number, isOver: () => boolean): Promise<Fit> {
    const most = mostOf(room);
    const tries: Try[] = [];
    const measure = async (scale: number): Promise<Try> => {
      const now = { scale, seen: await this.#ask(room, scale) };
      tries.push(now);
      return now;
    };
    let now = await measure(within(near, LEAST, most));
    let widest = most;
    // The scale at which its text is readable, or a smaller one at which all of its width is visible: a hidden part would be worse. A new layout may have
    // text of another size, and wrap differently.
    while (now.seen.isSized && !isOver()) {
      const { scale, seen } = now;
      const isWide = seen.width > layoutSize(room, scale).width;
      if (isWide) widest = (scale * layoutSize(room, scale).width) / (seen.width + 1);
      const isRead = seen.text * scale >= room.text * (1 - NEARLY);
      const readable = within(room.text / seen.text, LEAST, Math.max(LEAST, Math.min(most, room.width / NARROWEST)));
      const next = within(Math.min(readable, widest), LEAST_WIDE, most);
      if (!isWide && (Math.abs(next / scale - 1) < NEARLY || (isRead && isWhole(now, room)))) break;
      if (tries.length >= (isWide ? 2 * MOST_TRIES : MOST_TRIES) || (isWide && scale <= LEAST_WIDE)) break;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one layout after the other
      now = await measure(next);
    }
    // A frame that has no size yet gives no result: the current fit stays until the frame is visible.
    if (!now.seen.isSized) return this.#settle(now.seen, this.#fit);
    if (isWhole(now, room)) {
      const best = await this.#enlarge(room, now, tries, measure, isOver);
      // A frame without its size is fitted again when it has it: until then the largest known scale is used.
      const isSized = tries.every(({ seen }) => seen.isSized);
      return this.#settle({ ...best.seen, isSized }, { scale: best.scale, pages: WHOLE, height: best.seen.height });
    }
    const { scale, seen } = now;
    const isEndless = (seen.pages.at(-1)?.[0] ?? 0) + layoutSize(room, scale).height < seen.height;
    return this.#settle(seen, isEndless ? SCROLLED : { scale, pages: seen.pages, height: seen.height });
  }

  /**
   * Finds a larger scale at which the whole document is visible. @param from a scale at which it is @param tries all measurements so far
   * @param measure adds one
   */
  async #enlarge(
    room: Room,
    from: Try,
    tries: readonly Try[],
    measure: (scale: number) => Promise<Try>,
    isOver: () => boolean,
  ): Promise<Try> {
    const best = (): Try =>
      tries.reduce((one, other) => (other.scale > one.scale && isWhole(other, room) ? other : one), from);
    while (tries.length < MOST_TRIES && !isOver()) {
      const tooLarge = tries.filter((one) => !isWhole(one, room)).map(({ scale }) => scale / STEP);
      const at = Math.min(mostOf(room), ...tooLarge, largest(room, tries) / (tries.length + 1 < MOST_TRIES ? 1 : STEP));
      if (at < best().scale * ENOUGH) break;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one layout after the other
      if (!(await measure(at)).seen.isSized) break;
    }
    return best();
  }

  #settle(seen: Measured, fit: Fit): Fit {
    this.#last = said(seen);
    this.#isMeasured = seen.isSized;
    return fit;
  }

  #ask(room: Room, scale: number): Promise<Measured> {
    const size = layoutSize(room, scale);
    // At its current scale the frame stays unchanged, at its page.
    if (this.#isRunning) this.#frame.size({ ...size, scale, top: 0, bottom: 0 });
    this.#no += 1;
    const answer = new Promise<Measured>((resolve) => {
      this.#resolve = resolve;
    });
    this.#frame.post({ type: 'measure', no: this.#no, ...size });
    return answer;
  }
}

const layoutSize = ({ width, height }: Room, scale: number): { width: number; height: number } => ({
  width: Math.round(width / scale),
  height: Math.round(height / scale),
});

const isWhole = ({ scale, seen }: Try, room: Room): boolean => {
  const { width, height } = layoutSize(room, scale);
  return seen.isSized && seen.height <= height && seen.width <= width;
};

/**
 * Estimates the largest scale at which the whole document is visible. Its height at a scale is that of text, which grows with the scale as its lines
 * become shorter, and of parts that keep theirs: two measurements show how much of each there is, one alone is taken for text.
 */
function largest(room: Room, tries: readonly Try[]): number {
  const used = ({ scale, seen }: Try): number =>
    Math.max(1, isWhole({ scale, seen }, room) ? seen.used : Math.max(seen.used, seen.height));
  const [last, before] = [tries.at(-1), tries.at(-2)];
  if (last === undefined) return 0;
  const slope = before ? (used(last) - used(before)) / (last.scale - before.scale) : used(last) / last.scale;
  const text = Math.min(Math.max(0, slope), used(last) / last.scale);
  const fixed = used(last) - text * last.scale;
  // Solves (text * scale + fixed) * scale = height of the room.
  return text === 0 ? room.height / fixed : (Math.sqrt(fixed * fixed + 4 * text * room.height) - fixed) / (2 * text);
}

const said = ({ width, height, used, text }: Measured): string =>
  [width, height, used, text].map((pixels) => Math.round(pixels)).join();

const isSame = (one: Room | null, other: Room | null): boolean =>
  one?.width === other?.width && one?.height === other?.height && one?.text === other?.text;
