import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type BoardDraft,
  borderOf,
  EMPTY_DRAFT,
  inTwelfths,
  withBorder,
  withoutPane,
  withPane,
} from './board-draft.ts';

const draftOf = (...shares: number[]): BoardDraft => ({
  ...EMPTY_DRAFT,
  panes: shares.map((share) => ({ kind: 'template', id: String(share), share })),
});
const sharesOf = ({ panes }: BoardDraft): number[] => panes.map(({ share }) => share);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

it('gives shares of any sum as twelfths, each one at least', () => {
  expect(inTwelfths([1, 1])).toEqual([6, 6]);
  expect(inTwelfths([9, 9])).toEqual([6, 6]);
  expect(inTwelfths([12, 1, 1, 1])).toEqual([9, 1, 1, 1]);
  const shares = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(shares, (some) => {
      const parts = inTwelfths(some);
      expect([parts.length, sum(parts), Math.min(...parts) >= 1]).toEqual([some.length, 12, true]);
      // A wider pane does not become the narrower one.
      for (const [at, share] of some.entries())
        for (const [no, other] of some.entries())
          if (share > other) expect(parts[at]).toBeGreaterThanOrEqual(parts[no] ?? 0);
    }),
  );
});

it('moves the border of two panes, which keep a twelfth each, and no other', () => {
  const draft = draftOf(3, 6, 3);
  expect(borderOf(draft, 0)).toEqual({ at: 3, least: 1, most: 8 });
  expect(borderOf(draft, 1)).toEqual({ at: 9, least: 4, most: 11 });
  expect(sharesOf(withBorder(draft, 1, 10))).toEqual([3, 7, 2]);
  expect(sharesOf(withBorder(draft, 1, 0))).toEqual([3, 1, 8]);
  expect(sharesOf(withBorder(draft, 0, 99))).toEqual([8, 1, 3]);
  expect(sharesOf(withBorder(draftOf(1, 1), 0, 7))).toEqual([7, 5]);
});

it('takes a pane in with equal widths, and takes one out with the proportions of the others', () => {
  expect(sharesOf(withPane(draftOf(9, 3)))).toEqual([4, 4, 4]);
  expect(sharesOf(withoutPane(draftOf(6, 4, 2), 0))).toEqual([8, 4]);
  expect(sharesOf(withoutPane(draftOf(9, 3), 0))).toEqual([12]);
});
