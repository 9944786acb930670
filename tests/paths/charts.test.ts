import { describe, expect, it } from 'vitest';
import { run } from './run-script.ts';

describe('npm run charts', () => {
  // Half a minute where nothing else runs, beside the other files: every chart is explored and drawn.
  it('finds the drawings current, which also says that they are the same each time', () => {
    expect(run('charts', '--check')).toMatchObject({ status: 0, complaint: '' });
  });
});
