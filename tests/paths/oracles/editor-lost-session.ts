import { addressOf, htmlOf } from './editor-drawing.ts';
import type { Hands } from './page.ts';

/** Who walks. */
export const user = { username: 'ada', uuid: 'u-1', permission: 2 };

/** What was typed before the session was lost: into the same document, by the same person. */
export async function typeAndLoseSession(page: Hands): Promise<void> {
  await page.reply('GET /v1/wips/w-1', {
    result: { content: htmlOf([['what', 'wind 4']]), base_name: 'Daily Brief', wip_name: 'Monday' },
  });
  await page.release('ready');
  await page.typeInDocument('what', 'wind 5');
  await page.press('Save (unsaved changes)');
  await page.release('snapshot');
  await page.reply('POST /v1/wips/w-1/update', {}, 401);
  await page.reply('POST /auth/refresh-token', {}, 401);
  await page.sees('Sign in');
  await page.fill('Username', 'ada');
  await page.fill('Password', 'correct horse');
  await page.press('Sign In');
  await page.reply('POST /auth/login', { success: true, ...user });
  // It leads on after a while (`s9.login-redirect`), from when the reply was read.
  await page.reads('Login successful!');
  await page.pass(1_500);
  await page.asks('GET /v1/templates');
  await page.goTo(addressOf('w-1'));
}
