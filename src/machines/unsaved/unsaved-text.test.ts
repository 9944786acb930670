import { expect, it } from 'vitest';
import { bothFound, type KeptText, mergedText } from './unsaved-text.ts';

const kept = (note: string, at: number): KeptText => ({
  edits: [['note', note]],
  was: [['note', 'Calm.']],
  rows: null,
  name: '',
  title: 'Daily Brief',
  changes: 1,
  at,
});
const noteOf = (found: ReturnType<typeof bothFound>): unknown =>
  found === null || found === 'unreadable' ? found : found.edits;

it('takes what was typed last, be it on the disk or in the page, and what alone can be read', () => {
  const [early, late] = [kept('Old.', 1), kept('Old. And an hour of work.', 2)];
  expect(noteOf(bothFound(late, early))).toEqual(late.edits);
  expect(noteOf(bothFound(early, late))).toEqual(late.edits);
  expect(bothFound(early, kept('Old.', 3))).toBe(early);
  expect([bothFound(null, early), bothFound('unreadable', early), bothFound(late, null)]).toEqual([early, early, late]);
});

it('lets what came from another document take the place of nothing that was typed', () => {
  const filled = {
    ...kept('Given.', 2),
    edits: [...kept('Given.', 2).edits, ['title', 'Given, too.']],
    was: [['note', 'Rough.']],
    given: ['note', 'title'],
  };
  const both = mergedText(kept('Mine.', 1), filled as KeptText, 2);
  expect(both.edits).toEqual([
    ['note', 'Mine.'],
    ['title', 'Given, too.'],
  ]);
  expect(both.given).toEqual(['title']);
  // A change since the first basis is another person's.
  expect(both.was).toEqual([['note', 'Calm.']]);
});
