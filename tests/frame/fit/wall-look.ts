/** Visible part of a document at one of its pages. */
export type Look = {
  /** Everything that can be seen, by number, and what of it is whole in sight with nothing over it. */
  all: string[];
  seen: number[];
  /** Lines of text of which a part is seen. */
  cut: string[];
  /** Size of the smallest letters of a region's text, and of its label, in the document's own pixels. */
  text: number;
  label: number;
  scrollY: number;
  /** True if the document is wider than its frame. */
  isWide: boolean;
};

/** Runs in the document. @param edges of the visible part of the frame, in its own pixels */
export function look(html: Element, { top, bottom }: { top: number; bottom: number }): Look {
  const all: string[] = [];
  const seen: number[] = [];
  const cut: string[] = [];
  const note = (what: string, element: Element, box: DOMRect): void => {
    all.push(what);
    // A line's letters do not reach the edges of its box.
    const isHigh = box.top >= top - 1.5 && box.bottom <= bottom + 1.5;
    const isWithin = isHigh && box.left >= -1 && box.right <= innerWidth + 1;
    if (!isWithin) return;
    const over = document.elementFromPoint(box.left + box.width / 2, (box.top + box.bottom) / 2);
    // Controls that are only shown cannot be pressed: the element at this point is the one around them.
    const isControl = element.matches('input,select,textarea');
    if (over !== null && (element.contains(over) || (isControl && over.contains(element)))) seen.push(all.length - 1);
  };
  // Text for screen readers is cut off to a pixel, with all of its content.
  const isForEars = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isForEars(element.parentElement));
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isForEars(element);
  const texts = document.createTreeWalker(html, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const parent = node.parentElement;
    if (!node.nodeValue?.trim() || !parent || parent.closest('option,textarea,svg') || !isShown(parent)) continue;
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width <= 1) continue;
      const what = `${parent.id || parent.localName}: ${node.nodeValue.trim().slice(0, 30)}`;
      note(what, parent, line);
      // Under the head of a table that is repeated, no part of a line is seen.
      const isCovered = !parent.contains(document.elementFromPoint(line.left + 1, line.bottom - 1)) && line.top < top;
      if (!isCovered && [top, bottom].some((edge) => line.top < edge - 1.5 && line.bottom > edge + 1.5)) cut.push(what);
    }
  }
  for (const piece of document.querySelectorAll('img,svg,canvas,iframe,input,textarea,select')) {
    if (isShown(piece)) note(piece.id || piece.localName, piece, piece.getBoundingClientRect());
  }
  const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
  const said = (element: Element): string =>
    element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)
      ? ''
      : 'value' in element
        ? String(element.value)
        : (element.textContent ?? '');
  const regions = [...document.querySelectorAll('.editable[id]')].filter((one) => said(one).trim() && isShown(one));
  const labels = [...document.querySelectorAll('dt,th,h2,caption,legend,label,.label')].filter(
    (one) => one.textContent?.trim() && isShown(one),
  );
  return {
    all,
    seen,
    cut,
    text: Math.min(...regions.map(size)),
    label: Math.min(...labels.map(size)),
    scrollY: Math.round(scrollY),
    isWide: html.scrollWidth > html.clientWidth,
  };
}

/** Runs in the page: returns the frame's scale, and the visible part of the frame, in its own pixels. */
export function fitted(iframe: Element): { scale: number; top: number; bottom: number } {
  const { transform, clipPath } = (iframe as HTMLIFrameElement).style;
  const [, top = '0', bottom = top] = /^inset\(([\d.]+)(?:px)?(?: \S+ ([\d.]+)px)?/.exec(clipPath) ?? [];
  const scale = Number(/scale\(([\d.]+)\)/.exec(transform)?.[1] ?? 0);
  return { scale, top: Number(top), bottom: iframe.clientHeight - Number(bottom) };
}
