/** Content of a page as a user sees it, without the requests: see `Shown`. */
export type Seen = {
  address: string;
  /** Number of the application's pages that Back leads through: the browser's history, whose length a replaced address does not change. */
  behind: number;
  headings: string[];
  says: string[];
  offers: string[];
};

/**
 * Reads the page. It uses nothing from outside, since it is also sent into browsers as text; and no selectors, which take jsdom longer than all else of a
 * walk's step.
 */
export function seeDocument(): Seen {
  // Read from the window once: in jsdom each read is a new lookup.
  const { document: page, location, Element: AnyElement, Node: AnyNode } = window;
  const wordsIn = (element: Element): string => {
    let words = '';
    for (let one = element.firstChild; one !== null; one = one.nextSibling) {
      if (one instanceof AnyElement) words += one.getAttribute('aria-hidden') === 'true' ? '' : wordsIn(one);
      else if (one.nodeType === AnyNode.TEXT_NODE) words += one.nodeValue ?? '';
    }
    return words;
  };
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? wordsIn(element)).replace(/\s+/g, ' ').trim();
  const within = new Map<Element, boolean>();
  const isWithinOff = (element: Element | null): boolean => {
    if (element === null) return false;
    const known =
      within.get(element) ??
      (element.hasAttribute('hidden') ||
        element.hasAttribute('inert') ||
        (element.localName === 'fieldset' && element.hasAttribute('disabled')) ||
        isWithinOff(element.parentElement));
    within.set(element, known);
    return known;
  };
  const isOff = (button: Element): boolean =>
    button.hasAttribute('disabled') ||
    button.getAttribute('aria-disabled') === 'true' ||
    button.getAttribute('aria-busy') === 'true' ||
    isWithinOff(button);
  const all: { element: Element; localName: string; role: string }[] = [];
  let dialog: Element | undefined;
  let main = page.body;
  const collect = (parent: Element): void => {
    for (let one = parent.firstElementChild; one !== null; one = one.nextElementSibling) {
      const { localName } = one;
      const role = one.getAttribute('role') ?? '';
      all.push({ element: one, localName, role });
      if (role === 'dialog' || role === 'alertdialog') dialog ??= one;
      if (localName === 'main' && main === page.body) main = one as HTMLElement;
      // A picture has many parts, and none that is looked for.
      if (localName !== 'svg') collect(one);
    }
  };
  collect(page.body);
  const place = dialog ?? main;
  const headings: string[] = [];
  const says: string[] = [];
  const offers: string[] = [];
  for (const { element, localName, role } of all) {
    const isHeading = localName === 'h1' || localName === 'h2';
    if (isHeading && main.contains(element)) headings.push(nameOf(element));
    const isSentence =
      localName === 'p' ||
      ((role === 'alert' || role === 'status' || element.hasAttribute('aria-live')) &&
        element.getElementsByTagName('p').length === 0) ||
      (dialog !== undefined && localName === 'h2');
    if (isSentence && place.contains(element)) {
      const text = nameOf(element);
      if (text !== '') says.push(text);
    }
    if (localName === 'button' && place.contains(element) && !isOff(element)) offers.push(nameOf(element));
  }
  // In browsers the frames of a page have a part in `history.length`; jsdom has no other count.
  const behind = window.navigation?.currentEntry?.index ?? window.history.length - 1;
  return { address: location.pathname + location.search, behind, headings, says, offers };
}

/**
 * Reads the navigation bar: its links, its buttons that can be pressed, who is greeted and what is announced. It uses nothing from outside, as
 * `seeDocument`.
 */
export function seeNavigation(): string[] {
  const wordsOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const isSuch = (element: Element): boolean =>
    element.localName === 'a' ||
    (element.localName === 'button' && element.getAttribute('aria-disabled') !== 'true') ||
    element.getAttribute('role') === 'status' ||
    element.hasAttribute('title');
  const bar = document.getElementsByTagName('header')[0];
  const inBar =
    bar && !document.getElementsByTagName('main')[0]?.contains(bar) ? [...bar.getElementsByTagName('*')] : [];
  return inBar
    .filter(isSuch)
    .map(wordsOf)
    .filter((words) => words !== '');
}
