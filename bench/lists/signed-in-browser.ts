import { chromium } from 'playwright-core';

import { Inspector, targets } from '../inspector.ts';
import { type PlainBrowser, startPlainBrowser } from '../plain-browser.ts';
import { signIn } from './session.ts';

/** A browser with a page that somebody has signed in to. */
export type SignedInBrowser = PlainBrowser & { readonly page: Inspector };

/**
 * Starts a browser whose only page is signed in: playwright signs in and lets go of it.
 * @param origin the server's address
 */
export async function signedInBrowser(origin: string): Promise<SignedInBrowser> {
  const browser = await startPlainBrowser();
  try {
    const attached = await chromium.connectOverCDP(browser.endpoint);
    const page = attached.contexts()[0]?.pages()[0];
    if (!page) throw new Error('the browser began without a page');
    await signIn(page, origin);
    await attached.close();
    const target = (await targets(browser.endpoint)).find(({ type }) => type === 'page');
    if (!target) throw new Error('the browser has lost its page');
    return { ...browser, page: await Inspector.open(target) };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
