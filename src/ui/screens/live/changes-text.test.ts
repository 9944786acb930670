import { expect, it } from 'vitest';
import { changesText } from './changes-text.ts';

const at = new Date(2026, 10, 24, 14, 32).getTime();
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(at);
const none = { changed: 0, gone: 0, at: null, isMixed: false };

it('says how many regions a submission has changed, and when', () => {
  expect(changesText(none)).toBe('');
  expect(changesText({ ...none, changed: 1, at })).toBe(`1 region changed at ${time}`);
  expect(changesText({ ...none, changed: 3, at, isMixed: true })).toBe(`3 regions changed, the last at ${time}`);
  expect(changesText({ ...none, changed: 2, gone: 1, at })).toBe(`2 regions changed, 1 region removed at ${time}`);
  expect(changesText({ ...none, gone: 2 })).toBe('2 regions removed');
});
