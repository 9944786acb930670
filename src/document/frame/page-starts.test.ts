import { expect, test } from 'vitest';
import { type Span, startsOf } from './page-starts.ts';

/** Lines of 20 pixels, one under the other. */
const lines = (count: number): Span[] => Array.from({ length: count }, (_, at): Span => [at * 20, at * 20 + 20]);

test.each<[what: string, lines: Span[], blocks: Span[], end: number, starts: number[]]>([
  ['a document that is seen whole', lines(5), [], 100, [0]],
  ['no line is cut', lines(14), [], 280, [0, 100, 200]],
  ['no line is cut that stands beside another', [...lines(10), [90, 115]], [], 200, [0, 80, 180]],
  ['no row is cut', lines(10), [[80, 120]], 200, [0, 80, 180]],
  ['no heading stands alone at the end', lines(10), [[60, 110]], 200, [0, 60, 160]],
  ['a block that would leave half a page empty is cut, but not its lines', lines(10), [[40, 160]], 200, [0, 100]],
  ['a picture that is higher than a page is cut', [[0, 350]], [], 350, [0, 105, 210, 315]],
])('%s', (_what, own, blocks, end, starts) => {
  expect(startsOf(own, blocks, 105, end)).toEqual(starts);
});

test('there are so many pages at most', () => {
  expect(startsOf(lines(10_000), [], 100, 200_000)).toHaveLength(40);
});
