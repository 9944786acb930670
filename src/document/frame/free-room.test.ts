import { describe, expect, it } from 'vitest';
import { markOf, meets, type Rect } from './free-room.ts';

const rect = (left: number, top: number, right: number, bottom: number): Rect => ({ left, top, right, bottom });
const view = rect(0, 0, 1_000, 1_000);
const region = rect(100, 100, 300, 130);
const outer = (lines: readonly Rect[]): Rect => ({
  left: Math.min(...lines.map((line) => line.left)),
  top: Math.min(...lines.map((line) => line.top)),
  right: Math.max(...lines.map((line) => line.right)),
  bottom: Math.max(...lines.map((line) => line.bottom)),
});

describe('the mark of a region', () => {
  it('stands within its box where its text leaves room, its triangle at the upper end', () => {
    const { lines, corner } = markOf(region, [rect(110, 106, 200, 124)], view, false);
    expect(lines).toHaveLength(4);
    expect(outer(lines)).toEqual(region);
    expect(corner).toMatchObject({ right: 300, top: 100, isRight: true, isBottom: false });
    expect(markOf(region, [], view, true).corner).toMatchObject({ left: 100, top: 100, isRight: false });
  });

  it('stands around a text that fills the box, and not across its neighbours', () => {
    const own = region;
    expect(outer(markOf(own, [own], view, false).lines)).toEqual(rect(96, 96, 304, 134));
    // The row above leaves room for a thin line, the one below for none.
    const texts = [own, rect(100, 60, 300, 97), rect(100, 131, 300, 160)];
    const { lines } = markOf(own, texts, view, false);
    expect(lines).toHaveLength(3);
    expect(outer(lines)).toEqual(rect(96, 98, 304, 130));
    for (const text of texts) expect(lines.filter((line) => meets(line, text))).toEqual([]);
  });

  it('takes another corner for its triangle where a text stands, then a smaller one, then none', () => {
    const at = (...texts: Rect[]) => markOf(region, texts, view, false).corner;
    expect(at(rect(290, 104, 296, 112))).toMatchObject({ isRight: true, isBottom: true });
    expect(at(rect(104, 108, 296, 122))).toMatchObject({ right: 300, left: 294 });
    expect(
      at(region, rect(0, 0, 1_000, 100), rect(0, 130, 1_000, 200), rect(0, 0, 100, 200), rect(300, 0, 400, 200)),
    ).toBeNull();
  });

  it('does not leave the page', () => {
    const edge = rect(0, 0, 1_000, 30);
    expect(markOf(edge, [rect(0, 0, 900, 25)], view, false).lines).toEqual([
      rect(0, 26, 1_000, 30),
      rect(996, 0, 1_000, 30),
    ]);
  });
});
