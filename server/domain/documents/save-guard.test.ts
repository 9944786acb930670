import { expect, it } from 'vitest';
import { planOf } from '#common/document/plan/make-plan.ts';
import { compareSave, isConflict, storedContent } from './save-guard.ts';

const plan = planOf('<p class="editable" id="a">x</p>');
const edited = (was: string) => ({
  save_name: 'x',
  edited_attributes: [{ id: 'a', value: 'new', was }],
  new_attributes: [],
});

it.each([
  ['one\vtwo', 'one\ntwo', false],
  ['one\ntwo', 'one\u2028two', false],
  ['one\vtwo', 'one two', true],
])('what stands as %j is known again as %j: %s', (stands, was, isTheirs) => {
  const standing = storedContent(plan, { values: JSON.stringify({ a: stands }), rows: null });
  expect(isConflict(compareSave(standing, edited(was)))).toBe(isTheirs);
});
