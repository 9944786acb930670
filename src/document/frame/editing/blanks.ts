import { BLANK_ATTRIBUTE } from '../../html/blanks.ts';
import { focus, ownDocument, pathOf } from '../own.ts';

/** How a place stands: taken, and the current one. */
const STANDS = 'data-ready-stands';
const FIELDS = /^(?:INPUT|SELECT|TEXTAREA)$/;

/**
 * The places of a document that can become regions, in the workshop: those that are taken are framed, and a press on one tells which. The document is
 * shown as it is; nothing in it is filled in here.
 */
export class Blanks {
  #isOn = false;
  #current: number | null = null;

  /** @param taken the numbers of those that become regions @param current the one that is looked at */
  show(taken: readonly number[], current: number | null): void {
    if (!this.#isOn) ownDocument.adoptedStyleSheets = Array.from(ownDocument.adoptedStyleSheets).concat(blankStyle());
    this.#isOn = true;
    const all = new Set(taken);
    const places = ownDocument.querySelectorAll(`[${BLANK_ATTRIBUTE}]`);
    let first: Element | null = null;
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at];
      const no = Number(place?.getAttribute(BLANK_ATTRIBUTE));
      const stands = `${all.has(no) ? 'taken' : 'free'}${no === current ? ' current' : ''}`;
      if (place && place.getAttribute(STANDS) !== stands) place.setAttribute(STANDS, stands);
      if (no === current) first ??= place ?? null;
    }
    if (current !== this.#current) first?.scrollIntoView({ block: 'nearest' });
    this.#current = current;
  }

  /** The number of the place that a person has pressed, or null. */
  pressed(event: MouseEvent): number | null {
    if (!this.#isOn || !event.isTrusted) return null;
    const path = pathOf(event);
    for (let at = 0; at < path.length; at += 1) {
      const one = path[at];
      const no = one instanceof Element ? one.getAttribute(BLANK_ATTRIBUTE) : null;
      if (no !== null) return /^\d{1,6}$/.test(no) ? Number(no) : null;
    }
    return null;
  }

  /** Keeps a field from opening its list; the keyboard comes into the document all the same. */
  isHeld(event: MouseEvent): boolean {
    const [target] = pathOf(event);
    if (!this.#isOn || !(target instanceof HTMLElement) || !FIELDS.test(target.tagName)) return false;
    focus(ownDocument.documentElement);
    return true;
  }
}

/** An empty place has a size to be pressed; all else is as the document has it. */
function blankStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
[${STANDS}]{cursor:pointer!important}
[${STANDS}]:empty:not(td,th,input,select,textarea){min-height:1lh!important;min-width:3em!important}
[${STANDS}]:hover{outline:2px dashed #6d28d9!important;outline-offset:-1px!important}
[${STANDS}~=taken]{outline:2px solid #6d28d9!important;outline-offset:-1px!important;box-shadow:inset 0 0 0 99vmax rgb(139 92 246/.18)!important}
[${STANDS}~=current]{outline-width:4px!important}
@media (forced-colors:active){[${STANDS}~=taken]{outline-color:Highlight!important}}`);
  return sheet;
}
