import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import catalogue from '../../templates/catalogue.json' with { type: 'json' };
import { startServer, type TestServer } from '#tests/support/server.ts';
import { hold } from './first-load.ts';
import { type AppWindow, openBrowser, type Windows } from './windows.ts';

let server: TestServer;
let windows: Windows;
let writer: AppWindow;

beforeAll(async () => {
  [server, windows] = await Promise.all([startServer(), openBrowser()]);
  writer = await windows.open(server.origin);
  // June holds the one role that Dana does not; level 3 may write everything.
  await writer.signIn({ username: 'amir', password: 'ready-demo-3' });
});
afterAll(async () => {
  expect(windows.complaints).toEqual([]);
  await windows.close();
  await server.stop();
});

async function content(wip: string): Promise<string> {
  const reply: unknown = await writer.page.evaluate(
    async (uuid) => (await fetch(`/v1/wips/${uuid}?html=true`)).json() as Promise<unknown>,
    wip,
  );
  return (reply as { result: { content: string } }).result.content;
}

const MARK = 'Zażółć <b>& "quotes"</b> 07:40';
const STORED = 'Zażółć &lt;b&gt;&amp; "quotes"&lt;/b&gt; 07:40';

describe('each shipped document', () => {
  it.each(catalogue)('$name: one region changes, every other byte stays', async ({ uuid, name, file_name }) => {
    const template = await readFile(join(import.meta.dirname, '../../templates', file_name), 'utf8');
    await writer.goto(`/forms/${uuid}`);
    const region = writer.document.locator('[role=textbox][id]:not(input):not(textarea)').first();
    await region.waitFor();
    await writer.isClean();
    expect(await region.innerText()).toBe('');
    const id = (await region.getAttribute('id')) ?? '';
    await writer.typeInto(id, MARK);
    await writer.saveNew(`${name} kept`);
    await writer.page.reload();
    await writer.showsRegion(id, MARK);
    await writer.isClean();
    const saved = await content(writer.wip);
    expect(saved).toContain(STORED);
    expect(saved.replace(STORED, '')).toBe(template);
  });
});

it('makes the frame while the document is on its way, and shows the document in that one', async () => {
  await writer.goto('/dashboard');
  for (const { uuid, name } of catalogue.slice(0, 2)) {
    // oxlint-disable eslint/no-await-in-loop -- one document after the other
    const release = await hold(writer.page, `**/v1/templates/${uuid}?html=true`);
    await writer.page.evaluate((to) => {
      window.history.pushState({ usr: null, key: 'next', idx: 9 }, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
    }, `/forms/${uuid}`);
    const frame = writer.page.locator('main iframe');
    // The one of the document before is gone at once: old text is not shown as new.
    await frame.and(writer.page.locator('[aria-hidden=true]')).waitFor({ state: 'attached' });
    expect(await frame.count()).toBe(1);
    await frame.evaluate((element) => element.setAttribute('data-made-before', ''));
    release();
    await writer.page.locator('main iframe[data-made-before]:visible').waitFor();
    await writer.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await writer.document.locator('[role=textbox][id]').first().waitFor();
    expect(await frame.count()).toBe(1);
    await writer.page.unroute(`**/v1/templates/${uuid}?html=true`);
    // oxlint-enable eslint/no-await-in-loop
  }
});
