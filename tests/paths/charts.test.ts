import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MOST_WIDTH } from '../../tools/charts/drawings.ts';
import { run } from './run-script.ts';

describe('npm run charts', () => {
  // Half a minute where nothing else runs, beside the other files: every chart is explored and drawn.
  it('finds the drawings current, which also says that they are the same each time', () => {
    expect(run('charts', '--check')).toMatchObject({ status: 0, complaint: '' });
  });

  it('draws nothing so wide that its letters cannot be read on a page', () => {
    const drawings = globSync('docs/statecharts/*.svg');
    const widthOf = (file: string): number => Number(/viewBox="0 0 (\d+)/.exec(readFileSync(file, 'utf8'))?.[1]);
    expect(drawings.length).toBeGreaterThan(0);
    expect(drawings.filter((file) => !(widthOf(file) <= MOST_WIDTH))).toEqual([]);
  });
});
