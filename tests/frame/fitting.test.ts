import { expect, test } from 'vitest';
import { desk, deskForEachTest, PATIENCE } from './harness.ts';

deskForEachTest();

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<p class="editable" id="line-${at}">Line ${at}</p>`).join('');

/** Shows a document as a wall does, in a place of 480 pixels. */
async function show(html: string, doctype = '<!DOCTYPE html>'): Promise<void> {
  await desk.page.evaluate((text) => window.page.openLive(text, true), `${doctype}<html lang="en">${html}`);
  await desk.event('document.ready');
}
const root = () => desk.frame.locator('html');
const zoom = (): Promise<number> => root().evaluate((element) => Number(getComputedStyle(element).zoom));
const isWhole = (): Promise<boolean> =>
  root().evaluate(
    ({ ownerDocument: { scrollingElement: view } }) =>
      view !== null && view.scrollHeight <= view.clientHeight && view.scrollWidth <= view.clientWidth,
  );
/** Waits until the scale stays for two seconds: whatever comes late is told within a quarter of one. */
async function settled(): Promise<void> {
  const scales = (): Promise<number> =>
    root().evaluate(async (element) => {
      const seen = new Set<string>();
      const end = performance.now() + 2_000;
      while (performance.now() < end) {
        seen.add(getComputedStyle(element).zoom);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return seen.size;
    });
  await expect.poll(scales, { timeout: 40_000 }).toBe(1);
}

test('a short document is enlarged to three times its size at most, a long one is made smaller, too long a one scrolls', async () => {
  await show('<p class="editable" id="a">Short</p>');
  expect(await zoom()).toBe(3);
  await desk.page.emulateMedia({ media: 'print' });
  await expect.poll(zoom, PATIENCE).toBe(1);
  await desk.page.emulateMedia({ media: 'screen' });
  await expect.poll(zoom, PATIENCE).toBe(3);
  await show(lines(25));
  await expect.poll(() => desk.frame.locator('#line-24').count(), PATIENCE).toBe(1);
  expect(await zoom()).toBeLessThan(1);
  expect(await isWhole()).toBe(true);
  await show(lines(200));
  await expect.poll(() => desk.frame.locator('#line-199').count(), PATIENCE).toBe(1);
  expect(await zoom()).toBe(1);
  expect(await root().getAttribute('data-ready-fitted')).toBeNull();
});

test('what the document adds later, and what comes late, is made room for', async () => {
  await show(`${lines(4)}<img alt=""><script>
    setTimeout(() => { document.querySelector('img').src = URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"/>'], { type: 'image/svg+xml' })) }, 300);
    setTimeout(() => { for (let at = 0; at < 6; at += 1) document.body.append(Object.assign(document.createElement('p'), { textContent: 'More' })) }, 600);
  </script>`);
  await desk.frame.getByText('More').nth(5).waitFor(PATIENCE);
  await settled();
  expect(await zoom()).toBeLessThan(1.5);
  expect(await isWhole()).toBe(true);
});

test('a document that is as large as its window, one with a wide table, one whose bar stays, and one in quirks mode end whole', async () => {
  const awkward: [html: string, doctype?: string][] = [
    [`<style>body{margin:0}main{min-height:100vh;width:100vw}</style><main>${lines(3)}</main>`],
    [`<table><tr>${'<td><div style="width:130px">Cell</div></td>'.repeat(12)}</tr></table>${lines(2)}`],
    [`<div style="position:fixed;bottom:0">Always</div>${lines(6)}`],
    [lines(20), ''],
  ];
  for (const [html, doctype] of awkward) {
    await show(html, doctype);
    await settled();
    expect([html, await isWhole()]).toEqual([html, true]);
    expect(await root().getAttribute('data-ready-fitted')).toBe('');
  }
});

test('a document that grows whenever it is fitted comes to rest', async () => {
  await show(`${lines(3)}<script>
    let last = '';
    setInterval(() => {
      const now = getComputedStyle(document.documentElement).zoom;
      if (now === last) return;
      last = now;
      document.body.style.paddingBottom = document.body.style.paddingBottom === '50px' ? '250px' : '50px';
    }, 10);
  </script>`);
  await settled();
  await expect.poll(() => desk.frame.locator('#line-0').isVisible(), PATIENCE).toBe(true);
});
