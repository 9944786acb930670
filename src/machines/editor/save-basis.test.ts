import { expect, it } from 'vitest';
import { type EditorContext, patchOf } from './context.ts';
import { type LoadedDocument, unaskedAfter } from './edits.ts';
import { NO_CONTENT, refetched, saved } from './save-basis.ts';
import type { RegionValue } from '../shared/region-values.ts';

it('text that was restored during a save stays based on the value that it replaces', () => {
  const snapshot = { values: [['name', 'Sent']] as RegionValue[], newAttributes: [] };
  const restoredOf: RegionValue[] = [['name', 'Was']];
  expect(saved({ ...NO_CONTENT, snapshot, restoredOf }).madeOf).toEqual([['name', 'Was']]);
});

it('a field that cannot be read stays based on the value that the user has seen, and shows what the user sees', () => {
  const unreadable = ['date'];
  const baseline: RegionValue[] = [['date', '2026-01-01']];
  const theirs: RegionValue[] = [['date', '2026-02-02']];
  expect(refetched({ ...NO_CONTENT, baseline, unreadable }, theirs).madeOf).toEqual(baseline);
  const context = { baseline, edits: [], unreadable } as unknown as EditorContext;
  expect(patchOf(context, { regions: theirs } as unknown as LoadedDocument).values).toEqual([]);
});

it('a region that a key has changed last is the user’s, whatever has written there before', () => {
  expect(unaskedAfter(['name', 'wind'], [['name', 'Typed']], [])).toEqual(['wind']);
});
