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

test('takes lines and boxes that shadows, outlines, backgrounds and added parts draw like those of borders, and no ornaments', async () => {
  const clear = 'rgba(0,0,0,0)';
  const lines = [
    'box-shadow:inset 0 -1px',
    'box-shadow:0 1px 0 #444',
    'box-shadow:0 0 0 1px',
    'box-shadow:inset 0 1px,inset 1px 0,inset -1px 0,inset 0 -1px',
    'outline:1px dashed',
    'background:linear-gradient(#000,#000) bottom/100% 1px no-repeat',
    `background:linear-gradient(90deg,#000 50%,${clear} 50%) bottom/4px 1px repeat-x`,
    'background:linear-gradient(to top,#000 1px,transparent 1px)',
    'background:linear-gradient(transparent calc(100% - 1px),#000 0)',
    'background:linear-gradient(transparent 95%,#000 95%)',
    'background:repeating-linear-gradient(transparent,transparent 19px,#ccc 20px)',
    'background:linear-gradient(#ccc 1px,transparent 1px) 0 0/100% 20px',
  ].map((style) => `<span class="w" style="${style}"></span>`);
  const others = [
    '<div class="w" style="box-shadow:inset 0 -1px"></div>',
    '<span class="score"></span>',
    '<span class="w under"></span>',
    '<span class="w fill"></span>',
    '<table><tr><td class="w" style="box-shadow:inset 0 -1px"></td><td>Date</td></tr></table>',
  ];
  const boxes = ['<span class="tick"></span>', '<span class="t" style="box-shadow:inset 0 0 0 1px"></span>'];
  const ornaments = [
    ...[
      'box-shadow:0 1px 3px #888',
      'box-shadow:0 0 0 1px #ddd,0 2px 8px #888',
      'box-shadow:4px 4px 0 #000',
      'box-shadow:inset 0 -99px #eee',
      'box-shadow:0 1px 0 transparent',
      'outline:1px solid transparent',
      'background:linear-gradient(#eee,#fff)',
      'background:linear-gradient(transparent,#000)',
      'background:linear-gradient(#000,#000) center/100% 1px no-repeat',
      'background:linear-gradient(#ccc 1px,transparent 1px)',
      'background:repeating-linear-gradient(45deg,#fc0 0 9px,#000 9px 18px)',
    ].map((style) => `<span class="w" style="${style}"></span>`),
    '<div style="height:2px;box-shadow:0 1px 0"></div>',
    '<i class="star"></i>',
    '<span class="w fill high"></span>',
    '<div class="w fix"></div>',
    '<table><tr><td class="w" style="box-shadow:inset 0 -1px"></td><td style="box-shadow:inset 0 -1px">Date</td></tr></table>',
  ];
  const style = `.w{display:inline-block;width:9em;height:20px}div.w{display:block}.t{display:inline-block;width:12px;height:12px}.score::after{content:"________"}
.under{position:relative}.under::after{content:"";position:absolute;inset:auto 0 0;border-bottom:1px solid}.fill{position:relative}
.fill::before{content:"";position:absolute;inset:auto 0 0;height:1px;background:#000}.high::before{inset:0 0 auto}.tick::before{content:"";display:inline-block;width:12px;height:12px;border:1px solid}
.star::before{content:"★★★";border:1px solid}.fix::after{content:"";display:table;clear:both}`;
  const all = [...lines, ...others, ...boxes, ...ornaments];
  const places = all.map((html, no) => html.replace(/<(td|span|div|i)(?= )/, `<$1 data-ready-blank="${no}"`));
  await desk.show(`<!doctype html><style>${style}</style>${places.join('<br>')}`, 'view');
  await postBlanks([], null);
  await desk.event('blanks.drawn', 1);
  const [drawn] = (await desk.seen('blanks.drawn')) as { lines: number[]; boxes: number[] }[];
  const [ruled, ticked] = [lines.length + others.length, lines.length + others.length + boxes.length];
  expect(drawn?.lines.map((at) => all[at])).toEqual(all.slice(0, ruled));
  expect(drawn?.boxes.map((at) => all[at])).toEqual(all.slice(ruled, ticked));
});
