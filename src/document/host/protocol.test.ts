import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fullBudget, spend, strike } from './message-budget.ts';
import { FRAME_CAPS, isFrameLoaded, parseFrameMessage, sizeOf } from './protocol.ts';

const snapshot = {
  type: 'snapshot',
  no: 1,
  seq: 2,
  values: [['__proto__', 'x']],
  hidden: ['x'],
  hiddenRows: [['r1', 'text']],
  newAttributes: [{ a: 1 }],
  error: null,
};

test.each([
  { type: 'hello', v: 1 },
  { type: 'drawn' },
  {
    type: 'ready',
    title: 'T',
    values: [
      ['a', '1'],
      ['constructor', ''],
    ],
  },
  { type: 'edits', seq: 1, changes: [['a', 'x']] },
  { type: 'edits', seq: 1, changes: [['a', 'x']], unasked: ['a'] },
  { type: 'regions', seq: 1, added: [['a', 'x']], removed: ['b'] },
  snapshot,
  { type: 'paste-url', no: 1, id: 'a', url: 'https://x.example' },
  { type: 'paste-grid', no: 1, cells: 30, fits: 24, replaced: 2, left: ['x'] },
  { type: 'open-link', href: 'https://x.example', where: 'top' },
  { type: 'hotkey', key: 'save' },
  { type: 'size', height: 12.5 },
  {
    type: 'measured',
    no: 1,
    isSized: true,
    width: 400,
    height: 900.5,
    used: 880,
    text: 15.2,
    pages: [
      [0, 0],
      [410, 20],
    ],
  },
  { type: 'pong', no: 3 },
])('reads %j', (message) => {
  expect(parseFrameMessage(structuredClone(message))).toEqual(message);
});

const table = { type: 'paste-grid', no: 1, cells: 30, fits: 24, replaced: 2, left: ['x'] };
const long = 'x'.repeat(FRAME_CAPS.value);
test.each([
  ['another version', { type: 'hello', v: 2 }],
  ['another type', { type: 'load', html: '' }],
  ['a key too many', { type: 'pong', no: 1, extra: 1 }],
  ['a long id', { type: 'edits', seq: 1, changes: [['x'.repeat(257), '']] }],
  ['a long value', { type: 'edits', seq: 1, changes: [['a', `${long}x`]] }],
  ['a heavy message', { type: 'edits', seq: 1, changes: Array.from({ length: 11 }, (_, n) => [`a${n}`, long]) }],
  [
    'too many pairs',
    { type: 'ready', title: '', values: Array.from({ length: FRAME_CAPS.pairs + 1 }, () => ['a', '']) },
  ],
  ['too many rows', { ...snapshot, newAttributes: Array.from({ length: 1001 }, () => 1) }],
  ['rows over their size', { ...snapshot, newAttributes: [long] }],
  ['rows that are no JSON', { ...snapshot, newAttributes: [1n] }],
  ['a table of more cells than there may be', { ...table, cells: 5_001 }],
  ['a table with more places than cells', { ...table, fits: 31, left: [] }],
  ['a table with more left over than has no place', { ...table, fits: 30 }],
  ['too many texts of a table', { ...table, fits: 0, left: Array.from({ length: 21 }, () => 'x') }],
  ['a long text of a table', { ...table, left: ['x'.repeat(201)] }],
  ['a height out of bounds', { type: 'size', height: 1e7 }],
  [
    'too many pages',
    {
      type: 'measured',
      no: 1,
      isSized: true,
      width: 1,
      height: 1,
      used: 1,
      text: 16,
      pages: Array.from({ length: 41 }, () => [0, 0]),
    },
  ],
  ['no number', { type: 'size', height: Number.NaN }],
  ['a hot key of its own', { type: 'hotkey', key: 'delete' }],
  ['text', 'ready'],
  ['nothing', null],
])('refuses %s', (_name, message) => {
  expect(parseFrameMessage(message)).toBeNull();
});

test('no input throws, and what passes is within the caps', () => {
  const types = fc.constantFrom(
    'hello',
    'ready',
    'edits',
    'snapshot',
    'open-link',
    'size',
    'pong',
    'regions',
    'nonsense',
  );
  const loose = fc.record(
    {
      type: types,
      v: fc.anything(),
      no: fc.anything(),
      seq: fc.nat(),
      values: fc.anything(),
      changes: fc.anything(),
      height: fc.double(),
      href: fc.string(),
      where: fc.anything(),
      newAttributes: fc.anything(),
      error: fc.anything(),
      title: fc.string(),
    },
    { requiredKeys: ['type'] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), loose), (input) => {
      const message = parseFrameMessage(input);
      if (message?.type === 'size') expect(message.height).toBeLessThanOrEqual(FRAME_CAPS.height);
      expect(isFrameLoaded(input)).toBe(false);
    }),
    { numRuns: 10_000 },
  );
});

test('a frame may send 200 messages a second; each one over is a strike, and 20 strikes are the end', () => {
  let budget = fullBudget(0);
  const send = (now: number, size = 10): boolean => {
    const step = spend(budget, now, size);
    budget = step.budget;
    return step.isAllowed;
  };
  for (let count = 0; count < FRAME_CAPS.rate; count += 1) expect(send(0)).toBe(true);
  expect(send(0)).toBe(false);
  expect(send(5)).toBe(true);
  for (let count = 1; count < 19; count += 1) expect(send(5)).toBe(false);
  expect(strike(budget).strikes).toBe(FRAME_CAPS.strikes);
  // Silence saves nothing up.
  const hour = 3_600_000;
  expect(Array.from({ length: 2 * FRAME_CAPS.rate }, () => send(hour)).filter(Boolean)).toHaveLength(FRAME_CAPS.rate);
});

test('characters are a budget too: a second document of the greatest length may come at once, and bulk without end is the end', () => {
  let budget = fullBudget(0);
  const send = (now: number, size: number): boolean => {
    const step = spend(budget, now, size);
    budget = step.budget;
    return step.isAllowed;
  };
  expect(send(0, FRAME_CAPS.message)).toBe(true);
  expect(send(0, FRAME_CAPS.message)).toBe(true);
  expect(budget.strikes).toBe(0);
  expect(send(2_000, FRAME_CAPS.message)).toBe(true);
  expect(send(2_000, FRAME_CAPS.message - 1)).toBe(true);
  expect(send(2_000, FRAME_CAPS.message)).toBe(false);
  expect(budget.strikes).toBe(FRAME_CAPS.strikes);
});

test('the size of a message is that of all it holds, and counting stops at the most that may be sent', () => {
  const cyclic: unknown[] = ['abc'];
  cyclic.push(cyclic, new ArrayBuffer(1_000), { text: 'x'.repeat(500) });
  expect(sizeOf(cyclic)).toBeGreaterThan(1_500);
  expect(sizeOf(cyclic)).toBeLessThan(1_600);
  const chunk = 'x'.repeat(1_000_000);
  expect(sizeOf(Array.from({ length: 100 }, () => chunk))).toBeLessThan(FRAME_CAPS.bulk + 2_000_000);
  expect(sizeOf(null)).toBeLessThan(100);
});
