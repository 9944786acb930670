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
])('%j is found by %j', (text, query) => {
  expect(folded(text)).toBe(folded(query));
});

it('keeps the words apart that are seen apart, and letters that are other letters', () => {
  expect(folded('Gate one')).not.toBe(folded('gateone'));
  expect(folded('øre')).not.toBe(folded('ore'));
});
