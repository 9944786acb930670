import { expect, test } from 'vitest';
import { idsOf, markBlanks } from '#document/blanks.ts';
import { findBlanks } from './blanks.ts';
import { checkTemplate } from './template-check.ts';

test('gives no region an id that stands in a picture, or in a template of a script', () => {
  const source =
    '<svg><g id="name"></g></svg><template><i id="date"></i></template><p>Name: ____</p><p>Date: ____</p><input id="name">';
  const { blanks, ids } = findBlanks(source);
  const taken = blanks.map(({ label }, at) => ({ at, label }));
  expect([...idsOf(blanks, taken, ids).values()]).toEqual(['name-2', 'date-2', 'field']);
  expect(checkTemplate(markBlanks(source, blanks, taken, ids)).problems).toEqual([]);
});
