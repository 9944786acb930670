import { expect, test } from 'vitest';

import { hintOf, misfitOf, momentText, type RegionType } from './region-types.ts';

test('a hint is what the document names, and a choice has something to choose', () => {
  expect(hintOf(' DateTime ', 'a|b')).toEqual({ type: 'datetime', options: [] });
  expect(hintOf('choice', ' Yes | No ||')).toEqual({ type: 'choice', options: ['Yes', 'No'] });
  for (const [type, options] of [
    [null, null],
    ['colour', null],
    ['choice', null],
    ['choice', ' | '],
    ['__proto__', null],
  ] as const)
    expect(hintOf(type, options)).toBeNull();
  expect(hintOf('choice', Array.from({ length: 5_000 }, (_, at) => at).join('|'))?.options).toHaveLength(200);
  expect(hintOf('choice', 'a|b||a')?.options).toEqual(['a', 'b']);
  expect(hintOf('choice', `${'x'.repeat(300)}|y`)?.options).toEqual(['y']);
});

const misfit = (type: RegionType, value: string, languages = ['de-DE', 'es']): boolean =>
  misfitOf({ type, options: ['Yes', 'No'] }, value, languages) !== null;

test.each<[RegionType, string[], string[]]>([
  [
    'date',
    [
      '2026-11-26',
      '26.11.2026',
      '11/26/26',
      '26/11',
      '26 Nov 2026',
      'Thu, 26 November',
      'November 26th, 2026',
      '26. März 2026',
      'Day 2',
      '٢٦/١١',
      '20261128',
      '29 Feb 2028',
      '29 Feb',
      '29 de febrero',
      'mar 3',
      'February 2026',
      '28.11.',
      '2026年11月28日',
      '令和8年11月28日',
      '2026-W48-6',
    ],
    [
      'soon',
      '14:05',
      '2026-13-26',
      '45.11.2026',
      '5 engines',
      'Monday',
      '1',
      '26 Nov 2026 14:05',
      '2026-02-30',
      '2/30',
      '30.2.2026',
      '29 February 2023',
      '30. Februar',
      '30 de febrero',
      '2026-13-01',
      '20261301',
      '20260230',
      '2026年13月1日',
    ],
  ],
  [
    'time',
    [
      '14:05',
      '9:05',
      '09:05:30',
      '1405',
      '14.05',
      '2 pm',
      '9:05 p.m.',
      '14:05 UTC',
      '14:05 Uhr',
      '14h05',
      '9 Uhr',
      '9h',
      '9 h 30',
      '9 Uhr 30',
      '14:05+02:00',
      '14:05:33.5',
      '14:05:33Z',
      '0200L',
      '2:05 p. m.',
      '14時05分',
      '下午2:05',
      'kl. 14.05',
    ],
    ['noon', '25:00', '14:61', '14', '7 engines', '26.11.2026', '13:30 pm', '13 pm', '14:05 p.m.', '1461'],
  ],
  [
    'datetime',
    [
      '2026-11-26 14:05',
      '2026-11-26T14:05',
      '26 Nov 2026, 14:05',
      '14:05, 26 Nov',
      'Day 2, 06:00',
      '11/26/2026 2:05 pm',
      '26.11. 1405',
      '2026-11-28T14:05:00+01:00',
      '2026-11-28T14:05:33.123Z',
      '20261128T140533Z',
      '281405ZNOV26',
      '281405Z NOV 26',
      '28 1405 Nov 2026',
      '28.11. um 9 Uhr',
      '2026年11月28日14時05分',
      '2026-11-26',
      '20261128',
      '28.11.2026',
      '28 Nov',
      '2026年11月28日',
      '2026-W48-6',
    ],
    [
      '14:05',
      '20261301',
      '30.2.2026',
      '1461',
      'tomorrow 14:05',
      'later',
      '301405ZFEB26',
      '282505ZNOV26',
      '2026-02-30 14:05',
      '26 Nov 13:05 pm',
    ],
  ],
  [
    'number',
    [
      '7',
      '-3.5',
      '1,200',
      '1 200,50',
      '85 %',
      '1e6',
      '.5',
      '-.5',
      ',5',
      '½',
      '3½',
      '3 1/2',
      '$5',
      '5 €',
      '1,23,456',
      '1.200.000',
      '0171 1234567',
      '~40',
      "1'200.5",
      '-3 °C',
      '−3°C',
      '30 km/h',
      '5kg',
      '7 m³',
      'CHF 20',
      '3 500 zł',
      'US$ 5',
    ],
    ['seven', '7 engines', '3 of 4', 'kg', '5 kg 3', '1-2', '--', '1,2,3,4', '5,,5', '1..2', '$', '.'],
  ],
  ['choice', ['Yes', 'no'], ['Maybe', 'Yes, later']],
  ['text', ['anything\nat all'], []],
  ['multiline', ['anything\nat all'], []],
])('as %s', (type, good, bad) => {
  expect(good.filter((value) => misfit(type, value))).toEqual([]);
  expect(bad.filter((value) => !misfit(type, value))).toEqual([]);
  for (const empty of ['', ' \n']) expect(misfit(type, empty)).toBe(false);
});

test('what is no value of its kind is said in words, with an example or the choices', () => {
  expect(misfitOf({ type: 'choice', options: ['A', 'D'] }, 'x', [])).toBe('Not one of the choices: A, D');
  expect(misfitOf({ type: 'time', options: [] }, 'x', [])).toBe('Not a time, such as 14:05');
  // An unknown language is ignored.
  expect(misfitOf({ type: 'date', options: [] }, '26 Nov', ['not a language'])).toBeNull();
});

test('a moment is the local one; a region or a field has it in its own notation, or has none', () => {
  const now = new Date(2026, 2, 5, 7, 4);
  const text = (which: 'time' | 'datetime', ...types: (string | undefined)[]) => momentText(which, now, ...types);
  for (const type of [undefined, 'text', 'multiline', 'textarea', 'search', 'url', 'tel', 'email'])
    expect(text('time', type)).toBe('07:04');
  expect(text('datetime', 'text', 'datetime')).toBe('2026-03-05 07:04');
  expect(text('datetime', undefined, 'date')).toBe('2026-03-05');
  expect(text('time', 'textarea', 'date')).toBe('2026-03-05');
  expect(text('datetime', undefined, 'time')).toBe('07:04');
  expect(text('time', undefined, 'datetime')).toBe('2026-03-05 07:04');
  expect(text('time', 'datetime-local', 'datetime')).toBe('2026-03-05T07:04');
  for (const type of ['number', 'choice', 'checkbox', 'radio', 'select-one', 'range', 'color', 'month', 'week'])
    expect([text('time', type), text('datetime', 'text', type)]).toEqual([null, null]);
});
