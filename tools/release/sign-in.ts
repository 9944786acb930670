import type { Page } from 'playwright-core';
import { demoPassword } from '#tests/support/person.ts';

/** Signs in as one of the demo's users, through the page. @param origin the server's address */
export async function signIn(page: Page, origin: string, username: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole('textbox', { name: /^Username/ }).fill(username);
  await page.getByRole('textbox', { name: /^Password/ }).fill(demoPassword(username));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
}
