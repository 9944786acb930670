import { ownDocument } from './own.ts';

/**
 * Lets a document's script move the keyboard within the document only: the page around it keeps the keyboard if it has it.
 * @param before is called with an element before it gets the focus: it may be a region that is not editable yet, just created or one of thousands
 */
export function keepFocusWithin(before: (element: HTMLElement) => void): void {
  for (const { prototype } of [HTMLElement, SVGElement, MathMLElement]) {
    // oxlint-disable-next-line typescript/unbound-method -- called with its element
    const own = prototype.focus;
    prototype.focus = function focus(this: HTMLOrSVGElement, options?: FocusOptions): void {
      if (!ownDocument.hasFocus()) return;
      if (this instanceof HTMLElement) before(this);
      own.call(this as HTMLElement & SVGElement & MathMLElement, options);
    };
  }
  window.focus = () => {};
}
