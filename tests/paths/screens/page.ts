import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type Seen, seeDocument } from './see.ts';

/** What a person sees and can do, and what the host has been asked: the whole of what a walk compares. */
export type Shown = Seen & {
  /** Requests that are under way. */
  waits: string[];
};

/** What a person does with a page. */
export type Hands = {
  /** Presses a button by its name. */
  press(name: string): Promise<void>;
  /** Types over a field. */
  type(name: string, text: string): Promise<void>;
  /** Puts the open question away by the keyboard. */
  dismiss(): Promise<void>;
};

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();

/** The page in jsdom, before a person. */
export class Page implements Hands {
  readonly #user: UserEvent = userEvent.setup({ delay: null });

  /** @param waits the requests that are under way */
  see(waits: string[]): Shown {
    return { ...seeDocument(), waits };
  }

  /** @throws when there is no such button that can be pressed */
  async press(name: string): Promise<void> {
    const place =
      document.querySelector('[role="dialog"], [role="alertdialog"]') ??
      document.querySelector('main') ??
      document.body;
    const button = [...place.querySelectorAll('button')].find((one) => nameOf(one) === name);
    if (!button || !seeDocument().offers.includes(name)) throw new Error(`There is no button '${name}' to press.`);
    await this.#user.click(button);
  }

  async dismiss(): Promise<void> {
    await this.#user.keyboard('{Escape}');
  }

  async type(name: string, text: string): Promise<void> {
    const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!field) throw new Error(`There is no field '${name}'.`);
    await this.#user.clear(field);
    if (text !== '') await this.#user.type(field, text);
  }
}
