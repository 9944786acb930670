import { FRAME_LIMITS } from '../limits.ts';
import { ownDocument } from '../own.ts';
import { inside } from '../realm.ts';
import { printFoot, printNote } from '../style.ts';
import type { PrintFoot } from '#document/host/protocol.ts';

type Sheet = { note: string | null; foot?: PrintFoot | null };

/**
 * Prints with images loaded.
 * @param sheet `note`: a line at the top of the paper, such as that a draft was not submitted; `foot`: at its end
 * @param prepare makes the document ready for the paper
 */
export async function printPage({ note, foot = null }: Sheet, prepare: () => void): Promise<void> {
  const images = Promise.allSettled(
    [...ownDocument.images].map((image) => {
      // A lazy image that was never visible would be missing on paper.
      image.loading = 'eager';
      return image.decode();
    }),
  );
  await Promise.race([images, new Promise((resolve) => setTimeout(resolve, FRAME_LIMITS.images))]);
  if (note !== null) ownDocument.adoptedStyleSheets.push(printNote(note));
  if (foot !== null) ownDocument.adoptedStyleSheets.push(printFoot(foot));
  inside(prepare)(undefined);
  window.print();
}
