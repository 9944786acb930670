/** Widths of the letters of a plain sans-serif face, in thousandths of the font size, from the space on (Helvetica's own table). */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];

/**
 * Computes the width of a text without a browser: the printer sets each text to exactly this width, so that drawings
 * are the same everywhere.
 * @param text one line
 * @param size the font size, in pixels
 * @param isBold bold letters are a little wider
 */
export function textWidth(text: string, size: number, isBold = false): number {
  let width = 0;
  for (const letter of text) width += WIDTHS[(letter.codePointAt(0) ?? 0) - 32] ?? 780;
  return Math.ceil((width * size * (isBold ? 1.08 : 1.02)) / 1000);
}
