// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gridOf, textOf } from './clipboard.ts';

const clipboard = (html: string, plain = ''): DataTransfer =>
  ({ getData: (type: string) => (type === 'text/html' ? html : plain) }) as DataTransfer;
const pasted = (html: string, plain?: string): string => textOf(clipboard(html, plain));

/** An item of Word, whose text is its sign. */
const word = (sign: string, style: string): string =>
  `<p style="mso-list:l0"><span style="${style}"><span style="mso-list:Ignore">${sign}</span></span>${sign}</p>`;

it.each([
  [
    'ticks of list items',
    '<ul><li role="checkbox" aria-checked="true"><img alt="checked"><p>one</p></li><li role="checkbox"><p>two</p></li></ul>',
    '☑ one\n☐ two',
  ],
  [
    'ticks of boxes',
    `<ul><li><input type="checkbox" checked> one</li><li><label><input type="CHECKBOX">two</label></li><li>☑ three</li></ul>
      <ol><li><input type="checkbox" checked>four</ol><p><span role="checkbox" aria-checked="true"></span>five</p>`,
    '☑ one\n☐ two\n☑ three\n1. ☑ four\n☑ five',
  ],
  [
    'ticks of elements that are no boxes of a form',
    '<ul><li role="menuitemcheckbox" aria-checked="true">one<li><b role="switch" aria-checked="false"></b>two<li><input type="radio" checked>three</ul>',
    '☑ one\n☐ two\n☑ three',
  ],
  [
    'the tick of an item in a ticked one',
    '<ul><li aria-checked="true">a<ul><li><input type="checkbox" checked>b</ul></ul>',
    '☑ a\n  ☑ b',
  ],
  ['one tick of a box in a box', '<div role="checkbox" aria-checked="true"><input type="checkbox">one</div>', '☑ one'],
  [
    'letters',
    '<ol type="a" start="26"><li>North<li>South</ol><ol type="A"><li>Gate</ol>',
    'z. North\naa. South\nA. Gate',
  ],
  [
    'Roman numbers',
    '<ol type="I" start="1988"><li>North</ol><ol type="i" start="3"><li>South</ol>',
    'MCMLXXXVIII. North\niii. South',
  ],
  [
    'styles, before attributes and on an item alone',
    `<ol type="1" style="color: red; list-style-type: lower-latin"><li>North<li style="list-style: upper-roman inside">South</ol>
      <ul style="list-style-type:decimal-leading-zero"><li>Gate</ul><ol style="list-style-type:square"><li>Pump</ol>`,
    'a. North\nII. South\n01. Gate\n• Pump',
  ],
  [
    'numbers of items',
    '<ol><li value="7">seven<li>eight<li value="-1">under<li>nought</ol><ol start="0" type="a"><li>nought<li>one</ol>',
    '7. seven\n8. eight\n-1. under\n0. nought\n0. nought\na. one',
  ],
  [
    'numbers that go backwards',
    '<ol reversed><li>two<ol reversed start="6"><li>six<li>five</ol><li>one</ol>',
    '2. two\n  6. six\n  5. five\n1. one',
  ],
  [
    'levels, in an item and in the list itself',
    '<ol><li>North<ul><li>Gate</ul></li><ol type="a"><li>Pump</ol><li>South</ol>',
    '1. North\n  • Gate\n  a. Pump\n2. South',
  ],
  ['levels that are said', '<ol><li>North</ol><ol><li aria-level="3">Gate</ol>', '1. North\n    1. Gate'],
  ['an inner list alone at the edge', '<ul><ul><li>Gate</ul></ul>', '• Gate'],
  ['one sign where an item only holds a list', '<ul><li><ol><li>Gate<li>Pump</ol></li></ul>', '1. Gate\n2. Pump'],
  [
    'signs on the line of their text, before its link',
    '<ul><li><span><div>one</div></span></li><li>\n<b><a href="https://ready.example/">two</a></b></li><li></li></ul>',
    '• one\n• https://ready.example/[two]\n•',
  ],
  ['no sign where none is drawn', '<ul style="list-style: none"><li>one</ul>', 'one'],
  [
    'lists of Word',
    `<p style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="font-family:Symbol"><span style="mso-list:Ignore">·<span>&nbsp;
      </span></span></span><![endif]>North</p><p style="text-indent:0;mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o<span>&nbsp;
      </span></span>Gate</p><p style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">1)<span>&nbsp; </span></span>South</p>`,
    '• North\n  • Gate\n1) South',
  ],
  [
    'boxes, and numbers without points, of Word',
    ['q', '¨', 'þ', '§', 'ü', 'constructor']
      .map((sign) => word(sign, 'color:red;font-family:\nWingdings;mso-bidi-font-family:Arial'))
      .join('') +
      word('q', "font-family:'Wingdings 3'") +
      word('Þ', 'font-family:Symbol') +
      ['☐', '一、', 'o', '-', '①', '一', '١', '1', 'a']
        .map((sign) => word(sign, 'mso-bidi-font-family:Wingdings'))
        .join(''),
    `☐ q\n☐ ¨\n☑ þ\n• §\n✓ ü\n• constructor\n• q\n• Þ
☐ ☐\n一、 一、\n• o\n• -\n① ①\n一 一\n١ ١\n1 1\na a`,
  ],
])('a pasted list keeps %s', (_, html, text) => {
  expect(pasted(html)).toBe(text);
});

it('has ticks of radio buttons that the plain text does not have', () => {
  expect(pasted('<p><input type="radio" checked>one<p><input TYPE = RADIO>two', 'one\ntwo')).toBe('☑ one\n☐ two');
});

it('has the numbers that the plain text shows, but for those that are words of the text', () => {
  const html = '<ol><li>North</li><li>South</li></ol><ol><li>A. Smith</li></ol>';
  expect(pasted(html, '3a. North\n\n(3b) South\nA. Smith')).toBe('3a. North\n\n(3b) South\n1. A. Smith');
});

it('has numbers of other alphabets, and ticks, as the plain text shows them', () => {
  const html =
    '<ol style="list-style-type:lower-greek"><li>North</ol><ol><li>South</ol><ol><li>一つ</ol><ul><li>Gate</ul><ul><li>Pump</ul>';
  const plain = 'α. North\n١. South\n一、一つ\n- [x] Gate\n- [ ] Pump';
  expect(pasted(html, plain)).toBe('α. North\n١. South\n一、 一つ\n☑ Gate\n☐ Pump');
});

it.each([
  ['another sign of Word', word('ü', 'font-family:Wingdings'), '• ü', '✓ ü'],
  ['icons', '<ol><li>\uE000 \uE001 \uE002 y</ol>', 'α. \uE000 \uE001 \uE002 y', 'α. \uE000 \uE001 \uE002 y'],
  ['a bullet before it', '<ul style="list-style:none"><li>Mr. Smith</ul>', '• Mr. Smith', 'Mr. Smith'],
  ['a number before it', '<ol style="list-style:none"><li>はい、了解</ol>', '1. はい、了解', 'はい、了解'],
  ['another line', '<p>はい、行く<p>いえ、行く<ul><li></ul>', 'いえ、行く\nはい、行く\n•', 'はい、行く\nいえ、行く\n•'],
  [
    'another line of a list',
    '<ol><li>はい、行く<li>いえ、行く</ol>',
    'いえ、行く\nはい、行く',
    '1. はい、行く\n2. いえ、行く',
  ],
  [
    'the address of its link',
    '<ol type="a"><li><a href="https://x.example/">y</a></ol>',
    'α. y',
    'α. https://x.example/[y]',
  ],
])('keeps the words of a line where the plain text has %s', (_, html, plain, text) => {
  expect(pasted(html, plain)).toBe(text);
});

it('loses and moves no words, whatever the plain text is', () => {
  const words = fc
    .array(fc.constantFrom('Mr.', 'A.', 'はい、', '1.', '(b)', '•', '- [x]', '☐', 'Smith', '了解'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((of) => of.join(' '));
  const lists = fc.constantFrom(
    '<ol><li>',
    '<ol style="list-style:none"><li>',
    '<ul><li>',
    '<ul style="list-style:none"><li>',
    '<p>',
  );
  const lines = fc.array(
    fc.record({ list: lists, text: words, sign: fc.constantFrom('', '1. ', '• ', '一、', 'α) ') }),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(lines, fc.nat(3), (all, shift) => {
      const plain = all.map(({ sign }, at) => sign + (all[(at + shift) % all.length]?.text ?? '')).join('\n');
      const result = pasted(
        `<ul><li>-</ul>${all.map(({ list, text }) => list + text).join('</li></ol></ul></p>')}`,
        `-\n${plain}`,
      );
      const said = result.split('\n').slice(1);
      expect(said).toHaveLength(all.length);
      for (const [at, { list, text }] of all.entries()) {
        const line = said[at] ?? '';
        expect(line.endsWith(text)).toBe(true);
        const sign = line.slice(0, -text.length);
        if (/none|<p>/.test(list)) expect(sign).toBe('');
        else expect(sign).toMatch(/^\s*\S+ $|^$/);
      }
    }),
  );
});

it('keeps its levels in a cell', () => {
  const html = '<table><tr><td>a</td><td><ul><li>b<ul><li>c</ul></ul></td></tr></table>';
  expect(gridOf(clipboard(html))).toEqual([['a', '• b\n  • c']]);
});
