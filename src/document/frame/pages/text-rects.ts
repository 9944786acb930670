import { type Rect, meets } from '../free-room.ts';
import { FRAME_LIMITS } from '../limits.ts';
import { ownDocument } from '../own.ts';

const CONTROLS = 'input,textarea,select,button';

/** Rectangles of the document's text near one of these places: each of its lines, and the content of controls. */
export function textRects(places: readonly Rect[]): Rect[] {
  const rects: Rect[] = [];
  const zone = {
    left: Math.min(...places.map(({ left }) => left)),
    top: Math.min(...places.map(({ top }) => top)),
    right: Math.max(...places.map(({ right }) => right)),
    bottom: Math.max(...places.map(({ bottom }) => bottom)),
  };
  const note = (rect: Rect): void => {
    if (rect.right > rect.left && rect.bottom > rect.top && meets(rect, zone)) rects.push(rect);
  };
  for (const control of ownDocument.querySelectorAll(CONTROLS)) note(contentOf(control));
  const texts = ownDocument.createTreeWalker(ownDocument.documentElement, NodeFilter.SHOW_TEXT);
  const range = ownDocument.createRange();
  for (let count = 0; texts.nextNode() && count < FRAME_LIMITS.lines; count += 1) {
    const { currentNode: node } = texts;
    const text = node.nodeValue ?? '';
    const length = text.trimEnd().length;
    if (length === 0) continue;
    // A blank is no text that could be covered.
    range.setStart(node, text.length - text.trimStart().length);
    range.setEnd(node, length);
    for (const line of range.getClientRects()) note(line);
  }
  return rects;
}

/** The box within a control's border and padding; a box to tick has none. */
function contentOf(control: Element): Rect {
  const rect = control.getBoundingClientRect();
  const style = getComputedStyle(control);
  const edge = (side: 'Top' | 'Right' | 'Bottom' | 'Left'): number =>
    Number.parseFloat(style[`border${side}Width`]) + Number.parseFloat(style[`padding${side}`]);
  return {
    left: rect.left + edge('Left'),
    top: rect.top + edge('Top'),
    right: rect.right - edge('Right'),
    bottom: rect.bottom - edge('Bottom'),
  };
}
