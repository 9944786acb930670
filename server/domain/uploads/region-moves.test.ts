import { expect, it } from 'vitest';
import { regionMoves } from './region-moves.ts';

it('names what came, what went, and no more of the others than have moved', () => {
  expect(regionMoves(['a', 'b', 'c', 'd', 'e'], ['b', 'x', 'c', 'a', 'e'])).toEqual({
    came: ['x'],
    went: ['d'],
    moved: ['a'],
  });
  expect(regionMoves(['a', 'b'], ['a', 'b'])).toEqual({ came: [], went: [], moved: [] });
  expect(regionMoves([], ['a'])).toEqual({ came: ['a'], went: [], moved: [] });
});
