import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

import { demo, demoPassword } from '#tests/support/person.ts';

/** Who looks at the lists and at the wall. */
export const WATCHER = demo.administrator;

/** Signs the watcher in. @param origin the server's address */
export async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole('textbox', { name: /^Username/ }).fill(WATCHER);
  await page.getByRole('textbox', { name: /^Password/ }).fill(demoPassword(WATCHER));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
}

/** A signed-in page of its own. @param origin the server's address */
export async function signedInPage(
  browser: Browser,
  origin: string,
): Promise<{ context: BrowserContext; page: Page; client: CDPSession }> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, origin);
  return { context, page, client: await context.newCDPSession(page) };
}
