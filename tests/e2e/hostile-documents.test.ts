import { expect } from 'vitest';
import { shows } from '#tests/support/shows.ts';
import { it } from './app-test.ts';
import { serve } from './served.ts';

const GENERAL_MESSAGE = /^New: General Message/;
const before = (script: string) => (html: string) => html.replace('</body>', `${script}</body>`);

it('a region that its document takes out of the page is saved with the words that were typed into it', async ({
  person: writer,
}) => {
  await writer.signIn();
  await serve(
    writer,
    before(`<button id="next" onclick="document.getElementById('incident-name').remove()">Next page</button>`),
  );
  await writer.follow(GENERAL_MESSAGE);
  await writer.typeInto('incident-name', 'MY WORDS');
  await writer.document.locator('#next').click();
  await writer.document.locator('#incident-name').waitFor({ state: 'detached' });
  await writer.saveNew('Wizard');
  await writer.page.unrouteAll();
  await writer.page.reload();
  await writer.showsRegion('incident-name', 'MY WORDS');
});

it(
  shows('d32.acts d32.links')('a document neither saves nor submits itself, nor takes the page anywhere'),
  async ({ person: writer }) => {
    const { page } = writer;
    await writer.signIn();
    await writer.follow(GENERAL_MESSAGE);
    await writer.typeInto('incident-name', 'Mine');
    await writer.saveNew('Quiet');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/\/(save|submit)\b/.test(request.url())) calls.push(request.url());
    });
    await serve(
      writer,
      before(`<a id="go" target="_top" href="/control-left">x</a><script>addEventListener('load',()=>setInterval(()=>{
      document.getElementById('incident-name').textContent='WRITTEN BY THE DOCUMENT';document.getElementById('go').click();
      for(const key of['s','Enter','F2'])dispatchEvent(new KeyboardEvent('keydown',{key,ctrlKey:key!=='F2'}))},200))</script>`),
    );
    await page.reload();
    await writer.showsRegion('incident-name', 'WRITTEN BY THE DOCUMENT');
    await page.waitForTimeout(3_000);
    expect(calls).toEqual([]);
    expect(new URL(page.url()).pathname).toMatch(/\/wips\//);
    await page.getByRole('radio', { name: 'Document' }).waitFor();
  },
);
