import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chartFiles } from '../../tools/charts/files.ts';
import { inFull } from '../../tools/test/suites.ts';
import { entries } from './registry.ts';
import { run } from './run-script.ts';

const FOLDER = 'docs/statecharts';

/** The width from which on letters of 11 px are smaller than 7 px on a page of 830 px. */
const MOST_WIDTH = 1_304;

type Point = { x: number; y: number };
type Area = { from: Point; to: Point };

const areaOf = (rect: string): Area => {
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(new RegExp(` ${name}="([\\d.]+)"`).exec(rect)?.[1]),
  );
  return { from: { x, y }, to: { x: x + width, y: y + height } };
};
/** True if two areas share more than a pixel of their borders. */
const areMet = (one: Area, other: Area): boolean =>
  one.to.x > other.from.x + 1 &&
  one.from.x < other.to.x - 1 &&
  one.to.y > other.from.y + 1 &&
  one.from.y < other.to.y - 1;
const isWithin = ({ from, to }: Area, outer: Area): boolean =>
  from.x >= outer.from.x && from.y >= outer.from.y && to.x <= outer.to.x && to.y <= outer.to.y;

/** The straight parts of an arrow's line, whose corners are rounded. */
function linesOf(path: string): Area[] {
  const numbers = path.match(/[\d.]+ [\d.]+/g)?.map((pair) => pair.split(' ').map(Number)) ?? [];
  const points = numbers.map(([x = 0, y = 0]) => ({ x, y }));
  return points.slice(1).map((to, at) => {
    const from = points[at] ?? to;
    return {
      from: { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) },
      to: { x: Math.max(from.x, to.x), y: Math.max(from.y, to.y) },
    };
  });
}

/** Places of a drawing that are hard to read, in words. */
function faultsOf(drawing: string): string[] {
  const all = [...drawing.matchAll(/<rect [^>]*rx="(?:8|12)"[^>]*>/g)].map(([rect]) => areaOf(rect));
  const boxes = all.filter((box) => !all.some((other) => other !== box && isWithin(other, box)));
  const arrows = [...drawing.matchAll(/<title>([^<]*)<\/title><path d="([^"]*)"[^>]*stroke-width="9"/g)].map(
    ([, title = '', path = '']) => ({ title, lines: linesOf(path) }),
  );
  const labels = [...drawing.matchAll(/<title>([^<]*)<\/title>(<rect [^>]*fill-opacity="0.94"[^>]*>)/g)].map(
    ([, title = '', rect = '']) => ({ title, area: areaOf(rect) }),
  );
  const amountOf = (part: string): number => drawing.split(part).length - 1;
  expect([boxes.length > 0, arrows.length, labels.length]).toEqual([true, amountOf('marker-end'), amountOf('="0.94"')]);
  const isCrossed = (area: Area, { lines }: (typeof arrows)[number]): boolean =>
    lines.some((line) => areMet(line, area));
  return [
    ...arrows
      .filter((arrow) => boxes.some((box) => isCrossed(box, arrow)))
      .map(({ title }) => `${title}: through a box`),
    ...labels.flatMap(({ title, area }, at) => [
      ...(boxes.some((box) => areMet(area, box)) ? [`${title}: its words on a box`] : []),
      ...(labels.slice(0, at).some((label) => areMet(area, label.area)) ? [`${title}: its words on others`] : []),
      // Also where arrows cross each other: one of them is another's.
      ...arrows
        .filter((arrow) => arrow.title !== title && isCrossed(area, arrow))
        .map((arrow) => `${title}: its words on ${arrow.title}`),
    ]),
  ];
}

describe('docs/statecharts', () => {
  inFull(it)('is current as npm run charts -- --check says, which explores each chart once more', () => {
    expect(run('charts', '--check')).toMatchObject({ status: 0, complaint: '' });
  });

  it("is current: run npm run charts. Each machine's own test compares its paths", async () => {
    const files = await chartFiles(await entries());
    const isCurrent = (name: string, text: string): boolean => {
      const written = existsSync(`${FOLDER}/${name}`) ? readFileSync(`${FOLDER}/${name}`, 'utf8') : '';
      return name === 'README.md' || name.endsWith('.svg')
        ? written === text
        : written.startsWith(`${text}\n\n## Paths\n`);
    };
    expect([...files].filter(([name, text]) => !isCurrent(name, text)).map(([name]) => name)).toEqual([]);
    expect(globSync('*.{md,svg}', { cwd: FOLDER }).toSorted()).toEqual(
      [...files.keys(), 'planted-faults.md'].toSorted(),
    );
  });

  it('draws nothing so wide that its letters cannot be read on a page', () => {
    const drawings = globSync(`${FOLDER}/*.svg`);
    const widthOf = (file: string): number => Number(/viewBox="0 0 (\d+)/.exec(readFileSync(file, 'utf8'))?.[1]);
    expect(drawings.length).toBeGreaterThan(0);
    expect(drawings.filter((file) => !(widthOf(file) <= MOST_WIDTH))).toEqual([]);
  });

  it('draws no arrow through a box, and no words on a box, on other words, or on another arrow', () => {
    const faults = globSync(`${FOLDER}/*.svg`).flatMap((file) =>
      readFileSync(file, 'utf8')
        .split(/<g transform="translate\(0 \d+\)">\n(?=<text x="14" y="22")/)
        .slice(1)
        .flatMap((drawing) => faultsOf(drawing).map((fault) => `${file}: ${fault}`)),
    );
    expect(faults).toEqual([]);
  });
});
