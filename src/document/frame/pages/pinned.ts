import { FRAME_LIMITS } from '../limits.ts';
import { ownDocument } from '../own.ts';

const LOOSE = 'data-ready-loose';

/**
 * Styles for a document shown page by page. A scroll bar would take width from the measured area. Content that a body hides or scrolls must be
 * reachable like all else. Fixed and sticky elements would cover lines of every page: each is shown once, at its place in the document.
 */
export const looseStyle =
  'html{overflow:hidden!important}body{overflow:visible!important}' +
  `html[${LOOSE}=root]{position:relative!important;min-height:100%!important}` +
  `[${LOOSE}=fixed]{position:absolute!important}[${LOOSE}=sticky]{position:relative!important;inset:auto!important}`;

let looked = 0;

/** Marks fixed and sticky elements: no selector finds them. Marks are never removed. */
export function markPinned(): void {
  const all = ownDocument.getElementsByTagName('*');
  // A document with the same number of elements as before has hardly any new ones.
  if (all.length === looked || all.length > FRAME_LIMITS.loose) return;
  looked = all.length;
  for (const element of all) {
    const { position } = getComputedStyle(element);
    if (position === 'fixed' || position === 'sticky') element.setAttribute(LOOSE, position);
    if (position === 'fixed') ownDocument.documentElement.setAttribute(LOOSE, 'root');
  }
}
