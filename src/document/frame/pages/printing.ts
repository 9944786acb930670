import { FRAME_LIMITS } from '../limits.ts';
import { ownDocument } from '../own.ts';
import { printNote } from '../style.ts';

/**
 * Prints with images loaded.
 * @param note a line at the top of the paper, such as that a draft was not submitted
 * @param prepare makes the document ready for the paper
 */
export async function printPage(note: string | null, prepare: () => void): Promise<void> {
  const images = ownDocument.images;
  await new Promise<void>((resolve) => {
    let left = images.length;
    const count = (): void => {
      left -= 1;
      if (left <= 0) resolve();
    };
    if (left === 0) resolve();
    setTimeout(resolve, FRAME_LIMITS.images);
    for (const image of images) {
      // A lazy image that was never visible would be missing on paper.
      image.loading = 'eager';
      image.decode().then(count, count);
    }
  });
  if (note !== null) ownDocument.adoptedStyleSheets.push(printNote(note));
  prepare();
  window.print();
}
