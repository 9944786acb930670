import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chartFiles } from '../../tools/charts/files.ts';
import { inFull } from '../../tools/test/suites.ts';
import { entries } from './registry.ts';
import { run } from './run-script.ts';

const FOLDER = 'docs/statecharts';

/** The width from which on letters of 11 px are smaller than 7 px on a page of 850 px. */
const MOST_WIDTH = 1_336;

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
});
