import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OutsideExaminer } from './finding.ts';

/** The built application. */
export const examineApplication: OutsideExaminer = ({ settings }, note) => {
  if (existsSync(join(settings.dist, 'index.html'))) note('ok', 'the application is built');
  else note('problem', `the application is not built: ${settings.dist} has no index.html. Run: npm run build`);
};
