/** A rectangle of the window, in pixels. */
export type Rect = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** Thickness of a line with its light edges, and without them if there is less room. */
export const [LINE, THIN_LINE] = [4, 2];
/** Possible sizes of a corner's triangle; the first that fits is used. */
const CORNERS = [12, 9, 6];
/** Maximum distance of a line from its region's edge, inside and outside. */
const [WITHIN, BEYOND] = [3, 3];
/** Maximum distance from a region at which content can be in the way of its mark. */
export const REACH = LINE + BEYOND;

/** Mark of a region: the lines of its frame that have room, and a triangle in a corner of it. */
type Mark = { readonly lines: Rect[]; readonly corner: (Rect & { isRight: boolean; isBottom: boolean }) | null };

export const meets = (one: Rect, other: Rect): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

const isWithin = (inner: Rect, outer: Rect): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

/** Possible distances of a line of this thickness inside its region's edge, the best first: at the edge, then outside, then further inside. */
function* offsets(thickness: number): Generator<number> {
  yield 0;
  for (let out = 1; out <= thickness + BEYOND; out += 1) yield -out;
  for (let within = 1; within <= WITHIN; within += 1) yield within;
}

/**
 * Finds a place where a region's mark covers no text: each line of the frame is just inside the region's edge, or else a little outside or further
 * inside, or is left out.
 * @param region the region's box
 * @param texts boxes that must stay uncovered: the lines of text around the region, and its own
 * @param view area that the lines must not leave
 * @param isRtl true to prefer the left corner for the triangle
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
