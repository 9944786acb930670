import { expect, test } from 'vitest';
import { idsOf, markBlanks, withDrawn } from '#common/document/html/blanks.ts';
import { findBlanks } from './blanks.ts';
import { checkTemplate } from '../template-check.ts';

test('gives no region an id that stands in a picture, or in a template of a script', () => {
  const source =
    '<svg><g id="name"></g></svg><template><i id="date"></i></template><p>Name: ____</p><p>Date: ____</p><input id="name">';
  const { blanks, ids } = findBlanks(source);
  const taken = blanks.map(({ label }, at) => ({ at, label }));
  expect([...idsOf(blanks, taken, ids).values()]).toEqual(['name-2', 'date-2', 'field']);
  expect(checkTemplate(markBlanks(source, blanks, taken, ids)).problems).toEqual([]);
});

test('comes to an end with documents that were made to hold it up, and refuses what is too much to be parsed', () => {
  const foundIn = (source: string): unknown[] => {
    const { blanks, hasMore } = findBlanks(source);
    return [blanks.length, blanks[0]?.kind, blanks[0]?.pieces.length, hasMore];
  };
  expect(foundIn(`<label>${':'.repeat(1_000_000)}x <input></label>`)).toEqual([1, 'field', 0, false]);
  expect(foundIn(`<p><span style="${'text-decoration'.repeat(300_000)}">Text</span></p>`)).toEqual([
    1,
    'text',
    0,
    false,
  ]);
  expect(foundIn(`<p>Notes: ${'__________<br>'.repeat(60_000)}</p>`)).toEqual([1, 'line', 60_000, false]);
  expect(foundIn(`<p>${'<input>'.repeat(100_000)}</p>`)).toEqual([4_000, 'field', 0, true]);
  expect(foundIn(`<p>${'☐'.repeat(20_000)}${'x<!---->'.repeat(300_000)}</p>`)).toEqual([4_000, 'box', 1, true]);
  expect(foundIn(`<p>${`年月/.:（${'\u00a0'.repeat(990)}<br>`.repeat(2_000)}`)).toEqual([2_000, 'line', 1, false]);
  expect(() => findBlanks('<p>'.repeat(200_001))).toThrow('It has more than 200,000 elements');
});

/** The document with all places as regions. */
function markedAll(source: string): string {
  const { blanks, ids } = findBlanks(source);
  return markBlanks(
    source,
    blanks,
    blanks.map(({ label }, at) => ({ at, label })),
    ids,
  );
}

test('keeps attributes apart where it takes one away', () => {
  expect(markedAll('<i id="a"></i><p>Name: <input name=n id="a"value=5></p>')).toContain(
    '<input class="editable" id="name" data-ready-label="Name" name=n value=5>',
  );
});

test('reads no blank where a browser shows every sign as it is written', () => {
  const source =
    '<p>Name: <xmp>____</xmp></p><noembed>Date: ____</noembed><noframes>Date: ____</noframes><plaintext>____';
  expect(findBlanks(source).blanks.filter(({ kind }) => kind === 'line')).toEqual([]);
});

test('empties a cell of blanks alone: scripts, styles, remarks and open formatting stay', () => {
  const rest = '<style>td { color: red }</style><!-- a remark --><script>void 0</script><b>';
  expect(markedAll(`<table><tr><td>Name</td><td> &nbsp;${rest}&nbsp;<br></td></tr></table>`)).toContain(
    `<td class="editable" data-ready-room id="name" data-ready-label="Name">${rest}</td>`,
  );
});

test('offers a blank behind more places than are told', () => {
  const { blanks, hasMore } = findBlanks(`${'<p>________</p>'.repeat(5_000)}<p>Name: ____</p>`);
  expect([blanks.length, hasMore]).toEqual([4_000, true]);
  expect(blanks.filter(({ isOffered }) => isOffered).map(({ label }) => label)).toEqual(['Name']);
});

/** Fields that the check names as not saved. */
const named = (source: string): number => {
  const note = checkTemplate(source).notes.find((one) => one.includes('is not saved'));
  return note ? 1 + Number(/and (\d+) more/.exec(note)?.[1] ?? 0) : 0;
};

test('reads a document as the check does: each field that the check names is a place, in any element', () => {
  const tags =
    'pre listing code kbd samp nav search button object map datalist video audio canvas progress meter svg math template noscript ' +
    'iframe xmp select details dialog summary label table form fieldset center font main menu';
  const inElements = tags.split(' ').map((tag) => `<${tag}>Call sign: <input name="a"> <textarea></textarea></${tag}>`);
  const sources = [
    ...inElements,
    '<svg><foreignObject><p>Name: <input></p></foreignObject></svg>',
    '<div hidden><p style="display:none">If yes: <input></p></div>',
    '<form role="search"><input type="search"><input></form>',
    '<fieldset disabled><legend><input></legend><input></fieldset><input disabled><input readonly><input type="hidden">',
    '<div class="editable" id="a">Text <input></div><div class="editable" id="b"><p class="editable" id="c"></p><input></div>',
    '<p class="editable">No id: <input></p>',
    '<pre>1. Name: <input id="to">\n7. Message:\n<textarea id="message"></textarea></pre>',
  ];
  for (const source of sources)
    expect([source, findBlanks(source).blanks.filter(({ kind }) => kind === 'field').length]).toEqual([
      source,
      named(source),
    ]);
  expect(sources.filter(named).length).toBe(sources.length - 6);
});

/** Names of the offered places, with the text of each. */
const offeredIn = (source: string): string[] =>
  findBlanks(source).blanks.flatMap(({ label, isOffered, pieces: [piece] }) =>
    isOffered ? [piece ? `${label}=${source.slice(...piece)}` : label] : [],
  );

test('reads text that is written out line by line, and changes no blank of it', () => {
  const source =
    '<pre>\r\nRadio message\r\nFrom &amp; to: ____\r\n2. Text:   <input>\r\nDate:          Sign:        \r\n</pre>';
  expect(offeredIn(source)).toEqual(['From & to=____', 'Text', 'Date=          ', 'Sign=        ']);
  expect(markedAll(source)).toMatch(
    /^<pre>\r\nRadio message\r\nFrom &amp; to: <span .*<\/span>\r\n2\. Text:   <input /,
  );
  expect(offeredIn('<p style="white-space: pre-wrap">Name: ____\nTime: ____\n</p>')).toEqual([
    'Name=____',
    'Time=____',
  ]);
  expect(offeredIn('<listing>Call sign: ____\n</listing><pre>print("{{name}}", [Name]);</pre>')).toEqual([
    'Call sign=____',
  ]);
  expect(offeredIn('<nav>Go to: <input> ____</nav><p hidden>Name: ____ <input></p>')).toEqual([]);
});

const gap = '&nbsp;'.repeat(8);
test.each([
  ['<p>提出日　　　年　　月　　日</p>', ['提出日=　　年　　月　　日']],
  ['<table><tr><td>期間<td>　　年　　月　　日（　）</table>', ['期間=　　年　　月　　日（　）']],
  ['<table><tr><td>期間<td>年 月 日～年 月 日</table>', ['期間=年 月 日', '期間 2=年 月 日']],
  [
    '<p>填表日期：&nbsp;&nbsp;&nbsp;年&nbsp;&nbsp;月&nbsp;&nbsp;日</p>',
    ['填表日期=&nbsp;&nbsp;&nbsp;年&nbsp;&nbsp;月&nbsp;&nbsp;日'],
  ],
  [
    '<p>작성일: 20&nbsp;&nbsp;년&nbsp;&nbsp;월&nbsp;&nbsp;일</p>',
    ['작성일=20&nbsp;&nbsp;년&nbsp;&nbsp;월&nbsp;&nbsp;일'],
  ],
  ['<p>時刻：　　時　　分</p><p>満　　歳</p>', ['時刻=　　時　　分', '満=　　']],
  ['<p>（　）はい　（　）いいえ</p>', ['はい=（　）', 'いいえ=（　）']],
  ['<p>〔　〕是 ［　］否</p>', ['是=〔　〕', '否=［　］']],
  [
    '<p>連絡先（　　　）</p><p>自宅（　　　　）携帯（　　　　）</p>',
    ['連絡先=　　　', '自宅=　　　　', '携帯=　　　　'],
  ],
  ['<p>○ Yes</p><p>○ はい　○ いいえ</p>', ['Yes=○', 'はい=○', 'いいえ=○']],
  ['<p>Date:    /    /   </p>', ['Date=    /    /']],
  ['<p>التاريخ: &nbsp; / &nbsp; / ١٤هـ</p>', ['التاريخ= &nbsp; / &nbsp; / ١٤هـ']],
  ['<p>날짜: 20&nbsp;&nbsp;.&nbsp;&nbsp;.&nbsp;&nbsp;.</p>', ['날짜=20&nbsp;&nbsp;.&nbsp;&nbsp;.&nbsp;&nbsp;.']],
  ['<p>วันที่......../......../........</p><p>в 20__ году</p>', ['วันที่=......../......../........', 'в 20=__']],
  ['<p>Remarks</p><p>________________</p><p>________________</p>', ['Remarks=________________']],
  ['<p>Date: __/__/20__ তারিখ: ..../..../২০....</p>', ['Date=__/__/20__', 'তারিখ=..../..../২০....']],
  ['<p>No: ﹍﹍﹍ By: ‥‥‥ To: ・・・・・ At: --------</p>', ['No=﹍﹍﹍', 'By=‥‥‥', 'To=・・・・・', 'At=--------']],
  ['<table><tr><td>報告者<td>　　　　　㊞</table><p>　　　　　殿</p>', ['報告者=　　　　　', '殿=　　　　　']],
  [
    '<p>Who was told?</p><p>________</p><p>Τι έγινε;</p><p>________</p><p>Thank you.</p>',
    ['Who was told?=________', 'Τι έγινε=________'],
  ],
  ['<p>1. 특이사항</p><p>________</p><p>2. 조치</p><p>________</p><p>End.</p>', ['특이사항=________', '조치=________']],
  [`<p>________${gap}________<br>שם${gap}חתימה</p>`, ['שם=________', 'חתימה=________']],
  [
    '<p>________ &nbsp; ________</p><p>Name <u>&nbsp;&nbsp;&nbsp;&nbsp;</u> Date <u>&nbsp;&nbsp;&nbsp;&nbsp;</u></p>',
    ['Field=________', 'Field 2=________', 'Name=&nbsp;&nbsp;&nbsp;&nbsp;', 'Date=&nbsp;&nbsp;&nbsp;&nbsp;'],
  ],
  [
    '<p>[First name] &nbsp; [Last name]<br>Fire&nbsp; Brigade</p>',
    ['First name=[First name]', 'Last name=[Last name]'],
  ],
  ['<p>________</p><p>1) Signature of the driver</p><p>Text.</p>', ['Signature of the driver=________']],
  [
    '<p>________</p><p>1) Signature of driver</p><p>________</p><p>2) Signature of guard</p>',
    ['Signature of driver=________', 'Signature of guard=________'],
  ],
  [`<p>☐ Other:${gap}☐ None</p><p>[${gap}] km</p>`, ['Other=☐', `Other 2=${gap}`, 'None=☐', `km=${gap}`]],
  [
    '<p>Year 20___ - 20___</p><p>Open 08___ - 16___</p>',
    ['Year 20=___', 'Year 20 2=___', 'Open 08=___', 'Open 08 2=___'],
  ],
  [`<p>[${gap}] Yes [${gap}] No</p><p>Name: [${gap}]</p>`, [`Yes=[${gap}]`, `No=[${gap}]`, `Name=${gap}`]],
  ['<table><tr><th>OK (✓)<th>Tick (✓) if done<tr><td><td></table>', ['OK (✓)', 'Tick (✓) if done']],
  [
    '<table><tr><th>Item<th>Amount<th>Currency<tr><td><td><td><tr><td>Total<td><td>EUR</table>',
    ['Item', 'Amount', 'Currency', 'Total, Amount'],
  ],
  ['<table><tr><td><td><td><tr><td>Weight<td><td>kg</table>', ['Weight']],
  ['<table><tr><td><td><td><tr><td>Beginn<td><td>Uhr</table>', ['Beginn']],
  ['<table><tr><td><td><td><tr><td>Cost<td><td>EUR</table>', ['Cost']],
  ['<table><tr><th>Amount<th>Unit<tr><td><td>kg<tr><td><td>°C</table>', ['Amount, kg', 'Amount, °C']],
  ['<table><tr><th>Done<th>Task<tr><td><td>Hose<tr><td><td>Pump</table>', ['Hose, Done', 'Pump, Done']],
  [`<h3>1. Introduction</h3><p>_________</p><p>${'The report. '.repeat(9)}</p>`, []],
  [
    '<p>1. Name</p><p>____</p><p>2. What did you see and do from the alarm until the arrival of the first unit?</p><p>____</p>',
    ['Name=____', 'arrival of the first unit?=____'],
  ],
  [`<p>1. 何が起きましたか？</p><p>____</p><p>${'長い文。'.repeat(20)}</p>`, ['何が起きましたか？=____']],
  [
    `<p>1. Introduction<br>_________<br>${'The report. '.repeat(9)}</p><p>2. Name</p><p>_________</p>`,
    ['Name=_________'],
  ],
  [`<p>1. What happened?</p><p>_________</p><p>${'Write clearly. '.repeat(9)}</p>`, ['What happened?=_________']],
  ['<table><tr><th>☎<th>€<tr><td><td></table>', ['☎', '€']],
  ['<table><tr><td>€<td><tr><td>№<td></table>', ['€', '№']],
  ['<h2>Title<a class="hash-link" href="#t"></a></h2><p>Name: <a class="x" href="#n"></a></p>', ['Name=']],
  ['<table><tr><td>☐<td>Tyres<tr><td>◻️<td>Lights</table><p>🔲 Oil ☑ Fuel</p>', ['Tyres=☐', 'Lights=◻️', 'Oil=🔲']],
  ['<pre>Name: [          ]\n[ ] Yes</pre>', ['Name=          ', 'Yes=[ ]']],
  [
    '<address>Tel ____</address><figcaption>By ____</figcaption><h4>No ____</h4><dd>To ____',
    ['Tel=____', 'By=____', 'No=____', 'To=____'],
  ],
])('offers what stands for a place to write in, in any script: %s', (source, names) => {
  expect(offeredIn(source)).toEqual(names);
});

test.each([
  '<p>　　日本の消防は、土 日 月も（年中）働く。</p>',
  '<p>　　本表（一式两份）请于每月五日前交办公室。</p>',
  '<p>○○県 二〇二六年　凡例 ○ 良　△ 可　× 不可</p>',
  '<p>and / or / nor; 3 / 4 / 5; https: //x; see ../../20 and a -------- b</p>',
  '<table><tr><th>年　月　日</th><th>氏名</th></tr><tr><td>1</td><td>山田</td></tr></table>',
  '<p>消防署長　　殿</p><p>山田太郎　　印</p>',
  '<p>他想了想⋯⋯然後離開。</p><p>彼は・・・・・・と言った。</p>',
  '<p>3. The order takes effect on 1 May.</p><p>__________</p><p>See the annex for details.</p>',
  '<p>1.5 million</p><p>__________</p><p>See.</p><p>12.05.2026</p><p>__________</p><p>See the annex.</p>',
  '<p>This is how it was done.</p><p>________________</p><p>The next chapter tells more.</p>',
])('offers nothing in text that only looks like it: %s', (source) => {
  expect(offeredIn(source)).toEqual([]);
});

const days = '<th colspan="4">Sunday<th colspan="4">Monday';
const shifts = '<th colspan="2">Day<th colspan="2">Night<th colspan="2">Day<th colspan="2">Night';
const inOut = '<th>In<th>Out'.repeat(4);
const cells = (count: number): string => '<tr>' + '<td></td>'.repeat(count);
const radios = '<input type="radio" name="r"> Yes <input type="radio" name="r"> No';
test.each([
  [
    `<table><tr>${days}<tr>${shifts}<tr>${inOut}${cells(8)}</table>`,
    'Sunday, Day, In|Sunday, Day, Out|Sunday, Night, In',
  ],
  [
    '<table><tr><th colspan="2">Sun<th colspan="2">Mon<tr><th>Day<th>Night<th>Day<th>Night<tr><th>In<th>In<th>In<th>In' +
      cells(4) +
      '</table>',
    'Sun, Day, In|Sun, Night, In|Mon, Day, In|Mon, Night, In',
  ],
  [`<table><tr><th>OK<th>Part<tr><td><td>Tyres<tr><td><td>Lights</table>`, 'Tyres, OK|Lights, OK'],
  [`<table><tr><th>Fuel<th>Range<tr><td>litres<td>(km)${cells(2)}</table>`, 'Fuel, litres|Range, (km)'],
  [`<table><tr><th>Name<th>Rank<tr><td>1<td>2${cells(2)}${cells(2)}</table>`, 'Name|Rank|Name 2|Rank 2'],
  ['<table><tr><th>No.<th>Name<th>Time<tr><td>1<td><td><tr><td>2.<td><td></table>', '1, Name|1, Time|2, Name|2, Time'],
  ['<table><tr><th>م<th>الاسم<th>التوقيع<tr><td>١<td><td></table>', '١, الاسم|١, التوقيع'],
  ['<p>Name: ____</p><p>Name: ____</p>', 'Name|Name 2'],
  [`<fieldset><legend>Resolved</legend>${radios}</fieldset>`, 'Resolved, Yes|Resolved, No'],
  [`<label>Resolved:</label><div>${radios}</div>`, 'Resolved, Yes|Resolved, No'],
  [`<p>Resolved: ${radios}</p>`, 'Resolved, Yes|Resolved, No'],
  [`<table><tr><td>Resolved?<td>${radios}</table>`, 'Resolved, Yes|Resolved, No'],
  [`<div role="radiogroup" aria-label="Resolved">${radios}</div>`, 'Resolved, Yes|Resolved, No'],
  [
    `<b id="q">Resolved:</b><p>Text.</p><div role="group" aria-labelledby="q">${radios}</div>`,
    'Resolved, Yes|Resolved, No',
  ],
  [`<p>Resolved</p><p>${radios.replace(' Yes ', ' Yes<br>')}</p>`, 'Resolved, Yes|Resolved, No'],
  [
    '<p>Safe: <label><input type="radio" name="s">Yes</label> <label><input type="radio" name="s">No</label></p>',
    'Safe, Yes|Safe, No',
  ],
  [
    '<table><tr><th><th>Yes<th>No<tr><td>Lights<td><input type="radio" name="l"><td><input type="radio" name="l"></table>',
    'Lights, Yes|Lights, No',
  ],
  ['<p>Resolved: □ Yes □ No</p><p>Safe? □ Yes □ No</p>', 'Resolved, Yes|Resolved, No|Safe, Yes|Safe, No'],
])('gives each place a name that tells it from the others: %s', (source, names) => {
  const offered = findBlanks(source).blanks.flatMap(({ label, isOffered }) => (isOffered ? [label] : []));
  expect(offered.slice(0, names.split('|').length)).toEqual(names.split('|'));
  expect(new Set(offered).size).toBe(offered.length);
});

test.each([
  ['<p>Notes:<br><span class="a"></span></p>', '+Notes'],
  ['<div>Notes:<br><div class="a"></div></div>', '+Notes'],
  ['<div>Notes:<br><br><div class="a"></div></div>', '+Notes'],
  ['<table><tr><td>Notes:<br><span class="a"></span></table>', '+Notes'],
  ['<div><label>Notes</label><br><div class="a"></div><b>Other</b><br><span class="a"></span></div>', 'Notes|Other'],
  ['<li>Notes<br><span style="border:1px solid"></span>', 'Notes'],
  ['<h2>Events</h2><p>Say what happened.<br><i class="a"></i></p>', 'Events'],
])('finds an area on its own line below its words, once: %s', (source, names) => {
  const drawable = findBlanks(source).blanks.filter(({ box, isOffered }) => box !== undefined || isOffered);
  expect(drawable.map(({ label, isOffered }) => `${isOffered ? '+' : ''}${label}`).join('|')).toBe(names);
  expect(drawable.every(({ box }) => box !== undefined)).toBe(true);
});

test('takes cells above words for lines with these names where the style draws them, and no gap between the words', () => {
  const source =
    '<table><tr><td class="l"><td><td class="l"><tr><td>Signature<td><td>Date</table><h2>Chart</h2><div id="chart"></div><p>Text.</p>';
  const found = findBlanks(source);
  expect(offeredIn(source)).toEqual([]);
  const { blanks } = withDrawn(found, {
    lines: [0, 2, found.blanks.findIndex(({ ownId }) => ownId === 'chart')],
    boxes: [1],
  });
  expect(blanks.flatMap(({ label, isOffered }) => (isOffered ? [label] : []))).toEqual(['Signature', 'Date']);
});

test('lets the style of the document draw empty places, each as a line or as a box', () => {
  const source =
    '<p>Vehicle no. <span class="line"></span> Odometer <i class="line"></i></p><p>Signed: <b style=""></b></p><h3>Notes</h3><div class="area"></div>' +
    '<table><tr><th>Part<th>OK<tr><td>Tyres<td><span class="box"> </span></table><p><span class="box"></span> Fit</p>' +
    '<p><span class="icon"></span>A sentence that has an icon before it, and many words.</p><h2><span></span>Title</h2>';
  const { blanks, ids } = findBlanks(source);
  const drawable = blanks.flatMap(({ box, label }, at) => (box ? [[at, label] as const] : []));
  expect(drawable.map(([, label]) => label)).toEqual(['Vehicle no', 'Odometer', 'Signed', 'Notes', 'Tyres, OK', 'Fit']);
  const [no, , , notes, tyres, fit] = drawable.map(([at]) => at);
  const drawn = withDrawn(
    { blanks, ids, hasMore: false },
    { lines: [no ?? -1, notes ?? -1, 99], boxes: [tyres ?? -1, fit ?? -1] },
  );
  const taken = drawn.blanks.flatMap(({ label, isOffered }, at) => (isOffered ? [{ at, label }] : []));
  const marked = markBlanks(source, drawn.blanks, taken, ids);
  expect(marked).toContain(
    'Vehicle no. <span id="vehicle-no" data-ready-label="Vehicle no" class="line editable"></span> Odometer <i class="line"></i>',
  );
  expect(marked).toContain(
    '<td><input type="checkbox" id="tyres-ok" data-ready-label="Tyres, OK" class="box editable"></table>',
  );
  expect(marked).toContain('<p><input type="checkbox" id="fit" data-ready-label="Fit" class="box editable"> Fit</p>');
  expect(marked).toContain('<div id="notes" data-ready-label="Notes" class="area editable"></div>');
  expect(checkTemplate(marked).regions).toBe(5);
});
