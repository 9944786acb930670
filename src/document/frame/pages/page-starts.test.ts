import { expect, test } from 'vitest';
import type { PageStart } from '../../host/protocol.ts';
import { type Kept, type Rows, type Span, startsOf } from './page-starts.ts';

/** Lines of 20 pixels, one under the other. */
const lines = (count: number): Span[] => Array.from({ length: count }, (_, at): Span => [at * 20, at * 20 + 20]);
const starts = (own: readonly Span[], kept: Partial<Kept>, end: number, tables: readonly Rows[] = []): PageStart[] =>
  startsOf(own, { sections: [], regions: [], rows: [], ...kept }, tables, 105, end);

test.each<[what: string, lines: Span[], kept: Partial<Kept>, end: number, starts: number[]]>([
  ['a document that is seen whole', lines(5), {}, 100, [0]],
  ['no line is cut', lines(14), {}, 280, [0, 100, 200]],
  ['no line is cut that stands beside another', [...lines(10), [90, 115]], {}, 200, [0, 80, 180]],
  ['no row is cut', lines(10), { rows: [[80, 120]] }, 200, [0, 80, 180]],
  ['no heading stands alone at the end', lines(10), { rows: [[60, 110]] }, 200, [0, 60, 160]],
  [
    'a row that would leave half a page empty is cut, but not its lines',
    lines(10),
    { rows: [[40, 160]] },
    200,
    [0, 100],
  ],
  ['a picture that is higher than a page is cut', [[0, 350]], {}, 350, [0, 105, 210, 315]],
  ['a page begins at a heading rather than at a line', lines(10), { sections: [[60, 160]] }, 200, [0, 60, 160]],
  ['not where that leaves half a page empty', lines(10), { sections: [[40, 140]] }, 200, [0, 100]],
  ['a region that fits on a page stays whole, also then', lines(10), { regions: [[40, 140]] }, 200, [0, 40, 140]],
  [
    'a region beside another that is cut either way is cut',
    lines(10),
    {
      regions: [
        [0, 60],
        [40, 140],
      ],
    },
    200,
    [0, 100],
  ],
])('%s', (_what, own, kept, end, at) => {
  expect(starts(own, kept, end)).toEqual(at.map((start) => [start, 0]));
});

test("a page that begins within a table's rows has room for its head, and no other", () => {
  const table: Rows = { span: [40, 300], head: 40 };
  // The head takes 40 of 105 pixels.
  expect(starts(lines(20), {}, 400, [table])).toEqual([
    [0, 0],
    [100, 40],
    [160, 40],
    [220, 40],
    [280, 40],
    [340, 0],
  ]);
});

test('there are so many pages at most', () => {
  expect(starts(lines(10_000), {}, 200_000)).toHaveLength(40);
});
