import { expect, it } from 'vitest';
import { changesText } from './changes.tsx';

const at = new Date(2026, 10, 24, 14, 32).getTime();
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(at);
const none = { changed: 0, gone: 0, names: [], more: 0, at: null, isMixed: false };
/** Removes the characters that isolate names written from right to left. */
const textOf = (changes: Parameters<typeof changesText>[0]): string => {
  const { what, rest } = changesText(changes);
  return `${what}${rest}`.replaceAll(/[\u2068\u2069]/g, '');
};

it('names the regions that a submission has changed, says how many more, and when', () => {
  expect(textOf(none)).toBe('');
  const two = { ...none, changed: 2, names: ['People evacuated', 'Planned actions'], at };
  expect(textOf(two)).toBe(`People evacuated, Planned actions · ${time}`);
  expect(textOf({ ...two, changed: 5, more: 3, isMixed: true })).toBe(
    `People evacuated, Planned actions and 3 more · last ${time}`,
  );
  expect(textOf({ ...two, gone: 1 })).toBe(`People evacuated, Planned actions, 1 removed · ${time}`);
  expect(textOf({ ...none, gone: 2, at })).toBe(`2 fields removed · ${time}`);
  expect(textOf({ ...none, changed: 1, names: ['Wind'] })).toBe('Wind');
});

it('says how many they are while nothing has named them, cuts a long name, and keeps one apart that runs the other way', () => {
  expect(textOf({ ...none, changed: 1, at })).toBe(`1 field changed · ${time}`);
  expect(textOf({ ...none, changed: 2, gone: 1, at })).toBe(`2 fields changed, 1 removed · ${time}`);
  expect(textOf({ ...none, changed: 1, names: ['a'.repeat(90)] })).toBe(`${'a'.repeat(39)}…`);
  expect(changesText({ ...none, changed: 1, names: ['\u0631\u064a\u062d'] }).what).toBe(
    '\u2068\u0631\u064a\u062d\u2069',
  );
});
