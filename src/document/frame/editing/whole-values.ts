import { isShownEmpty } from '../dom-regions.ts';
import { ownDocument } from '../own.ts';
import type { RegionStore } from '../store.ts';
import { inside } from '../realm.ts';

const LINES = /^(text|search|url|tel|email|number)$/;
const COVERED = 'data-ready-covered';

/** Minimum width of the arrow of a choice, in pixels. */
const ARROW = 16;

/** The stand-in's differences from the control's own look: it is as high as its text, which wraps. */
const OWN: Readonly<Record<string, string>> = {
  height: 'auto',
  'max-height': 'none',
  'white-space': 'pre-wrap',
  'overflow-wrap': 'anywhere',
  appearance: 'none',
  resize: 'none',
  animation: 'none',
  transition: 'none',
};

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isChoice = (control: Control): control is HTMLSelectElement => control.localName === 'select';

const textOf = (control: Control): string =>
  isChoice(control) ? Array.from(control.selectedOptions, ({ text }) => text).join('\n') : control.value;

let canvas: CanvasRenderingContext2D | null = null;

function widthOf(text: string, { font }: CSSStyleDeclaration): number {
  canvas ??= ownDocument.createElement('canvas').getContext('2d');
  if (!canvas) return 0;
  canvas.font = font;
  return canvas.measureText(text).width;
}

/** A width relative to the paper, which is unknown before printing, or null; some browsers do not expose it. */
function relativeWidth(control: Control): string | null {
  const width = control.computedStyleMap?.().get('width')?.toString() ?? '';
  return width.includes('%') ? width : null;
}

/** True if part of a control's value is out of sight, or may be on paper. */
function isCut(control: Control, isPaper: boolean): boolean {
  const { type, clientWidth, clientHeight, scrollWidth, scrollHeight } = control;
  if (clientWidth === 0) return false;
  const isWide = scrollWidth > clientWidth + 1;
  const isHigh = scrollHeight > clientHeight + 1;
  // On paper selected options have no background.
  if (type === 'select-multiple') return isPaper || isHigh || isWide;
  if (isChoice(control)) return widthOf(textOf(control), getComputedStyle(control)) > clientWidth - ARROW;
  if (type !== 'textarea' && !LINES.test(type)) return false;
  return (
    isWide || (isHigh && type === 'textarea') || (isPaper && control.value !== '' && relativeWidth(control) !== null)
  );
}

/** A text that looks as its control. */
function standIn(control: Control, name: string, shown: string): HTMLElement {
  const style = getComputedStyle(control);
  const text = ownDocument.createElement('span');
  const put = (property: string, value: string): void => text.style.setProperty(property, value, 'important');
  for (let at = 0; at < style.length; at += 1) put(style.item(at), style.getPropertyValue(style.item(at)));
  for (const property in OWN) put(property, OWN[property] ?? '');
  const relative = relativeWidth(control);
  if (relative !== null) {
    put('width', relative);
    put('min-height', style.height);
  } else {
    put('box-sizing', 'border-box');
    put('width', `${control.offsetWidth}px`);
    put('min-height', `${control.offsetHeight}px`);
  }
  // The browser's own border is a thin line.
  if (style.borderTopStyle === 'inset') put('border', `1px solid ${style.borderTopColor}`);
  const isInline = style.display.startsWith('inline');
  if (/^(textarea|select-multiple)$/.test(control.type)) {
    put('display', isInline ? 'inline-block' : 'block');
    // In a line it is aligned at its lower edge, as its control is.
    put('overflow', 'hidden');
  } else {
    // Aligned at its first line; centred if it has room.
    put('display', isInline ? 'inline-flex' : 'flex');
    put('flex-direction', 'column');
    put('justify-content', 'center');
    put('overflow', 'visible');
  }
  text.textContent = shown;
  text.setAttribute('role', 'note');
  text.setAttribute('aria-label', shown === '' ? name : `${name}: ${shown}`);
  return text;
}

/** The element that is visible in a region's place. */
export const visibleElement = (element: HTMLElement): Element =>
  (element.hasAttribute(COVERED) && element.previousElementSibling) || element;

/**
 * Shows the whole values of form controls in views that cannot scroll, on a wall and on paper: a control that cuts its value off is replaced by a
 * text of its look, as high as needed. A text grows with the room on the paper; a control would have to be measured there.
 */
export class WholeValues {
  readonly #store: RegionStore;
  readonly #nameOf: (element: HTMLElement) => string;
  #isPaper = false;
  #isDue = false;
  #texts: [control: HTMLElement, text: HTMLElement][] = [];

  constructor(store: RegionStore, nameOf: (element: HTMLElement) => string) {
    this.#store = store;
    this.#nameOf = nameOf;
  }

  /** Checks all controls again: the room or their values may have changed. All reads come before all writes. */
  show(isPaper = false): void {
    this.#isPaper ||= isPaper;
    for (const [control, text] of this.#texts) {
      control.removeAttribute(COVERED);
      text.remove();
    }
    this.#texts = [];
    for (const { kind, elements, value } of this.#store.regions.values()) {
      if (kind === 'text' || kind === 'checkbox' || kind === 'radio') continue;
      for (const element of elements) {
        const control = element as Control;
        // Shows the stored value also where the browser cannot show it in its field.
        const isEmpty = isShownEmpty(element, kind, value);
        if (isEmpty || isCut(control, this.#isPaper))
          this.#texts.push([element, standIn(control, this.#nameOf(element), isEmpty ? value : textOf(control))]);
      }
    }
    for (const [control, text] of this.#texts) {
      control.before(text);
      control.setAttribute(COVERED, '');
    }
  }

  /** Checks the controls once for all events of the current task. */
  showSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const show = inside(() => {
      this.#isDue = false;
      this.show();
    });
    setTimeout(show, 0);
  }
}
