import type * as regionNames from '#common/document/html/region-names.ts';
import type { DrawnBlanks } from '#common/document/html/blanks.ts';
import type { Pair, LineBreaks } from '#common/document/regions/values.ts';
import { type Act, Acts } from './acts.ts';
import { RoomWatcher } from './fit.ts';
import type { Fitter } from './fitter.ts';
import { focusBeside, guardFocus } from './focus-guard.ts';
import { HandOver, type HandOverEvent } from './hand-over.ts';
import { Frame, type FrameNews } from './frame.ts';
import { hasKeyboard } from './keyboard.ts';
import { type Place, placeOf, watchPlace } from './places.ts';
import type { FrameHotkey, FrameMode, FromFrame, Markup, PastedGrid, SnapshotError, ToFrame } from './protocol.ts';

/** Maximum number of fits of a document whose frame has not received its size. */
const MOST_TRIES = 5;

/** A region with its name in the file. */
export type NamedRegion = { id: string; label: string };

/** A link of the document that the user pressed. `isPasted`: the user has given the document this address while it was open. */
type DocumentLink = { href: string; where: 'top' | 'new-tab'; isPasted: boolean };

/**
 * A changed region. `at`: time of the change in epoch milliseconds, or null. `by`: in an editor, the other user who has changed it; null if
 * unknown. `from`: the document that it was filled from.
 */
export type Mark = {
  readonly id: string;
  readonly at: number | null;
  readonly by?: string | null;
  readonly from?: string;
};

let timeFormat: Intl.DateTimeFormat | undefined;

/**
 * Text at a region of an editor that another user has changed, if there is room, and its description for a screen reader. On a wall the pane's head
 * names it: the text is empty.
 */
function changedText({ at, by, from }: Mark): string {
  if (from !== undefined) return `filled from “\u2068${from}\u2069”`;
  if (by === undefined) return '';
  // A name may have another direction than the text around it.
  const whose = by === null ? 'somebody else' : `\u2068${by}\u2069`;
  const when =
    at === null ? '' : ` ${(timeFormat ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })).format(at)}`;
  return `changed by ${whose}${when}`;
}

/** Maximum number of changed regions in which the first visible one is sought. */
const MOST_SOUGHT = 500;

/** Reads names of regions from a file. Without the module, as without a network, they have none but their ids: `otherwise`. */
const fromFile = <T>(read: (names: typeof regionNames) => Promise<T>, otherwise: T): Promise<T> =>
  import('#common/document/html/region-names.ts').then(read, () => otherwise);

/** Events of the stage for `documentFrame`. `newer`: of the frame of the newest document, until it is shown; all others are of the shown one. */
export type StageEvent =
  | HandOverEvent
  | { type: 'place.appeared' }
  | { type: 'place.vanished' }
  | { type: 'newer.loaded' }
  | { type: 'newer.greeted' }
  | { type: 'newer.opened'; values: Pair[] }
  | { type: 'newer.drawn' }
  | { type: 'newer.replaced' }
  | { type: 'newer.broken' }
  | { type: 'newer.ruleBroken'; strikes: number }
  | { type: 'frame.reloaded' }
  | { type: 'frame.replaced' }
  | { type: 'frame.broken' }
  | { type: 'frame.ruleBroken'; strikes: number }
  | { type: 'pong.received'; no: number }
  | { type: 'scroll.reported'; scroll: number }
  /** Number of pages in which the document is shown. */
  | { type: 'pages.reported'; count: number }
  /** Page, counted from 0, with the first of the changes. */
  | { type: 'page.wanted'; page: number }
  | {
      type: 'text.edited';
      changes: Pair[];
      unasked?: string[] | undefined;
      unreadable?: string[] | undefined;
      was?: Pair[] | undefined;
    }
  | { type: 'regions.changed'; added: Pair[]; removed: string[] }
  | {
      type: 'snapshot.taken';
      no: number;
      values: Pair[];
      hidden?: string[];
      hiddenRows?: Pair[];
      newAttributes: unknown[];
      error: SnapshotError | null;
    }
  | { type: 'names.reported'; names: Pair[] }
  /** Values that the document's script would have where stored ones were kept. */
  | { type: 'wishes.reported'; wishes: Pair[] }
  /** The document changes these regions again and again: their names, and their values in its file. */
  | { type: 'stored.contested'; stored: Pair[] }
  | { type: 'url.pasted'; no: number; url: string }
  | { type: 'grid.pasted'; no: number; grid: PastedGrid }
  | ({ type: 'link.followed' } & DocumentLink)
  | { type: 'link.blocked' }
  | { type: 'loss.reported'; id: string; what: Markup[]; unfit?: Pair[] | undefined }
  | { type: 'caret.reported'; id: string }
  /** The user has pressed a place that can become a region. */
  | { type: 'blank.pressed'; no: number }
  /** The document's style draws these empty places. */
  | ({ type: 'blanks.drawn' } & DrawnBlanks)
  /** The user types in a region for which values used before can be offered. */
  | { type: 'suggestions.wanted'; id: string }
  | { type: 'key.pressed'; key: FrameHotkey; region?: NamedRegion };

/** Commands of `documentFrame` for the stage. */
export type StageCommand =
  /** Removes all frames and makes a new one, while its document is loading. */
  | { type: 'prepare' }
  /** Makes a frame for the next document. */
  | { type: 'keepSpare' }
  /** Opens a document: in place of all others, or out of sight while another one is shown. */
  | {
      type: 'open';
      html: string;
      lines: LineBreaks;
      isStored: boolean;
      stored?: readonly Pair[] | undefined;
      isBehind: boolean;
    }
  /** Draws the newer document behind the shown one, or alone. @param top pixels to scroll to, or null to stay */
  | { type: 'draw'; top: number | null }
  /** Shows the newer document, and removes the one before. */
  | { type: 'reveal' }
  | { type: 'dropNewer' }
  | { type: 'dropShown' }
  /** Shows another page of the document, counted from 0, or the last one if there are fewer; a newer document opens at it. */
  | { type: 'turn'; page: number }
  /** Marks these regions of the document as changed, and no others. @param news those for which the page with the first one is wanted */
  | { type: 'mark'; marks: readonly Mark[]; news: readonly string[] }
  | { type: 'post'; message: ToFrame }
  /** Text typed after a key that leads out of the document is for what the key has opened, or for the document. */
  | { type: 'settleTyped'; isForPage: boolean }
  /** Opens an address for the user. A browser may require a press on this page first (WebKit): 'link.blocked'. */
  | { type: 'openLink'; href: string; where: 'top' | 'new-tab' };

/** Makes the fitter of one frame's document. @param page the one to show, counted from 0 */
export type FitterFor = (frame: Frame, page: number) => Fitter;

export type StageOptions = {
  /** The key of the document's place, see `givePlace`. */
  readonly place: string;
  readonly mode: FrameMode;
  /** True if its documents are submissions, shown as they arrive: on a wall they are fitted to the place, if the window is large enough. */
  readonly isLive?: boolean;
  /** Fits the documents of a live pane; null elsewhere. */
  readonly fitterFor: FitterFor | null;
  /** Another host's origin that serves frame.html (`FRAME_URL`), or '' for our own. */
  readonly frameOrigin?: string;
  readonly newAttributesFunction?: string | undefined;
};

/**
 * The frames of one document's place: the shown one, the one of a newer document that opens out of sight, and an empty one that waits for the next.
 * It executes the commands of `documentFrame` and sends it the frames' events; that chart decides what follows, and when.
 */
export class Stage {
  readonly #options: StageOptions;
  readonly #report: (event: StageEvent) => void;
  readonly #acts = new Acts();
  readonly #handOver = new HandOver((event) => this.#report(event));
  readonly #endWatch: () => void;
  readonly #roomWatcher: RoomWatcher | null = null;
  readonly #fitters = new WeakMap<Frame, Fitter>();
  #page = 0;
  #endGuard: () => void = () => undefined;
  #shown: Frame | null = null;
  #newer: Frame | null = null;
  #spare: Frame | null = null;
  /** Messages of the next document, replayed when it is shown. */
  #early: FromFrame[] = [];
  /** Changed regions whose page has not been shown yet. */
  #sought: readonly string[] = [];

  constructor(options: StageOptions, report: (event: StageEvent) => void) {
    this.#options = options;
    this.#report = report;
    if (options.isLive) this.#roomWatcher = new RoomWatcher(() => this.#fitAgain());
    this.#endWatch = watchPlace(options.place, {
      appeared: (place) => this.#settleIn(place),
      described: (described) => {
        this.#shown?.describe(described.title, described.height);
        this.#newer?.describe(described.title, described.height);
        this.#roomWatcher?.follow(described);
      },
      vanished: () => {
        this.#clear();
        this.#report({ type: 'place.vanished' });
      },
    });
  }

  /** The frame that is shown, if any. */
  get shown(): Frame | null {
    return this.#shown;
  }

  /** Executes a command of `documentFrame`. */
  execute(command: StageCommand): void {
    const place = placeOf(this.#options.place);
    switch (command.type) {
      case 'prepare':
        this.#clear();
        if (place) this.#spare = this.#make(place);
        return;
      case 'keepSpare':
        if (place) this.#spare ??= this.#make(place);
        return;
      case 'open':
        if (place) this.#open(place, command);
        return;
      case 'draw':
        if (place) this.#newer?.put('behind', place.height);
        return this.#newer?.post({ type: 'draw', top: command.top });
      case 'reveal':
        if (place) this.#reveal(place);
        return;
      case 'dropNewer':
        this.#newer?.dispose();
        this.#newer = null;
        this.#early = [];
        return;
      case 'dropShown':
        this.#shown?.dispose();
        this.#shown = null;
        return;
      case 'turn':
        this.#page = command.page;
        return this.#fitterOf(this.#shown)?.turn(command.page);
      case 'mark':
        this.#post({
          type: 'mark',
          marks: command.marks.map((mark) =>
            mark.from === undefined ? [mark.id, changedText(mark)] : [mark.id, changedText(mark), true],
          ),
        });
        this.#keepSought(command);
        return this.#seek();
      case 'post':
        return this.#post(command.message);
      case 'settleTyped':
        return this.#handOver.settle(command.isForPage);
      case 'openLink':
        if (command.where === 'top') window.location.assign(command.href);
        else this.#openTab(command.href);
        return this.#acts.forget();
    }
  }

  /** Keeps changes that could not be shown, as in a hidden tab, so that they are shown with the current ones. */
  #keepSought({ marks, news }: Extract<StageCommand, { type: 'mark' }>): void {
    const marked = new Set(marks.map(({ id }) => id));
    const sought = new Set([...news, ...this.#sought]);
    this.#sought = [...sought].filter((id) => marked.has(id)).slice(0, MOST_SOUGHT);
  }

  /** Requests the place of the first change, on a wall. */
  #seek(): void {
    if (this.#sought.length > 0) this.#post({ type: 'find', ids: this.#sought });
  }

  /** @param top distance from the document's top */
  #handleFound(frame: Frame, top: number | null): void {
    // A document may send anything at any time.
    if (this.#sought.length === 0) return;
    const page = top === null ? 0 : (this.#fitterOf(frame)?.pageAt(top) ?? null);
    // The place differs during a fit; a hidden tab is fitted when it becomes visible. The request is repeated then.
    if (page === null && this.#roomWatcher?.room) return;
    this.#sought = [];
    if (top !== null && page !== null) this.#report({ type: 'page.wanted', page });
  }

  #openTab(href: string): void {
    // Not with `noopener`: the answer would then always be null.
    const tab = window.open(href, '_blank');
    if (tab) tab.opener = null;
    else this.#report({ type: 'link.blocked' });
  }

  /** Removes all frames. */
  close(): void {
    this.#endWatch();
    this.#roomWatcher?.end();
    this.#clear();
    this.#endGuard();
  }

  #settleIn(settled: Place): void {
    const { element } = settled;
    this.#clear();
    element.style.position = 'relative';
    // Elements drawn behind a document stay in front of the page.
    element.style.isolation = 'isolate';
    this.#endGuard();
    this.#endGuard = guardFocus(element);
    this.#roomWatcher?.follow(settled);
    this.#report({ type: 'place.appeared' });
  }

  #make({ element, height }: Place): Frame {
    return new Frame(element, this.#options.frameOrigin ?? '', height);
  }

  #open(place: Place, { html, lines, isStored, stored, isBehind }: Extract<StageCommand, { type: 'open' }>): void {
    const { mode, newAttributesFunction } = this.#options;
    // In a burst of documents each takes over the frame that was loading for the one before; besides, Chromium leaks the memory of a frame that is
    // removed at the wrong moment of its loading.
    this.#newer?.empty(place.height);
    if (!isBehind) {
      this.#shown?.dispose();
      this.#shown = null;
    }
    const waiting = [this.#spare, this.#newer].filter((one) => one !== null);
    const frame = waiting.find((one) => one.isUsable) ?? this.#make(place);
    for (const other of waiting) if (other !== frame) other.dispose();
    this.#spare = null;
    this.#newer = frame;
    this.#early = [];
    // The user must not see a fit in progress.
    frame.put(isBehind || this.#roomWatcher?.room ? 'hidden' : 'shown', place.height);
    frame.describe(place.title, place.height);
    frame.open({ html, lines, mode, isStored, stored, newAttributesFunction }, (news) => this.#handleNews(frame, news));
  }

  #fitterOf(frame: Frame | null): Fitter | null {
    const { fitterFor } = this.#options;
    if (!fitterFor || !this.#roomWatcher || !frame) return null;
    const fitter = this.#fitters.get(frame) ?? fitterFor(frame, this.#page);
    this.#fitters.set(frame, fitter);
    return fitter;
  }

  /**
   * Fits the document to a changed room, or ends that if there is none now. @param tries maximum number of fits: a busy browser may give the frame
   * its size late
   */
  #fitAgain(tries = MOST_TRIES): void {
    if (document.hidden) return;
    const shown = this.#fitterOf(this.#shown);
    const room = this.#roomWatcher?.room ?? null;
    if (shown && !shown.isFor(room)) this.#reportPages(shown.fit(room, null), tries);
  }

  #reportPages(fitted: Promise<boolean>, tries = MOST_TRIES): void {
    const shown = this.#shown;
    void fitted.then((isFitted) => {
      if (!isFitted || shown !== this.#shown) return;
      const fitter = this.#fitterOf(shown);
      const isSized = document.hidden || tries <= 1 || fitter?.isFor(this.#roomWatcher?.room ?? null) !== false;
      if (!isSized) return this.#fitAgain(tries - 1);
      this.#report({ type: 'pages.reported', count: fitter?.count ?? 1 });
      this.#seek();
    });
  }

  #reveal(place: Place): void {
    const before = this.#shown;
    this.#shown = this.#newer;
    this.#newer = null;
    this.#shown?.put('shown', place.height);
    // A user who reads by keyboard continues in the newer one.
    if (before && hasKeyboard(before.iframe)) this.#shown?.iframe.focus();
    if (before) this.#handOver.end();
    before?.dispose();
    const shown = this.#shown;
    for (const message of this.#early.splice(0)) if (shown) this.#handleMessage(shown, message);
    const fitter = this.#fitterOf(shown);
    if (!fitter) return;
    if (document.hidden || fitter.isFor(this.#roomWatcher?.room ?? null)) {
      this.#report({ type: 'pages.reported', count: fitter.count });
    }
    // The window may have changed while it was loading.
    this.#fitAgain();
  }

  #post(message: ToFrame): void {
    // The keyboard returns to the place where the address was pasted, or to the requested region; a frame that has it already would lose its place.
    const isOfKeyboard = /^(link-text|grid-answer|focus)$/.test(message.type);
    const coming = isOfKeyboard && this.#shown && !hasKeyboard(this.#shown.iframe) ? this.#shown : null;
    // Earlier presses were made elsewhere: they allow no act of the document.
    if (coming) {
      this.#acts.forget();
      this.#handOver.bring(coming);
    }
    // A document hidden by the list of all regions has no layout; there all regions are visible.
    const isUnseen = message.type === 'snapshot' && this.#shown?.iframe.getClientRects().length === 0;
    this.#shown?.post(isUnseen ? { ...message, unasked: [] } : message);
  }

  #clear(): void {
    this.#acts.drop();
    this.#handOver.end();
    for (const frame of [this.#spare, this.#newer, this.#shown]) frame?.dispose();
    this.#spare = this.#newer = this.#shown = null;
    this.#early = [];
    this.#sought = [];
  }

  #handleNews(frame: Frame, news: FrameNews): void {
    if (news.type === 'said' && news.message.type === 'measured') this.#fitterOf(frame)?.receive(news.message);
    else if (frame === this.#newer) this.#handleNewerNews(news);
    else if (frame === this.#shown) this.#handleShownNews(frame, news);
  }

  #handleNewerNews(news: FrameNews): void {
    if (news.type === 'loaded') this.#report({ type: 'newer.loaded' });
    else if (news.type === 'replaced') this.#report({ type: 'newer.replaced' });
    else if (news.type === 'struck') this.#report({ type: 'newer.ruleBroken', strikes: news.strikes });
    else if (news.type === 'said') this.#handleNewerMessage(news.message);
  }

  #handleNewerMessage(message: FromFrame): void {
    if (message.type === 'hello') this.#report({ type: 'newer.greeted' });
    else if (message.type === 'ready') this.#handleNewerReady(message.values);
    else if (message.type === 'drawn') this.#report({ type: 'newer.drawn' });
    else if (message.type === 'broken') this.#report({ type: 'newer.broken' });
    else if (message.type === 'edits' || message.type === 'regions' || message.type === 'wishes')
      this.#early.push(message);
    // It may have grown since it was fitted.
    else if (message.type === 'size') this.#early = [...this.#early.filter(({ type }) => type !== 'size'), message];
  }

  #handleNewerReady(values: Pair[]): void {
    const frame = this.#newer;
    const fitter = this.#fitterOf(frame);
    const room = this.#roomWatcher?.room ?? null;
    // In a hidden tab frames get no size: the document is fitted when the tab becomes visible.
    if (!fitter || room === null || document.hidden) return this.#report({ type: 'newer.opened', values });
    void fitter.fit(room, this.#fitterOf(this.#shown)?.scale ?? null).then(() => {
      if (frame === this.#newer) this.#report({ type: 'newer.opened', values });
    });
  }

  #handleShownNews(frame: Frame, news: FrameNews): void {
    if (news.type === 'reloaded') this.#report({ type: 'frame.reloaded' });
    else if (news.type === 'replaced') this.#report({ type: 'frame.replaced' });
    else if (news.type === 'struck') this.#report({ type: 'frame.ruleBroken', strikes: news.strikes });
    else if (news.type === 'said') this.#handleMessage(frame, news.message);
  }

  #handleMessage(frame: Frame, message: FromFrame): void {
    switch (message.type) {
      case 'edits': {
        const { changes, unasked, unreadable, was } = message;
        return this.#report({ type: 'text.edited', changes, unasked, unreadable, ...(was && { was }) });
      }
      case 'regions':
        return this.#report({ type: 'regions.changed', added: message.added, removed: message.removed });
      case 'snapshot': {
        const { no, values, hidden, hiddenRows, newAttributes, error } = message;
        return this.#report({ type: 'snapshot.taken', no, values, hidden, hiddenRows, newAttributes, error });
      }
      case 'names':
        return void this.#reportNames(frame, message.names);
      case 'wishes':
        return message.isContested
          ? void this.#reportStored(frame, message.values)
          : this.#report({ type: 'wishes.reported', wishes: message.values });
      case 'place':
        return this.#report({ type: 'scroll.reported', scroll: message.scroll });
      case 'paste-url': {
        const { no, url } = message;
        const ask = (): void => this.#report({ type: 'url.pasted', no, url });
        // The pasted address stays in any case.
        return this.#ask('paste', frame, message, ask, () => frame.post({ type: 'link-text', no, url, text: null }));
      }
      case 'paste-grid': {
        const { no, cells, fits, replaced, left } = message;
        const ask = (): void => this.#report({ type: 'grid.pasted', no, grid: { cells, fits, replaced, left } });
        return this.#ask('paste', frame, message, ask, () => frame.post({ type: 'grid-answer', no, answer: 'text' }));
      }
      case 'open-link':
        return this.#ask('link', frame, message, () => {
          const { href, where } = message;
          this.#report({ type: 'link.followed', href, where, isPasted: frame.wasGiven(href) });
        });
      case 'hotkey':
        return this.#handleKey(frame, message);
      case 'pong':
        return this.#report({ type: 'pong.received', no: message.no });
      case 'loses':
        return this.#report({ type: 'loss.reported', id: message.id, what: message.what, unfit: message.unfit });
      case 'caret':
        return this.#report({ type: 'caret.reported', id: message.id });
      case 'blank':
        return this.#acts.ask('blank', frame.iframe, () => this.#report({ type: 'blank.pressed', no: message.no }));
      case 'blanks-drawn':
        return this.#report({ type: 'blanks.drawn', lines: message.lines, boxes: message.boxes });
      case 'suggest':
        // A document in which the user is not typing receives no values of other documents.
        return hasKeyboard(frame.iframe) ? this.#report({ type: 'suggestions.wanted', id: message.id }) : undefined;
      case 'leave':
        return this.#ask('leave', frame, message, () => focusBeside(frame.iframe, message.isBack));
      case 'typed':
        return this.#handOver.receive(frame, message);
      case 'holding':
        return this.#handOver.arrive(frame, message.no);
      case 'found':
        return this.#handleFound(frame, message.top);
      case 'broken':
        return this.#report({ type: 'frame.broken' });
      case 'size': {
        const fitter = this.#fitterOf(frame);
        return fitter ? this.#reportPages(fitter.look()) : undefined;
      }
      // Messages before a document is shown, and the end of a print.
      case 'hello':
      case 'ready':
      case 'drawn':
      case 'printed':
      case 'measured':
    }
  }

  /** Names regions from the file: a script could give a region any name. */
  async #reportNames(frame: Frame, frameNames: Pair[]): Promise<void> {
    const names = await fromFile(({ nameRegions }) => nameRegions(frame.html, frameNames), []);
    if (frame === this.#shown) this.#report({ type: 'names.reported', names });
  }

  /** Reads stored values from the file: the document is not trusted with them. */
  async #reportStored(frame: Frame, contested: Pair[]): Promise<void> {
    const ids = new Set(contested.map(([id]) => id));
    const stored = await fromFile(({ namedValues }) => namedValues(frame.html, frame.lines, ids), []);
    if (frame === this.#shown) this.#report({ type: 'stored.contested', stored });
  }

  /** Handles a shortcut. Escape only closes the current view, and does not count as a press in a browser. */
  #handleKey(frame: Frame, { key, held, id }: Extract<FromFrame, { type: 'hotkey' }>): void {
    const reportKey = async (): Promise<void> => {
      if (id === undefined) return this.#report({ type: 'key.pressed', key });
      const named = { id, label: id };
      const region = await fromFile(({ namedField }) => namedField(frame.html, frame.lines, id), named);
      if (frame === this.#shown) this.#report({ type: 'key.pressed', key, region });
    };
    if (key !== 'close') this.#ask(key, frame, { held }, () => void reportKey());
    else if (hasKeyboard(frame.iframe)) void reportKey();
  }

  /** Lets a document act once the browser confirms the user's press. @param held the hold that the frame has begun with it */
  #ask(act: Act, frame: Frame, { held }: { held?: number | undefined }, go: () => void, refuse?: () => void): void {
    const begin = (): void => {
      if (held !== undefined) this.#handOver.begin(frame, held, act === 'save' || act === 'submit');
      go();
    };
    this.#acts.ask(act, frame.iframe, begin, () => {
      refuse?.();
      if (held !== undefined) frame.post({ type: 'release', no: held, isForPage: false });
    });
  }
}
