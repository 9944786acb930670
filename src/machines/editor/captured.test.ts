import { describe, expect, it } from 'vitest';

import { capturedAs, type EditorContext, hiddenOf, NOTHING_LOADED } from './context.ts';

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
    const before: EditorContext = { ...CONTEXT, ...capturedAs(CONTEXT, listed as never), rowsListed: rows };
    const { snapshot } = capturedAs(before, { values: [], hidden: [], newAttributes: [], error: 'threw' });
    expect(snapshot.newAttributes).toEqual(rows);
    expect(hiddenOf({ ...before, snapshot })).toEqual([['r1', 'unseen row']]);
  });
});
