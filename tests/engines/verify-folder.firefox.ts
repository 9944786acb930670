import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer, { type Browser } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { makeBundle } from '#tests/support/proof-bundle.ts';
import { firefoxPath } from './firefox.ts';

/** The commands of WebDriver BiDi, which the driver has but does not publish: those for Firefox's own window are no part of the standard. */
type Commands = { connection: { send(method: string, params: object): Promise<{ result: unknown }> } };

/** Returns a function that runs code in Firefox's own window. */
async function ownWindow(browser: Browser): Promise<(code: string) => Promise<unknown>> {
  const { connection } = browser as unknown as Commands;
  const all = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
  const { contexts } = all.result as { contexts: { context: string }[] };
  return async (expression) => {
    const target = { context: contexts[0]?.context };
    const { result } = await connection.send('script.evaluate', { expression, target, awaitPromise: true });
    return (result as { result?: { value?: unknown } }).result?.value;
  };
}

// Firefox's driver refuses a folder, so the dialog of the system is replaced by one that has chosen it; all else is Firefox's own.
const choosing = (folder: string): string => `(()=>{
  const folder=Cc['@mozilla.org/file/local;1'].createInstance(Ci.nsIFile);
  folder.initWithPath(${JSON.stringify(folder)});
  const picker={
    QueryInterface:ChromeUtils.generateQI(['nsIFilePicker']),
    file:folder,init(){},appendFilter(){},appendFilters(){},appendRawFilter(){},
    open(chosen){Services.tm.dispatchToMainThread(()=>chosen.done(Ci.nsIFilePicker.returnOK))},
  };
  Components.manager.QueryInterface(Ci.nsIComponentRegistrar).registerFactory(
    Components.ID(Services.uuid.generateUUID().toString()),'','@mozilla.org/filepicker;1',{createInstance:()=>picker});
})()`;
const CONFIRMED = `(()=>{
  const all=[...document.querySelectorAll('browser')].map((one)=>one.contentDocument?.querySelector('dialog'));
  const dialog=all.find((one)=>one?.getButton?.('accept')?.disabled===false);
  const question=dialog?.querySelector('#infoBody').textContent;
  dialog?.getButton('accept').click();
  return question;
})()`;

test('the unpacked folder of a bundle is checked by the page from a disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ready-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { files } = makeBundle(300, 3);
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, 'records', name)), { recursive: true });
    await writeFile(join(folder, 'records', name), bytes);
  }
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath(),
    args: ['-remote-allow-system-access'],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(pathToFileURL(resolve('dist/verify.html')).href);
  const inOwnWindow = await ownWindow(browser);
  await inOwnWindow(choosing(join(folder, 'records')));
  const check = async (): Promise<void> => {
    await page.click('input[webkitdirectory]');
    await expect.poll(() => inOwnWindow(CONFIRMED), { timeout: 20_000 }).toMatch(/upload all files from “records”/);
  };
  const said = () => page.$eval('body', (body) => body.querySelector('#result')?.textContent);
  await check();
  await expect
    .poll(said, { timeout: 20_000 })
    .toMatch(/^300 records are as they were submitted.*3 documents are what their records say/);
  const lines = (files.get('records.jsonl')?.toString() ?? '').split('\n');
  await writeFile(join(folder, 'records', 'records.jsonl'), lines.toSpliced(150, 1).join('\n'));
  await check();
  await expect.poll(said, { timeout: 20_000 }).toMatch(/^Record no\. 152 .* does not follow the one before it/);
});
