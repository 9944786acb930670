import { expect, it } from 'vitest';
import { newChangesOfOthers } from './their-changes.ts';

const running = { names: [], added: [], removed: [] };

it('a value that the host has trimmed, or whose line breaks it wrote in its own way, is nobody else’s', () => {
  const known = { baseline: [['what', ' wind 4\nwest ']] as [string, string][], edits: [], running, loaded: null };
  const read = (value: string) => newChangesOfOthers(known, { detail: { revision: null }, regions: [['what', value]] });
  expect(read('wind 4\r\nwest')).toEqual([]);
  expect(read('wind 5\nwest').map(({ id }) => id)).toEqual(['what']);
});

it('a region that was not there before is somebody else’s, an empty one too', () => {
  const known = { baseline: [], edits: [], running, loaded: null };
  expect(newChangesOfOthers(known, { detail: { revision: null }, regions: [['row', '']] })).toHaveLength(1);
});
