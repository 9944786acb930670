import { describe, expect, it } from 'vitest';
import { capturedAs, type EditorContext, hiddenOf, NOTHING_LOADED, patchOf } from './context.ts';
import { type LoadedDocument, NOTHING_RUNNING, restructured, unaskedAfter } from './edits.ts';
import { hostContentAfter } from './host-content.ts';
import { NO_CONTENT, refetched, saved } from './save-basis.ts';
import type { RegionValue } from '../shared/region-values.ts';

const REGIONS = [
  ['a', 'stored'],
  ['b', ''],
];
const CONTEXT = {
  ...NOTHING_LOADED,
  baseline: REGIONS,
  loaded: { regions: REGIONS },
  edits: [['b', 'by a script']],
  unasked: ['b'],
} as unknown as EditorContext;

describe('a captured document', () => {
  it('names all that no key has changed, if the document does not answer', () => {
    const { snapshot } = capturedAs(CONTEXT, null);
    expect(hiddenOf({ ...CONTEXT, snapshot })).toEqual([['b', 'by a script']]);
  });

  it('names the unseen texts of rows that were listed before, if it lists none now', () => {
    const rows = [{ id: 'r1' }];
    const listed = { values: [], hidden: [], hiddenRows: [['r1', 'unseen row']], newAttributes: rows, error: null };
    const before: EditorContext = { ...CONTEXT, rowsListed: listed as never };
    const { snapshot } = capturedAs(before, { values: [], hidden: [], newAttributes: [], error: 'threw' });
    expect(snapshot.newAttributes).toEqual(rows);
    expect(hiddenOf({ ...before, snapshot })).toEqual([['r1', 'unseen row']]);
  });

  it('names no text of a row that the document was opened with', () => {
    const loaded = { regions: REGIONS, newAttributes: [{ id: 'r1', text: 'of a  colleague,\nyesterday' }] };
    const own: EditorContext = { ...CONTEXT, unasked: [], loaded: loaded as never };
    const hiddenRows = [
      ['r1', 'of a  colleague,\nyesterday'],
      ['r2', 'unseen row'],
    ] as [string, string][];
    const answer = { values: [], hidden: [], hiddenRows, newAttributes: [], error: null };
    expect(hiddenOf({ ...own, snapshot: capturedAs(own, answer).snapshot })).toEqual([['r2', 'unseen row']]);
  });

  it('names a region that came back with another text only if that is out of sight', () => {
    const running = { names: [], added: [['a', 'put back']] as [string, string][], removed: [] };
    const own: EditorContext = { ...CONTEXT, edits: [], unasked: [], running };
    const answer = { values: running.added, newAttributes: [], error: null };
    for (const [hidden, expected] of [
      [[], []],
      [['a'], running.added],
    ])
      expect(hiddenOf({ ...own, snapshot: capturedAs(own, { ...answer, hidden } as never).snapshot })).toEqual(
        expected,
      );
  });
});

it('text that was restored during a save stays based on the value that it replaces', () => {
  const snapshot = { values: [['name', 'Sent']] as RegionValue[], newAttributes: [] };
  const restoredOf: RegionValue[] = [['name', 'Was']];
  expect(saved({ ...NO_CONTENT, snapshot, restoredOf }).madeOf).toEqual([['name', 'Was']]);
});

it('what was saved is what a plain host has for the next comparison, its rows too', () => {
  const before = { regions: [['name', 'Was']] as RegionValue[], newAttributes: [{ id: 'r1' }] };
  const edit = { id: 'name', value: 'Sent' } as never;
  const after = { regions: [['name', 'Sent']], newAttributes: [{ id: 'r2' }] };
  expect(hostContentAfter(before, [edit], [{ id: 'r2' }])).toEqual(after);
});

it('a field that cannot be read stays based on the value that the user has seen, and shows what the user sees', () => {
  const unreadable = ['date'];
  const baseline: RegionValue[] = [['date', '2026-01-01']];
  const theirs: RegionValue[] = [['date', '2026-02-02']];
  expect(refetched({ ...NO_CONTENT, baseline, unreadable }, theirs).madeOf).toEqual(baseline);
  const context = { baseline, edits: [], unreadable } as unknown as EditorContext;
  expect(patchOf(context, { regions: theirs } as unknown as LoadedDocument).values).toEqual([]);
});

it('a region that its script removes is gone, and one that it puts back is not', () => {
  const added: RegionValue[] = [['row', 'gust']];
  const gone = restructured({ ...NOTHING_RUNNING, added }, { added: [], removed: ['row'] });
  expect(gone).toEqual({ ...NOTHING_RUNNING, removed: ['row'] });
  expect(restructured(gone, { added, removed: [] })).toEqual({ ...NOTHING_RUNNING, added });
});

it('a region that a key has changed last is the user’s, whatever has written there before', () => {
  expect(unaskedAfter(['name', 'wind'], [['name', 'Typed']], [])).toEqual(['wind']);
});
