import { expect, test } from 'vitest';
import { distinctLabels } from '../regions/region-namer.ts';
import { idsOf, markBlanks, showBlanks, slugOf, type Blank } from './blanks.ts';

test('makes ids of names in the letters of ids', () => {
  expect(
    [
      'Name of injured person',
      '1. Incident Name',
      'Größe / Taille',
      'Łódź',
      'Имя водителя',
      'Ημερομηνία',
      '°C',
      '2nd floor',
      '現場名',
      '保護者住所／電話',
      'التَّوقيع (٣)',
      'חתימת המבקר',
      'पता',
      'ชื่อ - สกุล',
      '이름',
      '１. 氏名',
      '—',
      "Driver's no.",
    ].map(slugOf),
  ).toEqual([
    'name-of-injured-person',
    'incident-name',
    'grosse-taille',
    'lodz',
    'имя-водителя',
    'ημερομηνια',
    'c',
    'field-2nd-floor',
    '現場名',
    '保護者住所-電話',
    'التوقيع-٣',
    'חתימת-המבקר',
    'पता',
    'ชื่อ-สกุล',
    '이름',
    '氏名',
    '',
    'drivers-no',
  ]);
  expect(slugOf('long '.repeat(40)).length).toBeLessThanOrEqual(48);
  expect(slugOf('長'.repeat(300))).toBe('長'.repeat(24));
});

const blank = (at: number, more: Partial<Blank> = {}): Blank => ({
  kind: 'text',
  label: 'Name',
  ownId: null,
  isOffered: true,
  tag: at,
  pieces: [],
  changes: [[at, at, ' class="editable"', '']],
  ...more,
});

test('gives each place an id of its own, in the order of the document, and leaves those that it has', () => {
  const blanks = [blank(2), blank(12), blank(22, { ownId: 'mine' }), blank(32)];
  const taken = [
    { at: 3, label: '現場名' },
    { at: 1, label: 'Name' },
    { at: 0, label: 'Name' },
    { at: 2, label: 'Other' },
  ];
  expect([...idsOf(blanks, taken, ['name', 'name-3', 'mine'])]).toEqual([
    [0, 'name-2'],
    [1, 'name-4'],
    [2, 'mine'],
    [3, '現場名'],
  ]);
});

test('numbers labels that are spoken alike', () => {
  expect(distinctLabels(['Name', 'name:', 'Náme', 'Name 2', '氏名', '氏名'], ['Date', '氏名 2'])).toEqual([
    'Name',
    'name: 2',
    'Náme 3',
    'Name 2 2',
    '氏名',
    '氏名 3',
  ]);
  expect(distinctLabels(['Date'], ['Date'])).toEqual(['Date 2']);
});

test('marks and shows a document by its places alone, names escaped', () => {
  const source = '<p>A: ___</p><p>b</p>';
  const line: Blank = blank(-1, { pieces: [[6, 9]], changes: [[6, 9, '<span class="editable"', '></span>']] });
  const blanks = [line, blank(15)];
  expect(markBlanks(source, blanks, [{ at: 0, label: '"A" & <b>' }], [])).toBe(
    '<p>A: <span class="editable" id="a-b" data-ready-label="&quot;A&quot; &amp; &lt;b&gt;"></span></p><p>b</p>',
  );
  expect(markBlanks(source, blanks, [{ at: 0, label: 'A', isComputed: true }], [])).toContain(
    ' id="a" data-ready-label="A" data-ready-computed></span>',
  );
  expect(showBlanks(source, blanks)).toBe(
    '<p>A: <span data-ready-blank="0">___</span></p><p data-ready-blank="1">b</p>',
  );
});
