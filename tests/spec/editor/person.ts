import { screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { JsdomFrame } from '#tests/support/jsdom/jsdom-frame.ts';
import { type MountedApp, mountApp, type MountOptions } from '#tests/support/jsdom/mount.tsx';

/** Queries and actions of a person, in the words of the page. Each fails if its element is missing. */
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const link = (name: string | RegExp): HTMLAnchorElement => screen.getByRole('link', { name });
export const heading = (name: string | RegExp): HTMLElement => screen.getByRole('heading', { name });
export const text = (words: string | RegExp): HTMLElement => screen.getByText(words);
/** A control by its label; a star marks those that are required. */
export const field = (label: string): HTMLElement => screen.getByLabelText(new RegExp(`^${label}( \\*)?$`));
export const isGone = (words: string | RegExp): boolean => screen.queryByText(words) === null;

/** The headings within a list: what its entries are called. */
export const titlesIn = (list: HTMLElement): (string | null)[] =>
  within(list)
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

/** Returns the address of a link. */
export const target = (name: string | RegExp): string | null => link(name).getAttribute('href');

/** Opens the application at an address. @param isThere looks for what is to show first, and fails until it does */
export async function opened(
  host: MountOptions['host'],
  path: string,
  isThere: () => unknown,
  options?: Omit<MountOptions, 'host'>,
): Promise<MountedApp> {
  const app = mountApp(path, { host, ...options });
  await app.until(isThere);
  return app;
}

/** Clicks, and waits for the effect. @param isThere checks the effect, and throws until it is there */
export async function click(app: MountedApp, what: HTMLElement, isThere: () => unknown): Promise<void> {
  await app.user.click(what);
  await app.until(isThere);
}

/** Opens a document and types into its note, so that there are unsaved changes. */
export async function typed(host: MountOptions['host'], path: string, note = 'Wind.'): Promise<MountedApp> {
  const app = mountApp(path, { host });
  (await app.frame()).type('note', note);
  await app.until(() => expect(button(/^Save/)).toHaveTextContent('*'));
  return app;
}

/** True if the document of the editor has unsaved changes. */
export const isDirty = (): boolean => button(/^Save(?! as)/).textContent?.includes('*') ?? false;

/** The notes of the documents that are shown. */
export const notes = (app: MountedApp): (string | undefined)[] => app.frames().map((frame) => frame.value('note'));
/** Waits until these are shown: the first document of a pane is covered until it is drawn. */
export const showing = (app: MountedApp, ...expected: string[]): Promise<unknown> =>
  app.until(() => {
    expect(document.querySelector('[data-document][class*="_opening_"]')).toBeNull();
    expect(notes(app)).toEqual(expected);
  });

/** Question about a document that another user has changed, too, and its answer. */
export function conflictSheet(): HTMLElement {
  const sheet = screen.getByRole('dialog', { name: /^Somebody else changed the same field/ });
  within(sheet).getByRole('button', { name: 'Save' });
  return sheet;
}
export const saveChoice = (app: MountedApp): Promise<void> =>
  app.user.click(within(conflictSheet()).getByRole('button', { name: 'Save' }));

/** Presses Save, and waits until the page shows that the document is saved. */
export async function save(app: MountedApp): Promise<void> {
  await click(app, button(/^Save/), () => text('Form saved successfully!'));
}

/** Fills in the sign-in form and sends it. */
export async function signIn(app: MountedApp, username = 'dana', password = 'secret'): Promise<void> {
  await app.until(() => button('Sign In'));
  await app.user.type(field('Username'), username);
  await app.user.type(field('Password'), password);
  await app.user.click(button('Sign In'));
}

/** Signs in again, and is on the dashboard. */
export async function signInAgain(app: MountedApp, username = 'dana'): Promise<void> {
  await signIn(app, username);
  await app.until(() => text('Login successful!'));
  await app.advance(1_500);
  await app.until(() => link('edit WIPs: Status Board'));
}

/** Goes from the dashboard to the one WIP of the plain world, and opens it. */
export async function openHarbor(app: MountedApp): Promise<JsdomFrame> {
  await click(app, link('edit WIPs: Status Board'), () => link('Open WIP: Harbor watch'));
  await app.user.click(link('Open WIP: Harbor watch'));
  const frame = await app.frame();
  await app.settled();
  return frame;
}

/** Chooses in one of the house's own selects with the keyboard: a test without a layout cannot point. */
export async function choose(app: MountedApp, label: string | RegExp, option: string): Promise<void> {
  const trigger = await app.until(() => screen.getByRole('combobox', { name: label }));
  trigger.focus();
  await app.user.keyboard('{Enter}');
  const list = await app.until(() => screen.getByRole('listbox'));
  const item = within(list).getByRole('option', { name: option });
  item.focus();
  await app.user.keyboard('{Enter}');
  await app.settled();
}

/** Presses a button, and waits until all work without a timer has finished. */
export async function press(app: MountedApp, name: string): Promise<void> {
  await app.user.click(button(name));
  await app.settled();
}
