import { expect, it } from 'vitest';
import type { DocumentDetail } from '#common/calls/templates.ts';
import { type EditorContext, fetchedInto, patchOf, startingWith } from './context.ts';
import type { OpenedDocument } from './journal.ts';
import { basisOf } from './save-basis.ts';
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

it('text that was typed before several saves of another user is based on the value before them, and stays', () => {
  const read = (what: string, note: string): OpenedDocument => ({
    detail: { name: null, wip_name: 'Monday', revision: 3 } as DocumentDetail,
    regions: [
      ['what', what],
      ['note', note],
    ],
    newAttributes: [],
    required: [],
    filledHtml: null,
  });
  const first = read('wind 4', 'calm');
  const input = { template: 't', wip: 'w', success: null, firstView: 'document', place: 'p' } as const;
  const opened = startingWith({ ...input, isReader: false, looksAtWall: false, isGuarded: true });
  let editor: EditorContext = { ...opened, loaded: first, baseline: first.regions, edits: [['what', 'mine']] };
  for (const next of [read('wind 5', 'calm'), read('wind 5', 'storm'), read('wind 5', 'gale')]) {
    expect(patchOf(editor, next).values.map(([id]) => id)).not.toContain('what');
    editor = { ...editor, ...fetchedInto(editor, next) };
    expect(editor.edits).toEqual([['what', 'mine']]);
    expect(basisOf(editor).values[0]).toEqual(['what', 'wind 4']);
  }
  expect(patchOf(editor, read('wind 5', 'dust'))).toEqual({ values: [['note', 'dust']], was: ['gale'] });
});
