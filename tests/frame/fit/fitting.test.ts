import { expect, test } from 'vitest';
import { desk, deskForEachTest, PATIENCE } from '../harness.ts';

deskForEachTest();

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<p class="editable" id="line-${at}">Line ${at}</p>`).join('');

/** Shows a document as a wall does, in a place of 500 pixels. */
async function show(html: string, doctype = '<!DOCTYPE html>'): Promise<void> {
  await desk.page.evaluate((text) => window.page.openLive(text, true), `${doctype}<html lang="en">${html}`);
  await desk.event('document.ready');
  // A busy browser gives the frame its size late: then it is fitted once more.
  await desk.event('pages.reported');
}
const root = () => desk.frame.locator('html');
/** How the frame that is shown is scaled: a document is fitted before it is shown. */
const scale = (): Promise<number> =>
  desk.page
    .locator('iframe:not([aria-hidden])')
    .evaluate((iframe: HTMLIFrameElement) => Number(/scale\(([\d.]+)\)/.exec(iframe.style.transform)?.[1] ?? 0));
const isWhole = (): Promise<boolean> =>
  root().evaluate(
    ({ ownerDocument: { scrollingElement: view } }) =>
      view !== null && view.scrollHeight <= view.clientHeight && view.scrollWidth <= view.clientWidth,
  );
test('a short document is enlarged to three times its size at most, and lies in its frame as it would alone', async () => {
  await show(
    '<style>p{color:rgb(0,0,255)}@media(min-width:600px){p{color:rgb(255,0,0)}}</style><p class="editable" id="a">Short</p>',
  );
  expect(await scale()).toBeCloseTo(3, 1);
  expect(await root().evaluate(() => getComputedStyle(document.querySelector('p') as Element).color)).toBe(
    'rgb(0, 0, 255)',
  );
});

test('a document that can be read whole is as large as all of it is seen', async () => {
  await show(`<style>p{font-size:30px;margin:0;line-height:40px}</style>${lines(8)}`);
  const wide = await scale();
  expect(wide).toBeGreaterThan(1.2);
  expect(wide).toBeLessThan(1.6);
  // The size of its frame reaches a document in another process a moment later.
  await expect.poll(isWhole, PATIENCE).toBe(true);
});

test('what the document adds later, and what comes late, is made room for', async () => {
  await show(`<style>p{font-size:30px}</style>${lines(3)}<img alt="">`);
  const before = await scale();
  await root().evaluate(() => {
    const image = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"/>';
    const late = () => URL.createObjectURL(new Blob([image], { type: 'image/svg+xml' }));
    setTimeout(() => Object.assign(document.querySelector('img') ?? {}, { src: late() }), 300);
    for (let at = 0; at < 2; at += 1)
      document.body.append(Object.assign(document.createElement('p'), { textContent: 'More' }));
  });
  await expect.poll(() => root().evaluate(() => document.querySelector('img')?.naturalHeight), PATIENCE).toBe(120);
  await expect.poll(async () => (await scale()) < before && (await isWhole()), PATIENCE).toBe(true);
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
  // The document is at rest when it was not fitted again for a second: it reports its changes within a quarter of one.
  const fits = async (): Promise<number> => (await desk.seen('pages.reported')).length;
  let before = 0;
  const isAtRest = async (): Promise<boolean> => before === (before = await fits());
  await expect.poll(isAtRest, { ...PATIENCE, interval: 1_000 }).toBe(true);
  await expect.poll(() => desk.frame.locator('#line-0').isVisible(), PATIENCE).toBe(true);
});

test('a document that grows while the head of a table is repeated shows it again', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => `<tr><td class="editable" id="row-${at}">Row ${at}`).join('');
  await show(
    `<style>td,th{height:24px;padding:0}table{width:100%}</style><table><thead><tr><th>Head</thead><tbody>${rows}</table>`,
  );
  await desk.page.evaluate(() => window.page.host?.frame.send({ type: 'page.turned', page: 1 }));
  const heads = (): Promise<number[]> =>
    root().evaluate((own) =>
      [...own.querySelectorAll('[data-ready-repeated]')].map((head) => Math.round(head.getBoundingClientRect().top)),
    );
  await expect.poll(heads, PATIENCE).toEqual([0]);
  const first = (): Promise<number> => root().evaluate(() => Math.round(scrollY));
  const before = await first();
  const fits = (await desk.seen('pages.reported')).length;
  await root().evaluate((own) => own.querySelector('tbody')?.insertRow().insertCell().append('Late'));
  await expect.poll(async () => (await desk.seen('pages.reported')).length, PATIENCE).toBeGreaterThan(fits);
  await expect.poll(heads, PATIENCE).toEqual([0]);
  expect(await first()).toBe(before);
});

test('on paper nothing is scaled', async () => {
  await show(lines(60));
  await desk.page.emulateMedia({ media: 'print' });
  await expect.poll(() => root().evaluate((own) => getComputedStyle(own).overflow), PATIENCE).not.toBe('hidden');
  await desk.page.emulateMedia({ media: 'screen' });
});
