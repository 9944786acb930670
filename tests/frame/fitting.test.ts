import { expect, test } from 'vitest';
import { desk, deskForEachTest, PATIENCE } from './harness.ts';
import { settled } from './settled.ts';

deskForEachTest();

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<p class="editable" id="line-${at}">Line ${at}</p>`).join('');

/** Shows a document as a wall does, in a place of 500 pixels. */
async function show(html: string, doctype = '<!DOCTYPE html>'): Promise<void> {
  await desk.page.evaluate((text) => window.page.openLive(text, true), `${doctype}<html lang="en">${html}`);
  await desk.event('document.ready');
}
const root = () => desk.frame.locator('html');
/** How the frame that is shown is scaled, and how much of its foot is not to be seen. */
const look = () =>
  desk.page.locator('iframe:not([aria-hidden])').evaluate((iframe: HTMLIFrameElement) => ({
    scale: Number(/scale\(([\d.]+)\)/.exec(iframe.style.transform)?.[1] ?? 0),
    hidden: Number(/^inset\(\S+ \S+ ([\d.]+)px/.exec(iframe.style.clipPath)?.[1] ?? 0),
  }));
const scale = async (): Promise<number> => (await look()).scale;
const isWhole = (): Promise<boolean> =>
  root().evaluate(
    ({ ownerDocument: { scrollingElement: view } }) =>
      view !== null && view.scrollHeight <= view.clientHeight && view.scrollWidth <= view.clientWidth,
  );
test('a short document is enlarged to three times its size at most, and lies in its frame as it would alone', async () => {
  await show(
    '<style>p{color:rgb(0,0,255)}@media(min-width:600px){p{color:rgb(255,0,0)}}</style><p class="editable" id="a">Short</p>',
  );
  await settled();
  expect(await scale()).toBeCloseTo(3, 1);
  expect(await root().evaluate(() => getComputedStyle(document.querySelector('p') as Element).color)).toBe(
    'rgb(0, 0, 255)',
  );
});

test('a document that can be read whole is as large as all of it is seen', async () => {
  await show(`<style>p{font-size:30px;margin:0;line-height:40px}</style>${lines(8)}`);
  await settled();
  expect(await isWhole()).toBe(true);
  const wide = await scale();
  expect(wide).toBeGreaterThan(1.2);
  expect(wide).toBeLessThan(1.6);
});

test('one that cannot be read whole has pages, and none of them cuts a line', async () => {
  await show(`<style>p{font-size:12px;margin:0;line-height:20px}</style>${lines(60)}`);
  await settled();
  const { scale: fitted, hidden } = await look();
  // 33 pixels of 1,080 in the window of these tests.
  const { text, high } = await desk.page.evaluate(() => ({ text: (innerHeight * 33) / 1080, high: 500 }));
  expect(12 * fitted).toBeGreaterThan(text * 0.97);
  expect(await root().getAttribute('data-ready-fitted')).toBe('');
  const shown = high / fitted - hidden;
  const cuts = await root().evaluate(
    (_, bottom) =>
      [...document.querySelectorAll('p')].filter((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        const rect = range.getBoundingClientRect();
        return rect.top < bottom - 1 && rect.bottom > bottom + 1;
      }).length,
    shown,
  );
  expect(cuts).toBe(0);
});

test('what the document adds later, and what comes late, is made room for', async () => {
  await show(`<style>p{font-size:30px}</style>${lines(3)}<img alt="">`);
  await settled();
  const before = await scale();
  await root().evaluate(() => {
    const image = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"/>';
    const late = () => URL.createObjectURL(new Blob([image], { type: 'image/svg+xml' }));
    setTimeout(() => Object.assign(document.querySelector('img') ?? {}, { src: late() }), 300);
    for (let at = 0; at < 2; at += 1)
      document.body.append(Object.assign(document.createElement('p'), { textContent: 'More' }));
  });
  await expect.poll(() => root().evaluate(() => document.querySelector('img')?.naturalHeight), PATIENCE).toBe(120);
  await settled();
  expect(await scale()).toBeLessThan(before);
  expect(await isWhole()).toBe(true);
});

test('a document that is as large as its window, one with a wide table, one whose bar stays, and one in quirks mode end whole or in pages', async () => {
  const awkward: [html: string, doctype?: string][] = [
    [`<style>body{margin:0}main{min-height:100vh;width:100vw}</style><main>${lines(3)}</main>`],
    [`<table><tr>${'<td><div style="width:130px">Cell</div></td>'.repeat(12)}</tr></table>${lines(2)}`],
    [`<div style="position:fixed;bottom:0">Always</div>${lines(6)}`],
    [lines(20), ''],
    [`<style>html{height:100%;overflow:auto}body{height:100%;overflow:auto}</style>${lines(3)}`],
    ['<p>No region</p>'],
    [''],
  ];
  for (const [html, doctype] of awkward) {
    await show(html, doctype);
    await settled();
    const spare = await root().evaluate((own) => own.clientWidth - own.scrollWidth);
    expect([html, spare >= 0]).toEqual([html, true]);
    expect(await root().getAttribute('data-ready-fitted')).toBe('');
  }
});

test('a document that grows whenever it is fitted comes to rest', async () => {
  await show(`${lines(3)}<script>
    let last = 0;
    setInterval(() => {
      if (innerWidth === last) return;
      last = innerWidth;
      document.body.style.paddingBottom = document.body.style.paddingBottom === '50px' ? '250px' : '50px';
    }, 10);
  </script>`);
  await settled();
  await expect.poll(() => desk.frame.locator('#line-0').isVisible(), PATIENCE).toBe(true);
});

test('on paper nothing is scaled', async () => {
  await show(lines(60));
  await settled();
  await desk.page.emulateMedia({ media: 'print' });
  await expect.poll(() => root().evaluate((own) => getComputedStyle(own).overflow), PATIENCE).not.toBe('hidden');
  await desk.page.emulateMedia({ media: 'screen' });
});
