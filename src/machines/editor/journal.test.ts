import { describe, expect, it } from 'vitest';
import type { RegionValue } from '../shared/region-values.ts';
import { baseNameOf, changesOf, withRestoredText, restoredInto } from './journal.ts';

const REGIONS: RegionValue[] = [
  ['name', 'Corvane River'],
  ['note', 'Calm.'],
];
const detail = { content: '', base_name: null, name: null };
const place = {
  loaded: { detail, regions: REGIONS, draft: [], draftRows: null },
  baseline: REGIONS,
  edits: [] as RegionValue[],
  madeOf: [] as RegionValue[],
  rowsMadeOf: [],
};
const text = (edits: RegionValue[], was: RegionValue[]) => ({ edits, was, rows: null });

it('calls a document by its base template, else by itself, not by blanks', () => {
  expect(baseNameOf({ base_name: ' ', name: 'Plan' })).toBe('Plan');
  expect(baseNameOf({ base_name: null, name: ' ' })).toBe('Untitled');
});

describe('unsaved text from before', () => {
  it('is made of what stood there when it was typed, where somebody has changed it since, and only there', () => {
    const kept = text(
      [
        ['name', 'Corvane Ridge'],
        ['note', 'Wind.'],
      ],
      [
        ['name', 'Corvane'],
        ['note', 'Calm.'],
      ],
    );
    expect(withRestoredText(place, kept)).toEqual({
      edits: kept.edits,
      madeOf: [['name', 'Corvane']],
      restoredOf: [['name', 'Corvane']],
      unplaced: [],
    });
  });

  it('goes back to where it is kept with what it was made of then', () => {
    const placed = withRestoredText(place, text([['name', 'Corvane Ridge']], [['name', 'Corvane']]));
    const edited = { ...place, ...placed, template: 't', wip: 'w', name: 'One' };
    expect(changesOf(edited)).toMatchObject({ edits: [['name', 'Corvane Ridge']], was: [['name', 'Corvane']] });
  });

  it('gives way to what was typed since, which was made of what stands there now', () => {
    const typed = { ...place, edits: [['name', 'Newer']] as RegionValue[] };
    const placed = withRestoredText(typed, text([['name', 'Corvane Ridge']], [['name', 'Corvane']]));
    expect(placed).toEqual({ edits: [['name', 'Newer']], madeOf: [], restoredOf: [], unplaced: [] });
  });

  it('is no change where somebody has made the same of it', () => {
    const placed = withRestoredText(place, text([['name', 'Corvane River']], [['name', 'Corvane']]));
    expect(placed.edits).toEqual([]);
  });

  it('of a region that is gone is no edit, and stays with what is kept', () => {
    const placed = withRestoredText(place, text([['left', 'Wind.']], [['left', '']]));
    expect(placed).toMatchObject({ edits: [], unplaced: [['left', 'Wind.']] });
    const edited = { ...place, ...placed, template: 't', wip: 'w', name: 'One' };
    expect(changesOf(edited)).toMatchObject({ edits: [['left', 'Wind.']], hasRowEdits: false });
  });

  it('with rows is made of the rows that the host had when they were added', () => {
    const now = {
      ...place,
      template: 't',
      wip: 'w',
      name: 'One',
      unplaced: [],
      rowsMadeOf: ['theirs'],
      openedHtml: '',
    };
    const kept = { ...text([], []), rows: ['mine'], rowsWas: [], name: '', title: '' };
    const restored = { ...now, ...restoredInto(now, kept, '<p>mine') };
    expect(restored).toMatchObject({ rowsMadeOf: [], openedHtml: '<p>mine' });
    expect(changesOf(restored)).toMatchObject({ rowsWas: [] });
  });

  it('has its place among the rows that come with it', () => {
    const placed = withRestoredText(place, { ...text([['row-1', 'gust']], [['row-1', '']]), rows: [['gust']] });
    expect(placed).toMatchObject({ edits: [['row-1', 'gust']], unplaced: [] });
  });
});
