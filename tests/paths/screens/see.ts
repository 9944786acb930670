/** What a person sees of a page, but for the requests: see `Shown`. */
export type Seen = { address: string; headings: string[]; says: string[]; offers: string[] };

/**
 * Reads the page. It uses nothing from outside, since it is also sent into browsers as text.
 */
export function seeDocument(): Seen {
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();
  const isOff = (element: Element): boolean =>
    element.matches(':disabled, [aria-disabled="true"], [aria-busy="true"]') ||
    element.closest('[hidden], [inert]') !== null;
  const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]');
  const main = document.querySelector('main') ?? document.body;
  const place = dialog ?? main;
  const sentences = 'p, [role="alert"]:not(:has(p)), [role="status"]:not(:has(p))';
  return {
    address: window.location.pathname + window.location.search,
    headings: [...main.querySelectorAll('h1, h2')].map(nameOf),
    says: [...place.querySelectorAll(dialog ? `${sentences}, h2` : sentences)]
      .map(nameOf)
      .filter((text) => text !== ''),
    offers: [...place.querySelectorAll('button')].filter((button) => !isOff(button)).map(nameOf),
  };
}
