import type { FromFrame, PageStart, ToFrame } from '../../host/protocol.ts';
import { FRAME_LIMITS } from '../limits.ts';
import { ownDocument, unhidden } from '../own.ts';
import { headAt, pageStarts } from './pages.ts';

const LOOSE = 'data-ready-loose';

/**
 * Styles for a document shown page by page. A scroll bar would take width from the measured area. Content that a body hides or scrolls must be
 * reachable like all else. Fixed and sticky elements would cover lines of every page: each is shown once, at its place in the document.
 */
const looseStyle =
  'html{overflow:hidden!important}body{overflow:visible!important}' +
  `html[${LOOSE}=root]{position:relative!important;min-height:100%!important}` +
  `[${LOOSE}=fixed]{position:absolute!important}[${LOOSE}=sticky]{position:relative!important;inset:auto!important}`;

let looked = 0;

/** Marks fixed and sticky elements: no selector finds them. Marks are never removed. */
function markPinned(): void {
  const all = ownDocument.getElementsByTagName('*');
  // A document with the same number of elements as before has hardly any new ones.
  if (all.length === looked || all.length > FRAME_LIMITS.loose) return;
  looked = all.length;
  for (const element of all) {
    const { position } = getComputedStyle(element);
    if (position === 'fixed' || position === 'sticky') unhidden(element).setAttribute(LOOSE, position);
    if (position === 'fixed') ownDocument.documentElement.setAttribute(LOOSE, 'root');
  }
}

type Measure = Extract<ToFrame, { type: 'measure' }>;
type Measured = Extract<FromFrame, { type: 'measured' }>;

/**
 * Fits a live document to its pane: measures the room that it needs at the size that its frame was given, and shows its pages. The host decides how
 * to use that (`document/host/fitter.ts`).
 */
export class Fitting {
  readonly #sheet = new CSSStyleSheet();
  /** Style for the head of a table that is repeated on a later page. */
  readonly #headings = new CSSStyleSheet();
  #repeated: HTMLElement | null = null;
  readonly #prepare: () => void;
  #end: () => void = () => undefined;

  /** @param prepare is called when the frame has its size, before the document is measured */
  constructor(prepare: () => void) {
    this.#prepare = prepare;
  }

  /** Must be called before the first layout of a document that is only shown. */
  begin(): void {
    ownDocument.adoptedStyleSheets.push(this.#sheet, this.#headings);
  }

  /** Measures the document in a frame of this size, as soon as the frame has it; a hidden tab may never get it. */
  measure({ no, width, height }: Measure, report: (message: Measured) => void): void {
    this.#end();
    this.#mark(true);
    markPinned();
    const isThere = (): boolean => Math.abs(innerWidth - width) <= 1 && Math.abs(innerHeight - height) <= 1;
    const answer = (): void => {
      this.#end();
      this.#prepare();
      // A sticky head is not at its own place in the document.
      this.#repeated?.removeAttribute(REPEATED);
      const seen = lie();
      this.#repeated?.setAttribute(REPEATED, '');
      report({ type: 'measured', no, isSized: isThere(), ...seen });
    };
    if (isThere()) return answer();
    // The event of a new size comes with the next picture, which may be late in a hidden frame.
    const end = performance.now() + FRAME_LIMITS.sized;
    const timer = setInterval(() => {
      if (isThere() || performance.now() > end) answer();
    }, FRAME_LIMITS.sizedLook);
    this.#end = () => {
      clearInterval(timer);
      this.#end = () => undefined;
    };
  }

  /** Shows the page that begins there, or with null the whole document, which scrolls. */
  show(start: PageStart | null): void {
    this.#mark(start !== null);
    this.#repeated?.removeAttribute(REPEATED);
    this.#repeated = null;
    if (start === null) return;
    const [at, head] = start;
    scrollTo({ top: at - head, behavior: 'instant' });
    const thead = head === 0 ? null : headAt(at);
    if (thead === null) return;
    this.#repeated = thead;
    thead.setAttribute(REPEATED, '');
    // The last page may not scroll far enough: the host moves the frame by the rest.
    this.#headings.replaceSync(repeatedStyle(at - head - scrollY, backgroundOf(thead)));
  }

  #mark(isFitted: boolean): void {
    if (ownDocument.documentElement.hasAttribute('data-ready-fitted') === isFitted) return;
    ownDocument.documentElement.toggleAttribute('data-ready-fitted', isFitted);
    this.#sheet.replaceSync(isFitted ? `@media screen{${looseStyle}}` : '');
  }
}

const WHOLE: PageStart[] = [[0, 0]];
const REPEATED = 'data-ready-repeated';

/** @param top distance of the page's edge below the frame's, in pixels @param background background behind the head */
const repeatedStyle = (top: number, background: string): string =>
  `@media screen{[${REPEATED}]{position:sticky!important;inset:${top}px auto auto!important;z-index:2147483647!important;background-color:${background}!important}}`;

/** The nearest opaque background. */
function backgroundOf(element: Element): string {
  const { backgroundColor } = getComputedStyle(element);
  if (!/^transparent$|\/|rgba/.test(backgroundColor)) return backgroundColor;
  return element.parentElement ? backgroundOf(element.parentElement) : 'Canvas';
}

/** Sizes of the document in its frame. */
function lie(): Pick<Measured, 'width' | 'height' | 'used' | 'text' | 'pages'> {
  const view = ownDocument.scrollingElement ?? ownDocument.documentElement;
  const most = (pixels: number): number => Math.min(1e6, Math.max(0, pixels));
  const height = most(view.scrollHeight);
  const used = most((ownDocument.body?.getBoundingClientRect().bottom ?? 0) + scrollY);
  const pages = height > innerHeight ? pageStarts(innerHeight, height) : WHOLE;
  return { width: most(view.scrollWidth), height, used, text: textSize(), pages };
}

/** The size of the document's text in pixels: hardly any text that users have filled in is smaller. */
function textSize(): number {
  const sizes: [size: number, characters: number][] = [];
  let all = 0;
  for (const element of [...ownDocument.querySelectorAll<HTMLElement>('.editable[id]')].slice(0, FRAME_LIMITS.sizes)) {
    const { length } = ('value' in element ? String(element.value) : (element.textContent ?? '')).trim();
    if (length === 0) continue;
    sizes.push([Number.parseFloat(getComputedStyle(element).fontSize), length]);
    all += length;
  }
  sizes.sort(([one], [other]) => one - other);
  let seen = 0;
  for (const [size, characters] of sizes)
    if ((seen += characters) >= all / 50) return Math.min(1_000, Math.max(1, size));
  return 16;
}
