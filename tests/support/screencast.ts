import type { Page } from 'playwright-core';

/** Colour of the document's margin at one moment. */
type Colour = 'red' | 'lime' | 'white' | 'other';

/**
 * Records a page frame by frame during an action.
 * @param act the action
 * @returns one colour for each frame that the browser drew, taken from the right margin of the document, which has no text
 */
export async function colourTimeline(page: Page, act: () => Promise<void>): Promise<Colour[]> {
  const client = await page.context().newCDPSession(page);
  const shots: { data: string; at: number }[] = [];
  client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    shots.push({ data, at: metadata.timestamp ?? 0 });
    // The last one may arrive after the end of the session.
    client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  // A quarter as wide and as high: encoding whole pictures takes a machine longer than drawing them.
  await client.send('Page.startScreencast', { format: 'png', everyNthFrame: 1, maxWidth: 320, maxHeight: 180 });
  await act();
  await page.waitForTimeout(300);
  await client.send('Page.stopScreencast');
  await client.detach();
  // Each is encoded separately: a later one may arrive first.
  const images = shots.toSorted((a, b) => a.at - b.at).map(({ data }) => data);
  const reader = await page.context().browser()?.newPage();
  if (!reader) return [];
  const colours = await reader.evaluate(async (encoded) => {
    const found: Colour[] = [];
    for (const image of encoded) {
      const blob = new Blob([Uint8Array.from(atob(image), (character) => character.charCodeAt(0))]);
      // oxlint-disable-next-line no-await-in-loop -- in their order
      const bitmap = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const [r = 0, g = 0, b = 0] = context?.getImageData(bitmap.width - 10, 15, 1, 1).data ?? [];
      const isHigh = [r, g, b].map((part) => part > 200);
      const isLow = [r, g, b].map((part) => part < 60);
      if (isHigh.every(Boolean)) found.push('white');
      else if (isHigh[0] && isLow[1] && isLow[2]) found.push('red');
      else if (isHigh[1] && isLow[0] && isLow[2]) found.push('lime');
      else found.push('other');
    }
    return found;
  }, images);
  await reader.close();
  return colours;
}
