import fc from 'fast-check';
import { expect, test } from 'vitest';

import { canonicalControl, canonicalText } from './values.ts';

test.each([
  ['  a  ', 'a'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\vb\fc\u0085d\u2028e\u2029f', 'a\nb\nc\nd\ne\nf'],
  ['\u2028a\v', 'a'],
  ['a  b', 'a  b'],
  ['\u00a0', ''],
  ['a\u00a0b', 'a\u00a0b'],
  ['\n\na\n\n', 'a'],
  ['Tasks:\n  - one\nend', 'Tasks:\n  - one\nend'],
  ['Tasks:\n  - one\n  - two', 'Tasks:\n\u00a0 - one\n  - two'],
  ['a\0b\ud800', 'ab\ufffd'],
  ['xhttps://x.example[a]', 'x https://x.example[a]'],
])('%j is kept as %j', (value, kept) => {
  expect(canonicalText(value)).toBe(kept);
});

test.each([
  ['    a  b\n  c\n', '    a  b\n  c'],
  [' \n\n\t a', '\t a'],
  ['\r\n a\r\n b', ' a\n b'],
  ['  ', ''],
])('in a pre, %j is kept as %j', (value, kept) => {
  expect(canonicalText(value, true)).toBe(kept);
});

test('the canonical form of a text is a fixed point', () => {
  const piece = fc.constantFrom(
    ' ',
    '\n',
    '\t',
    '\r',
    '\u00a0',
    '\0',
    '\f',
    '\v',
    '\u2028',
    'a',
    'https://x.example[',
    'b]',
    '\ud800',
    '日',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece).map((parts) => parts.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (value) => {
        for (const isPreformatted of [false, true]) {
          const once = canonicalText(value, isPreformatted);
          expect(canonicalText(once, isPreformatted)).toBe(once);
        }
      },
    ),
    { numRuns: 20_000 },
  );
});

test('controls keep what they can hold', () => {
  expect(canonicalControl('checkbox', 'true')).toBe('true');
  expect(canonicalControl('radio', 'yes')).toBe('false');
  expect(canonicalControl('input', 'a\r\nb')).toBe('ab');
  expect(canonicalControl('textarea', ' a\r\nb\vc ')).toBe(' a\nb\nc ');
  expect(canonicalControl('input', 'a\vb\u2028c')).toBe('a b c');
  expect(canonicalControl('select', 'a\u2028b')).toBe('a\u2028b');
});
