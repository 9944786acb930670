import { screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { type MountedApp, mountApp, type MountOptions } from '#tests/support/mount.tsx';

/** What a person sees and does, in the words of the page. Each fails when it is not there. */
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

/** Where a link leads. */
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

/** Clicks, and waits for what comes of it. @param isThere looks for that, and fails until it is there */
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

/** Presses Save, and waits until it is said that the document is saved. */
export async function save(app: MountedApp): Promise<void> {
  await click(app, button(/^Save/), () => text('Form saved successfully!'));
}

/** What a person is told whom a host refuses with a 403. @param what they may not do */
export const denied = (what: string): string =>
  `Permission denied: You do not have sufficient permissions to ${what}. ` +
  'Please contact your administrator or check your account permissions.';

/** Fills in the sign-in form and sends it. */
export async function signIn(app: MountedApp, username = 'dana', password = 'secret'): Promise<void> {
  await app.until(() => button('Sign In'));
  await app.user.type(field('Username'), username);
  await app.user.type(field('Password'), password);
  await app.user.click(button('Sign In'));
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

/** Presses a button, and lets all that needs no time come to its end. */
export async function press(app: MountedApp, name: string): Promise<void> {
  await app.user.click(button(name));
  await app.settled();
}
