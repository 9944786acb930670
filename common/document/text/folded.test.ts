import { expect, it } from 'vitest';
import { folded } from './folded.ts';

it.each([
  ['Ge\u00adrä\u00adte\u00adhaus', 'GERATEHAUS'],
  ['Abschnitt\u200bsieben', 'abschnittsieben'],
  ['Café', 'cafe'],
  ['Cafe\u0301', 'CAFÉ'],
  ['word\u2060joined\ufeff', 'wordjoined'],
  ['می\u200cخواهم', 'میخواهم'],
  ['\u202eleft\u202c\u200f', 'left'],
  ['Gate\u00a0one', 'gate one'],
  ['ﬁre', 'fire'],
  ['İzmir', 'izmir'],
  ['👨\u200d🚒\ufe0f', '👨🚒'],
  ['Łódź', 'lodz'],
  ['Øre Æbelø', 'ore aebelo'],
  ['Straße STRAẞE', 'strasse strasse'],
  ['Đurđa Þór Ŋuŋ', 'durda thor nun'],
  ['Işık', 'isik'],
  ['Ɓaɗi Əli', 'badi eli'],
  ['Việt Nam', 'viet nam'],
  ['Ὀδός ΆΛΦΑ', 'ΟΔΟΣ αλφα'],
  ['Ёлка, Київ', 'елка, киів'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد أَحمد', 'محمد احمد'],
  ['ｶﾞｰﾄﾞ', 'ガード'],
])('%j is found by %j', (text, query) => {
  expect(folded(text)).toBe(folded(query));
});

it('keeps apart the words that are seen apart', () => {
  expect(folded('Gate one')).not.toBe(folded('gateone'));
});

it.each([
  ['राम', 'रमा'],
  ['กา', 'ก่า'],
  ['か', 'が'],
  ['ي', 'ئ'],
  ['=', '≠'],
])('%j is not found by %j, nor the other way round: a mark that makes another letter', (one, other) => {
  expect(folded(one)).not.toContain(folded(other));
  expect(folded(other)).not.toContain(folded(one));
});

it('finds a syllable of Korean while it is typed', () => {
  expect(folded('한국')).toContain(folded('하'));
});
