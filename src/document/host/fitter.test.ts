import { expect, it } from 'vitest';

import { Fitter } from './fitter.ts';
import type { Frame } from './frame.ts';
import type { ToFrame } from './protocol.ts';

type Box = { width: number; height: number };

/** Creates a fitter over a frame whose document has in each box the size that `lie` returns. */
function fitterOf(lie: (frame: Box) => Box): { fitter: Fitter; size: () => Box } {
  let size: Box = { width: 0, height: 0 };
  const frame = {
    size: (next: Box | null) => (size = next ?? size),
    post(message: ToFrame) {
      if (message.type !== 'measure') return;
      const { no, width, height } = message;
      const { width: wide, height: high } = lie({ width, height });
      queueMicrotask(() => {
        fitter.receive({
          type: 'measured',
          no,
          isSized: true,
          width: wide,
          height: high,
          used: high,
          text: 16,
          pages: [[0, 0]],
        });
      });
    },
  };
  const fitter = new Fitter(frame as unknown as Frame);
  return { fitter, size: () => size };
}

it('makes a document smaller until all of its width is seen, also where its text runs another way then', async () => {
  // A layout of 30 columns of text written from top to bottom: fewer lines in a column make more columns.
  const lie = ({ width, height }: Box): Box => ({ width: Math.max(width, height < 500 ? 1_036 : 1_064), height });
  const { fitter, size } = fitterOf(lie);
  await fitter.fit({ width: 1_896, height: 984, text: 33 }, null);
  expect(lie(size()).width).toBe(size().width);
});
