import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';

function colour(token: string, theme: Theme): string {
  const pair = new RegExp(`--color-${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css);
  const value = pair?.[theme === 'light' ? 1 : 2];
  if (value === undefined) throw new Error(`tokens.css has no light-dark() pair of hex colours for --color-${token}`);
  return value;
}

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const lights = [luminance(colour(one, theme)), luminance(colour(other, theme))];
  const [high, low] = [Math.max(...lights), Math.min(...lights)];
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['bg', 'surface', 'raised', 'sunken'];
const SOFT = ['accent-soft', 'danger-soft', 'warning-soft', 'success-soft'];

/** [foreground, background, minimum contrast]: every pair that a primitive draws. */
const pairs: ReadonlyArray<readonly [string, string, number]> = [
  // Words. AAA for ink on grounds: the dashboards are read from three metres.
  ...GROUNDS.flatMap((ground) => [['text', ground, 7] as const, ['text-muted', ground, 7] as const]),
  ...[...GROUNDS, 'accent-soft'].map((ground) => ['accent-text', ground, 4.5] as const),
  ...[...GROUNDS, 'danger-soft'].map((ground) => ['danger-text', ground, 4.5] as const),
  ['warning-text', 'warning-soft', 7],
  ['warning-text', 'bg', 4.5],
  ['warning-text', 'surface', 4.5],
  ['success-text', 'success-soft', 7],
  ['text', 'accent-soft', 7],
  ['text-muted', 'accent-soft', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-danger', 'danger', 4.5],
  ['on-danger', 'danger-hover', 4.5],
  ['bg', 'text', 7],
  // Edges, marks and the focus ring.
  ...GROUNDS.flatMap((ground) => [
    ['boundary', ground, 3] as const,
    ['accent', ground, 3] as const,
    ['danger', ground, 3] as const,
  ]),
  ...[...GROUNDS, ...SOFT].map((ground) => ['focus', ground, 3] as const),
  ['accent', 'accent-soft', 3],
  ['danger', 'danger-soft', 3],
  ['warning', 'warning-soft', 3],
  ['success', 'success-soft', 3],
];

test.each<Theme>(['light', 'dark'])('every pair of colours in use has its contrast in the %s theme', (theme) => {
  const tooClose = pairs
    .map(([front, ground, least]) => ({ front, ground, least, is: contrast(front, ground, theme) }))
    .filter(({ is, least }) => is < least)
    .map(({ front, ground, least, is }) => `${front} on ${ground}: ${is.toFixed(2)}, needs ${least}`);
  expect(tooClose).toEqual([]);
});

test('no stylesheet names a colour of its own', () => {
  const folder = new URL('.', import.meta.url).pathname;
  const offenders = globSync('**/*.css', { cwd: folder })
    .filter((file) => file !== 'tokens.css')
    .filter((file) =>
      /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
    );
  expect(offenders).toEqual([]);
});
