import { screen, within } from '@testing-library/dom';
import type { MountedApp } from '#tests/support/mount.tsx';

/** What a person sees and does, in the words of the page. Each fails when it is not there. */
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const link = (name: string | RegExp): HTMLAnchorElement => screen.getByRole('link', { name });
export const heading = (name: string | RegExp): HTMLElement => screen.getByRole('heading', { name });
export const text = (words: string | RegExp): HTMLElement => screen.getByText(words);
/** A control by its label; a star marks those that are required. */
export const field = (label: string): HTMLElement => screen.getByLabelText(new RegExp(`^${label}( \\*)?$`));
export const isGone = (words: string | RegExp): boolean => screen.queryByText(words) === null;

/** Where a link leads. */
export const target = (name: string | RegExp): string | null => link(name).getAttribute('href');

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
}
