import { expect, it } from 'vitest';
import { copiedCode } from './copied-code.ts';

it.each([
  [' abcde-FGHJK ', 'abcdefghjk'],
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['१२३-४५६', '123456'],
  ['0123 456 789', '0123456789'],
  ['ａｂｃ\u2011２３', 'abc23'],
  ['\u200eabc\u00a0d', 'abcd'],
])('reads %j as %s', (text, code) => {
  expect(copiedCode(text)).toBe(code);
});
