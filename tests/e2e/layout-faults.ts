/**
 * Looks for a broken layout. It uses nothing from outside, since it is sent into the browser as text.
 * @returns a sentence for each fault: sideways scroll, a control outside of the window, controls or texts over each other, text over a document, cut text,
 * a target under 24 px, an icon without a picture, a broken word
 */
export function layoutFaults(): string[] {
  const SLACK = 1;
  const TARGET_MIN = 24;
  const LISTS = '[role=listbox], details[open]';
  const root = document.documentElement;
  const faults: string[] = [];
  const nameOf = (element: Element): string =>
    `<${element.localName}> ${(element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim().slice(0, 60)}`;
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      !element.closest('[inert]')
    );
  };
  /** The part of a box that the scrolling and clipping elements around it leave visible, from the innermost on. */
  const clipped = (whole: DOMRect, innermost: Element | null): DOMRect => {
    let { left, top, right, bottom } = whole;
    for (let above = innermost; above && above !== document.body; above = above.parentElement) {
      if (getComputedStyle(above).overflow === 'visible') continue;
      const box = above.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  const seen = (element: Element): DOMRect => clipped(element.getBoundingClientRect(), element.parentElement);
  /** The row around an element that stays visible while the rest is scrolled. */
  const pinned = (element: Element | null): Element | null => {
    if (element === null || /sticky|fixed/.test(getComputedStyle(element).position)) return element;
    return pinned(element.parentElement);
  };
  /**
   * True if one of two may lie over the other: a row that is pinned while the rest is scrolled, over what is scrolled. One that is fixed to the window
   * stays there for good: what it covers must come out from under it when the page is scrolled.
   */
  const mayCover = (one: Element, oneBox: DOMRect, other: Element, otherBox: DOMRect): boolean => {
    const [above, below] = [pinned(one), pinned(other)];
    if (above === below) return false;
    const isFixed = (element: Element | null): boolean =>
      element !== null && getComputedStyle(element).position === 'fixed';
    if (!isFixed(above) && !isFixed(below)) return true;
    if (isFixed(above) && isFixed(below)) return false;
    const [cover, box] = isFixed(above) ? [oneBox, otherBox] : [otherBox, oneBox];
    const left = root.scrollHeight - root.clientHeight - window.scrollY;
    return box.bottom - left <= cover.top + SLACK || box.top + window.scrollY >= cover.bottom - SLACK;
  };

  if (root.scrollWidth > root.clientWidth)
    faults.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);

  for (const icon of document.querySelectorAll('svg'))
    if (icon.childElementCount === 0) faults.push(`an icon of ${nameOf(icon.parentElement ?? icon)} is empty`);

  const place = document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document.body;
  const controls = [
    ...place.querySelectorAll('a[href], button, input, select, textarea, [role="combobox"], [role="radio"]'),
  ].filter(
    (element) =>
      isShown(element) &&
      element.getAttribute('aria-hidden') !== 'true' &&
      element.closest('[aria-hidden="true"]') === null,
  );
  const boxes = controls
    .map((element) => ({ element, box: seen(element) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  for (const { element } of boxes) {
    const { left, right, width, height } = element.getBoundingClientRect();
    if (left < -SLACK || right > root.clientWidth + SLACK) faults.push(`${nameOf(element)} leaves the window sideways`);
    const isInText = element.localName === 'a' && getComputedStyle(element).display === 'inline';
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.getBoundingClientRect() : undefined;
    const isSmall =
      Math.min(Math.max(width, label?.width ?? 0), Math.max(height, label?.height ?? 0)) < TARGET_MIN - SLACK;
    if (!isInText && isSmall) faults.push(`${nameOf(element)} is ${Math.round(width)} × ${Math.round(height)} px`);
  }
  boxes.forEach(({ element, box }, at) => {
    for (const other of boxes.slice(at + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      // A field's own button is in the field, on room that the field leaves free.
      const isInside = element.parentElement === other.element.parentElement && element.localName === 'input';
      const isScrolled = mayCover(element, box, other.element, other.box);
      // An open list covers the content below it.
      const isOpenList = element.closest(LISTS) !== other.element.closest(LISTS);
      if (wide > SLACK && high > SLACK && !isInside && !isOpenList && !isScrolled)
        faults.push(`${nameOf(element)} lies over ${nameOf(other.element)}`);
    }
  });

  for (const element of place.querySelectorAll<HTMLElement>(
    'h1, h2, h3, p, a, button, label, span, td, th, dt, dd, li, strong, time',
  )) {
    if (!isShown(element) || element.textContent.trim() === '' || element.closest('[aria-hidden="true"]')) continue;
    const style = getComputedStyle(element);
    // Text for a screen reader only is one pixel wide on purpose.
    if (style.position === 'absolute' && element.clientWidth <= 1) continue;
    const isCutWide =
      style.overflowX !== 'visible' && style.overflowX !== 'auto' && element.scrollWidth > element.clientWidth + SLACK;
    const isCutHigh =
      style.overflowY !== 'visible' &&
      style.overflowY !== 'auto' &&
      element.scrollHeight > element.clientHeight + SLACK;
    // Shortened on purpose: its title contains the whole text.
    const hasTitle = element.title !== '' || element.closest('[title]') !== null;
    if ((isCutWide || isCutHigh) && element.clientWidth > 0 && !hasTitle) faults.push(`${nameOf(element)} is cut`);
    const spills =
      element.matches('button, a') &&
      style.display !== 'inline' &&
      element.scrollWidth > element.clientWidth + 2 * SLACK;
    if (spills && !isCutWide) faults.push(`${nameOf(element)} has more text than room`);
  }

  /** The visible content: each line of each text, without the free room above and below its letters, and each document. */
  const shown: { text: string; element: Element; box: DOMRect; isDocument: boolean }[] = [];
  const pieces = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let piece = pieces.nextNode(); piece; piece = pieces.nextNode()) {
    const element = piece.parentElement;
    if (!element || piece.nodeValue?.trim() === '' || !isShown(element) || element.closest('svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(piece);
    for (const { x, y, width, height } of range.getClientRects()) {
      const box = clipped(new DOMRect(x, y + height / 4, width, height / 2), element);
      if (box.width > SLACK && box.height > SLACK)
        shown.push({ text: nameOf(element), element, box, isDocument: false });
    }
  }
  for (const element of place.querySelectorAll('iframe:not([aria-hidden])'))
    if (isShown(element)) shown.push({ text: 'a document', element, box: seen(element), isDocument: true });
  shown.sort((a, b) => a.box.top - b.box.top);
  shown.forEach((one, at) => {
    for (const other of shown.slice(at + 1)) {
      if (other.box.top >= one.box.bottom - SLACK) break;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (wide <= SLACK || high <= SLACK || one.element === other.element || (one.isDocument && other.isDocument))
        continue;
      if (mayCover(one.element, one.box, other.element, other.box)) continue;
      if (one.element.closest(LISTS) !== other.element.closest(LISTS)) continue;
      faults.push(`${one.text} lies over ${other.text}`);
    }
  });

  // A word in two pieces; longer strings than words, and addresses, may be broken.
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement || !isShown(text.parentElement) || text.parentElement.closest('[aria-hidden="true"]'))
      continue;
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/(?<=^|\s)\p{L}{2,20}(?=$|[\s.,:;!?])/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.push(`${word} is broken in ${nameOf(text.parentElement)}`);
    }
  }
  return [...new Set(faults)];
}
