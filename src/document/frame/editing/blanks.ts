import { BLANK_ATTRIBUTE } from '#common/document/html/blanks.ts';
import { focus, ownDocument, pathOf } from '../own.ts';

/** State of a place: taken or free, and current. */
const STANDS = 'data-ready-stands';
const FIELDS = /^(?:INPUT|SELECT|TEXTAREA)$/;

/**
 * Places of a document that can become regions, in the workshop: taken ones get a frame, and a press on one returns its number. The document is
 * shown unchanged; nothing in it is filled in here.
 */
export class Blanks {
  #isOn = false;
  #current: number | null = null;

  /** @param taken numbers of the places that become regions @param current number of the selected one */
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

  /** The number of the place that the user has pressed, or null. */
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

  /** Keeps a field from opening its list; the keyboard still moves into the document. */
  isHeld(event: MouseEvent): boolean {
    const [target] = pathOf(event);
    if (!this.#isOn || !(target instanceof HTMLElement) || !FIELDS.test(target.tagName)) return false;
    focus(ownDocument.documentElement);
    return true;
  }
}

/** Style that gives an empty place a size that can be pressed, and changes nothing else of the document. */
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
