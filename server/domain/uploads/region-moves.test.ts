import { expect, it } from 'vitest';
import { type NamedRegion, regionMoves, type SameRegion } from './region-moves.ts';

const text = (id: string, name = id): NamedRegion => ({ id, kind: 'text', name });
const box = (id: string, name = id): NamedRegion => ({ id, kind: 'checkbox', name });
const texts = (ids: string): NamedRegion[] => Array.from(ids, (id) => text(id));
const moves = (before: NamedRegion[], now: NamedRegion[]) => regionMoves(before, now, ({ to }) => to !== 'x');
const same = (before: NamedRegion[], now: NamedRegion[]): string[] =>
  regionMoves(before, now, () => true).same.map(
    ({ from, to, by_name }: SameRegion) => `${from}${by_name ? '=' : '~'}${to}`,
  );

it('names what came, what went, and no more of the others than have moved', () => {
  expect(moves(texts('abcde'), texts('bxcae'))).toMatchObject({ came: ['x'], went: ['d'], moved: ['a'], same: [] });
  expect(moves(texts('ab'), texts('ab'))).toEqual({ came: [], went: [], moved: [], same: [] });
  expect(moves([], texts('a'))).toMatchObject({ came: ['a'], went: [], moved: [] });
});

it('pairs regions under other ids by name, then by place, and only what is of one kind', () => {
  expect(same([text('a', 'Élan'), text('b', 'Name')], [text('x', 'Name'), text('y', 'ELAN')])).toEqual(['a=y', 'b=x']);
  expect(same([text('1', 'Hour'), text('2', 'Hour')], [text('3', 'Hour'), text('4', 'Hour')])).toEqual(['1=3', '2=4']);
  expect(same([text('a', 'Gate')], [box('b', 'Gate')])).toEqual([]);
  expect(same(texts('kabl'), texts('kxyl'))).toEqual(['a~x', 'b~y']);
  expect(moves(texts('kab'), texts('kay'))).toMatchObject({ came: [], went: [], same: [{ from: 'b', to: 'y' }] });
  expect(same(texts('kab'), texts('kx'))).toEqual([]);
  expect(same([text('a', 'Hour'), text('b', 'Hour'), text('k')], [text('x', 'Hour'), text('k')])).toEqual([]);
  expect(same([text('n', 'Name'), text('a')], [text('m', 'Name'), text('b')])).toEqual(['n=m', 'a~b']);
});
