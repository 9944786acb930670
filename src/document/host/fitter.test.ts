import { expect, it } from 'vitest';

import { Fitter } from './fitter.ts';
import type { Frame } from './frame.ts';
import type { ToFrame } from './protocol.ts';

type Box = { width: number; height: number };

/** Creates a fitter over a frame whose document has in each box the size that `lie` returns. */
function fitterOf(lie: (frame: Box) => Box, text = 16) {
  let size: Box = { width: 0, height: 0 };
  let asked = 0;
  const frame = {
    size: (next: Box | null) => (size = next ?? size),
    post(message: ToFrame) {
      if (message.type !== 'measure') return;
      asked += 1;
      const { no, width, height } = message;
      const { width: wide, height: high } = lie({ width, height });
      queueMicrotask(() => {
        fitter.receive({
          type: 'measured',
          no,
          isSized: true,
          width: wide,
          height: Math.max(high, height),
          used: high,
          text,
          pages: [[0, 0]],
        });
      });
    },
  };
  const fitter = new Fitter(frame as unknown as Frame);
  return { fitter, size: () => size, asked: () => asked };
}

it('makes a document smaller until all of its width is seen, also where its text runs another way then', async () => {
  // A layout of 30 columns of text written from top to bottom: fewer lines in a column make more columns.
  const lie = ({ width, height }: Box): Box => ({ width: Math.max(width, height < 500 ? 1_036 : 1_064), height });
  const { fitter, size } = fitterOf(lie);
  await fitter.fit({ width: 1_896, height: 984, text: 33 }, null);
  expect(lie(size()).width).toBe(size().width);
});

/** Heights of documents as wide as their frame, with text of 16 pixels or another size. */
const LAYOUTS: [what: string, high: (width: number) => number, text?: number][] = [
  ['a line', () => 60],
  ['a few lines', () => 190],
  ['rows of one height', () => 400],
  ['text', (width) => 20 * Math.ceil(9_000 / width)],
  ['rows over text', (width) => 220 + 20 * Math.ceil(5_000 / width)],
  ['large rows', () => 340, 30],
  ['small text', (width) => 12 * Math.ceil(6_000 / width), 10],
  ['columns beside each other where there is room', (width) => (width < 700 ? 420 : 210)],
  ['a column that becomes two', (width) => 100 + (width < 500 ? 2 : 1) * 20 * Math.ceil(4_000 / width)],
];
const ROOMS = [
  [1_416, 1_000, 33],
  [2_832, 2_016, 66],
  [464, 1_000, 33],
  [1_056, 1_180, 33],
].map(([width = 0, height = 0, text = 0]) => ({ width, height, text }));

it.each(LAYOUTS)('fits %s by three measurements at most, nearly as large as it can be', async (_what, high, text) => {
  for (const room of ROOMS) {
    const isWhole = (scale: number): boolean => high(Math.round(room.width / scale)) <= Math.round(room.height / scale);
    const { fitter, size, asked } = fitterOf(({ width }) => ({ width, height: high(width) }), text);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    await fitter.fit(room, null);
    expect(asked()).toBeLessThanOrEqual(3);
    const scale = fitter.scale ?? 0;
    // Otherwise it has pages, at a readable scale.
    if (!isWhole(room.text / (text ?? 16))) continue;
    expect(high(size().width)).toBeLessThanOrEqual(size().height);
    let best = (3 * room.text) / 33;
    while (!isWhole(best)) best /= 1.01;
    expect(scale / best).toBeGreaterThan(0.85);
    // A newer one of the same size is measured once, or twice if it can be larger.
    const before = asked();
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    await fitter.fit(room, scale);
    expect(asked() - before).toBeLessThanOrEqual(3);
    expect(fitter.scale).toBeGreaterThanOrEqual(scale);
  }
});
