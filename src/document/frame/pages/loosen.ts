import { FRAME_LIMITS } from '../limits.ts';
import { ownDocument, unhidden } from '../own.ts';

const LOOSE = 'data-ready-loose';

/**
 * How a document lies that is turned page by page. A scroll bar would take width from what is measured. What a body hides or scrolls by itself can be turned to
 * like all else. What stays in sight while one scrolls would lie over lines of every page: it stands once, at its end of the document.
 */
export const looseStyle =
  'html{overflow:hidden!important}body{overflow:visible!important}' +
  `html[${LOOSE}=root]{position:relative!important;min-height:100%!important}` +
  `[${LOOSE}=fixed]{position:absolute!important}[${LOOSE}=sticky]{position:relative!important;inset:auto!important}`;

let looked = 0;

/** Marks what stays in sight while one scrolls: no selector finds it. What has been marked stays so. */
export function loosen(): void {
  const all = ownDocument.getElementsByTagName('*');
  // A document that has as many elements as before has hardly any others.
  if (all.length === looked || all.length > FRAME_LIMITS.loose) return;
  looked = all.length;
  for (const element of all) {
    const { position } = getComputedStyle(element);
    if (position === 'fixed' || position === 'sticky') unhidden(element).setAttribute(LOOSE, position);
    if (position === 'fixed') ownDocument.documentElement.setAttribute(LOOSE, 'root');
  }
}
