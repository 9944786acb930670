/** A drawing's place in the window, in pixels, and its scale. */
export type View = { x: number; y: number; scale: number };

export type Size = { width: number; height: number };

const LARGEST = 4;
const SMALLEST = 0.1;
/** A small drawing is not enlarged beyond this when it is shown whole. */
const LARGEST_WHOLE = 1.25;
const MARGIN = 16;

/** @returns the view that shows a drawing whole, in the middle */
export function whole(drawing: Size, frame: Size): View {
  const scale = Math.max(
    SMALLEST,
    Math.min((frame.width - MARGIN) / drawing.width, (frame.height - MARGIN) / drawing.height, LARGEST_WHOLE),
  );
  return { scale, x: (frame.width - drawing.width * scale) / 2, y: (frame.height - drawing.height * scale) / 2 };
}

/** Larger or smaller by a factor, around a fixed point. */
export function zoomed({ x, y, scale }: View, factor: number, at: { x: number; y: number }): View {
  const wanted = Math.min(LARGEST, Math.max(SMALLEST, scale * factor));
  const by = wanted / scale;
  return { scale: wanted, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by };
}

/** Moves the view by pixels. */
export const moved = (view: View, x: number, y: number): View => ({ ...view, x: view.x + x, y: view.y + y });
