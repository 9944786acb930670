import { type UserEvent, userEvent } from '@testing-library/user-event';

/** What a person sees and can do, and what the host has been asked: the whole of what a walk compares. */
export type Shown = {
  address: string;
  /** The page's title, and those of its sections. */
  headings: string[];
  /** Every sentence: paragraphs, alerts and status lines; while a question is open, its own. */
  says: string[];
  /** Buttons that can be pressed. While a question is open, its own. */
  offers: string[];
  /** Requests that are under way. */
  waits: string[];
};

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();
const isOff = (element: Element): boolean =>
  element.matches(':disabled, [aria-disabled="true"], [aria-busy="true"]') ||
  element.closest('[hidden], [inert]') !== null;

/** The page before a person. */
export class Page {
  readonly user: UserEvent = userEvent.setup({ delay: null });

  /** @param waits the requests that are under way */
  see(waits: string[]): Shown {
    const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]');
    const place = dialog ?? document.querySelector('main') ?? document.body;
    const texts = (selector: string): string[] =>
      [...place.querySelectorAll(selector)].map(nameOf).filter((text) => text !== '');
    const main = document.querySelector('main') ?? document.body;
    return {
      address: window.location.pathname + window.location.search,
      headings: [...main.querySelectorAll('h1, h2')].map(nameOf),
      says: texts(`p, [role="alert"]:not(:has(p)), [role="status"]:not(:has(p))${dialog ? ', h2' : ''}`),
      offers: [...place.querySelectorAll('button')].filter((button) => !isOff(button)).map(nameOf),
      waits,
    };
  }

  /** Presses a button by its name. @throws when there is none that can be pressed */
  async press(name: string): Promise<void> {
    const place =
      document.querySelector('[role="dialog"], [role="alertdialog"]') ??
      document.querySelector('main') ??
      document.body;
    const button = [...place.querySelectorAll('button')].find((one) => nameOf(one) === name && !isOff(one));
    if (!button) throw new Error(`There is no button '${name}' to press.`);
    await this.user.click(button);
  }

  /** Puts the open question away by the keyboard. */
  async dismiss(): Promise<void> {
    await this.user.keyboard('{Escape}');
  }

  /** Types over a field. */
  async type(name: string, text: string): Promise<void> {
    const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!field) throw new Error(`There is no field '${name}'.`);
    await this.user.clear(field);
    if (text !== '') await this.user.type(field, text);
  }
}
