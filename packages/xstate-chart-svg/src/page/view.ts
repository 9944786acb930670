/** A drawing's place in the window, in pixels, and its scale. */
export type View = { x: number; y: number; scale: number };

export type Size = { width: number; height: number };

const LARGEST = 4;
const SMALLEST = 0.1;
/** A small drawing is not enlarged beyond this when it is shown whole. */
const LARGEST_WHOLE = 1.25;
/** At a smaller scale the letters of a drawing are no longer read: it begins at its top left corner instead. */
const SMALLEST_READ = 0.75;
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

/** @returns the view with which a drawing is opened: whole, or its first corner where its letters would be too small */
export function opened(drawing: Size, frame: Size): View {
  const view = whole(drawing, frame);
  if (view.scale >= SMALLEST_READ || frame.width === 0) return view;
  const room = (frame.width - drawing.width * SMALLEST_READ) / 2;
  return { scale: SMALLEST_READ, x: Math.max(MARGIN / 2, room), y: MARGIN / 2 };
}

/** @returns a view in which a part of the page is seen: the same where it is already. @param part in pixels of the frame, as it is shown now */
export function inSight(view: View, part: Size & { x: number; y: number }, frame: Size): View {
  const { x, y, width, height } = part;
  if (x >= 0 && y >= 0 && x + width <= frame.width && y + height <= frame.height) return view;
  return moved(view, frame.width / 2 - (x + width / 2), frame.height / 2 - (y + height / 2));
}
