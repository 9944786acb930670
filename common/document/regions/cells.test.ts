import { expect, it } from 'vitest';
import { cellsOf, rowsOf } from './cells.ts';

/** A clipboard as written by Excel. */
const sheet = (...cells: string[]): string =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><style>td{font-family:"Aptos Narrow"}</style><table><tr>${cells
    .map((cell) => `<td class="xl65" width="87">${cell}</td>`)
    .join('')}</tr></table></html>`;

it.each([
  ['a line break', '"Gate locked\nkey at desk"\r\n', ['Gate locked<br>\n  key at desk'], 'Gate locked\nkey at desk'],
  [
    'quotes within',
    'a\t"he said ""go""\nnow"\tb',
    ['a', 'he said &quot;go&quot;<br>now', 'b'],
    'a\the said "go"\nnow\tb',
  ],
  ['quotes first', '"""x""\ny"', ['"x"<br>y'], '"x"\ny'],
  ['empty lines', '"a\n\nb"\n"c\nd"', ['a<br><br>b', 'c<br>d'], 'a\n\nb\nc\nd'],
  ['a tab', '"a\tb"', ['a b'], 'a\tb'],
  ['one line with quotes', '"go"\tshe said "go"', ['"go"', 'she said "go"'], '"go"\tshe said "go"'],
  ['quotes of its own', '"first\nlast"', ['&quot;first<br>last&quot;'], '"first\nlast"'],
  ['an end without a quote', '"first\nlast', ['"first<br>last'], '"first\nlast'],
])('a cell with %s', (_, plain, cells, text) => {
  expect(cellsOf(plain, sheet(...cells))).toBe(text);
});

it('without a table the text is as it stands, in lines', () => {
  expect(cellsOf('"a\r\nb"\n', '<p>"a<br>b"</p>')).toBe('"a\nb"\n');
  expect(cellsOf('"a\u000bb"', '')).toBe('"a\nb"');
});

it.each([
  ['no tab', 'a\nb', null],
  [
    'rows, and the end of the last one',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty cells',
    '\ta\t\n\t\t',
    [
      ['', 'a', ''],
      ['', '', ''],
    ],
  ],
  [
    'a quoted cell of two lines',
    'a\t"b ""x""\nc"\nd\te',
    [
      ['a', 'b "x"\nc'],
      ['d', 'e'],
    ],
  ],
  ['quotes of its own', '"a"\tb "c"', [['"a"', 'b "c"']]],
  ['a quote that does not end', '"a\tb\nc', [['"a', 'b'], ['c']]],
])('rows of text with %s', (_, plain, rows) => {
  expect(rowsOf(plain)).toEqual(rows);
});
