import { expect, test } from 'vitest';
import { desk, deskForEachTest } from '../harness.ts';

deskForEachTest();

const PAGE = `<!doctype html><p data-ready-blank="0"><b>Name</b></p><select data-ready-blank="1"><option>a<option>b</select>
<input type="checkbox" data-ready-blank="2"><p data-ready-blank="x">No number</p><p>No place</p><div style="height:2000px"></div>
<p data-ready-blank="3">Far below</p><script>setInterval(() => document.querySelector('p').click(), 20)</script>`;

const pressed = (): Promise<unknown[]> => desk.seen('blank.pressed');
const postBlanks = (taken: number[], current: number | null): Promise<void> =>
  desk.page.evaluate((all) => window.page.host?.post({ type: 'blanks', ...all }), { taken, current });

test('a press on a place tells which, of a person alone, and fills nothing in; those that are taken are framed', async () => {
  await desk.show(PAGE, 'view');
  const { frame } = desk;
  // Elsewhere than in the workshop a press sends nothing.
  await frame.getByText('Name').click();
  await postBlanks([0], 3);
  await frame.locator('[data-ready-stands~=current]').waitFor();
  expect(await frame.locator('[data-ready-stands~=taken]').allTextContents()).toEqual(['Name']);
  expect(await frame.getByText('Far below').evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(
    true,
  );
  await frame.getByText('No place').click();
  await frame.getByText('No number').click();
  await frame.getByText('Name').click();
  await desk.event('blank.pressed', 1);
  await frame.locator('input').click();
  await desk.event('blank.pressed', 2);
  await frame.locator('select').click();
  await desk.event('blank.pressed', 3);
  expect(await pressed()).toMatchObject([{ no: 0 }, { no: 2 }, { no: 1 }]);
  expect(await frame.locator('input').isChecked()).toBe(false);
});

test('tells which empty places the style of the document draws as lines and as boxes', async () => {
  const place = (no: number, html: string): string => html.replace(/^<(\w+)/, `<$1 data-ready-blank="${no}"`);
  const places = [
    '<span class="line"></span>',
    '<span style="display:inline-block;width:9em;border-bottom:1px dotted">&nbsp;</span>',
    '<div class="area"></div>',
    '<p style="border-bottom:1px solid;min-height:20px"></p>',
    '<span class="box"></span>',
    '<td><p><span class="box"></span></p></td>',
    '<span style="display:inline-block;width:11px;height:11px;outline:0;border:2px inset gray"></span>',
    '<td style="border-bottom:1px solid;width:9em">&nbsp;</td><td>Date</td>',
    // None of these: an ornament, a cell with its own border, an icon, a text, what is not seen.
    '<div class="rule"></div>',
    '<td style="border:1px solid;height:20px"></td>',
    '<td style="border-bottom:1px solid;width:9em"></td><td style="border-bottom:1px solid">12 litres</td>',
    '<th class="l"></th><th class="l">Day</th></tr><tr><td>Mon</td>',
    '<td class="l"></td><td class="l"><table><tr><td>x</td></tr></table></td></tr><tr><td>Last</td>',
    '<span class="icon"></span>',
    '<span class="box">x</span>',
    '<span class="line" style="border-color:transparent"></span>',
    '<span class="line" style="display:none"></span>',
  ].map((html, no) => place(no, html));
  const style = `.line{display:inline-block;width:8em;border-bottom:1px solid}.area{border:1px solid;height:80px}.rule{border-bottom:2px solid}.l{border-bottom:1px solid;width:9em}
.box{display:inline-block;width:12px;height:12px;border:1px solid}.icon{display:inline-block;width:16px;height:16px;background:red}`;
  const rows = places.map((html) => (/^<t[dh]/.test(html) ? `<table><tr>${html}</tr></table>` : html));
  await desk.show(`<!doctype html><style>${style}</style>${rows.join('<br>')}`, 'view');
  await postBlanks([], null);
  await postBlanks([1], null);
  await desk.event('blanks.drawn', 1);
  expect(await desk.seen('blanks.drawn')).toMatchObject([{ lines: [0, 1, 2, 3, 7], boxes: [4, 5, 6] }]);
});
