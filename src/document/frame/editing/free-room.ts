/** A rectangle of the window, in pixels. */
export type Rect = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** How thick a line is with its light edges, and without them where there is less room. */
export const [LINE, THIN_LINE] = [4, 2];
/** How large a corner's triangle is, the first that has room. */
const CORNERS = [12, 9, 6];
/** Lines may stand so far within a region's edge, and beyond it. */
const [WITHIN, BEYOND] = [3, 3];
/** Nothing that is farther away from a region can be in the way of its mark. */
export const REACH = LINE + BEYOND;

/** Mark of a region: the lines of its frame that have room, and a triangle in a corner of it. */
type Mark = { readonly lines: Rect[]; readonly corner: (Rect & { isRight: boolean; isBottom: boolean }) | null };

export const meets = (one: Rect, other: Rect): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

const isWithin = (inner: Rect, outer: Rect): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

/** How far inside of its edge a line of this thickness may stand, the best first: at the edge, then outside, then further inside. */
function* offsets(thickness: number): Generator<number> {
  yield 0;
  for (let out = 1; out <= thickness + BEYOND; out += 1) yield -out;
  for (let within = 1; within <= WITHIN; within += 1) yield within;
}

/**
 * Finds where a region's mark covers no text: each line of the frame stands at the inside of its edge, or else a little beyond or within it, or it is not
 * there.
 * @param region the region's box
 * @param texts what may not be covered: the lines of text around it, and its own
 * @param view lines do not leave it
 * @param isRtl the triangle then stands at the left
 */
export function markOf(region: Rect, texts: readonly Rect[], view: Rect, isRtl: boolean): Mark {
  const isFree = (one: Rect): boolean => isWithin(one, view) && !texts.some((text) => meets(one, text));
  const lineOf = (make: (at: number, thickness: number) => Rect): Rect | null => {
    for (const thickness of [LINE, THIN_LINE])
      for (const at of offsets(thickness)) {
        const line = make(at, thickness);
        if (isFree(line)) return line;
      }
    return null;
  };
  const { left, top, right, bottom } = region;
  const above = lineOf((at, thick) => ({ left, right, top: top + at, bottom: top + at + thick }));
  const below = lineOf((at, thick) => ({ left, right, top: bottom - at - thick, bottom: bottom - at }));
  const [from, to] = [above?.top ?? top, below?.bottom ?? bottom];
  const before = lineOf((at, thick) => ({ left: left + at, right: left + at + thick, top: from, bottom: to }));
  const after = lineOf((at, thick) => ({ left: right - at - thick, right: right - at, top: from, bottom: to }));
  // The lines meet at the corners, where there is room.
  const wide = (line: Rect | null): Rect | null => {
    const all = line && { ...line, left: before?.left ?? left, right: after?.right ?? right };
    return all && isFree(all) ? all : line;
  };
  const lines = [wide(above), wide(below), before, after].filter((line) => line !== null);
  const outer = { left: before?.left ?? left, right: after?.right ?? right, top: from, bottom: to };
  const sides = isRtl ? [false, true] : [true, false];
  const places = CORNERS.flatMap((size) =>
    sides.flatMap((isRight) => [false, true].map((isBottom) => ({ size, isRight, isBottom }))),
  );
  for (const { size, isRight, isBottom } of places) {
    const [x, y] = [isRight ? outer.right - size : outer.left, isBottom ? outer.bottom - size : outer.top];
    const corner = { left: x, right: x + size, top: y, bottom: y + size };
    if (isFree(corner) && isWithin(corner, outer)) return { lines, corner: { ...corner, isRight, isBottom } };
  }
  return { lines, corner: null };
}
