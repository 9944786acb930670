import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../app-test.ts';
import harbor from '../../../server/seed-data/wips/01-corvane-ridge-status-board.json' with { type: 'json' };
import { paths } from '#common/config/paths.ts';
import catalogue from '../../../templates/catalogue.json' with { type: 'json' };
import { isFull } from '../../../tools/test/suites.ts';
import { hold } from '../first-load.ts';
import type { AppWindow } from '../windows.ts';

async function content({ page, wip }: AppWindow): Promise<string> {
  const reply: unknown = await page.evaluate(
    async (uuid) => (await fetch(`/v1/wips/${uuid}?html=true`)).json() as Promise<unknown>,
    wip,
  );
  return (reply as { result: { content: string } }).result.content;
}

const MARK = 'Zażółć <b>& "quotes"</b> 07:40';
const STORED = 'Zażółć &lt;b&gt;&amp; "quotes"&lt;/b&gt; 07:40';

describe('each shipped document', () => {
  // The server's part is compared for all of them in `tests/contract/documents/documents.test.ts`.
  const samples = /^Incident Objectives$/;
  // June holds the one role that Dana does not; level 3 may write everything.
  it.for(catalogue.filter(({ name }) => isFull || samples.test(name)))(
    '$name: one region changes, every other byte stays',
    async ({ uuid, name, file_name }, { admin: writer }) => {
      const template = await readFile(join(import.meta.dirname, '../../../templates', file_name), 'utf8');
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
      const saved = await content(writer);
      expect(saved).toContain(STORED);
      expect(saved.replace(STORED, '')).toBe(template);
    },
  );
});

it('fills a new document from a WIP, marks what it has given until somebody comes to it, and takes it back', async ({
  admin: writer,
}) => {
  const { page, document } = writer;
  await writer.goto(paths.newFrom(harbor.template, { kind: 'wip', id: harbor.uuid }));
  const line = page.getByText(/^Filled from .+ carried/);
  await line.waitFor();
  const name = document.locator('#incident-name');
  await expect.poll(() => name.innerText()).toBe(harbor.values['incident-name']);
  // It begins without the values that the template leaves out.
  expect(await document.locator('#op-period-from').innerText()).toBe('');
  const corners = document.locator('.corner');
  await expect.poll(() => corners.count()).toBeGreaterThan(10);
  const all = await corners.count();
  await document.locator('#incident-commander').click();
  await expect.poll(() => corners.count()).toBeLessThan(all);
  expect(await page.evaluate(() => window.location.search)).toBe('');
  await page.getByRole('button', { name: 'Undo Filling' }).click();
  await writer.isClean();
  expect([await name.innerText(), await corners.count()]).toEqual(['', 0]);
});

it('takes back what another document has given where the code of its line does not come', async ({ person }) => {
  const { page, document } = person;
  await person.signIn();
  const missing = page.waitForRequest('**/filled-line*');
  await page.route('**/filled-line*', (route) => route.abort());
  await person.goto(paths.newFrom(harbor.template, { kind: 'wip', id: harbor.uuid }));
  await missing;
  await page.getByRole('button', { name: 'Undo Filling' }).click();
  await person.isClean();
  expect(await document.locator('#incident-name').innerText()).toBe('');
});

it('submits nothing where the reasons to ask do not come, and asks when they do', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  await page.route('**/submission-reasons*', (route) => route.abort());
  await person.follow(/^New: Activity Log/);
  await person.typeInto('incident-name', 'Parts');
  await person.saveNew('Parts');
  const question = page.getByRole('dialog', { name: 'Put this on the wall?' });
  await person.press('Submit to Dashboard');
  await question.getByText(/^This could not be loaded\. Nothing has changed/).waitFor();
  const confirm = question.getByRole('button', { name: /Submit|Replace/ });
  expect(await confirm.count()).toBe(0);
  await page.unroute('**/submission-reasons*');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await person.press('Submit to Dashboard');
  await question.getByText(/required fields are empty/).waitFor();
  await confirm.click();
  await person.seesSuccess('submit');
});

it('makes the frame while the document is on its way, and shows the document in that one', async ({
  admin: writer,
}) => {
  await writer.goto('/dashboard');
  for (const { uuid, name } of catalogue.slice(0, 2)) {
    // oxlint-disable eslint/no-await-in-loop -- one document after the other
    const release = await hold(writer.page, `**/v1/templates/${uuid}?html=true`);
    await writer.page.evaluate((to) => {
      window.history.pushState({ usr: null, key: 'next', idx: 9 }, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
    }, `/forms/${uuid}`);
    const frame = writer.page.locator('main iframe');
    // The last document's frame is removed at once: its text must not be shown as the new one's.
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
