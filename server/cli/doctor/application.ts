import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Examiner } from './finding.ts';

/** The built application, and the settings with which a server would start. */
export const examineApplication: Examiner = ({ settings }, note) => {
  if (existsSync(join(settings.dist, 'index.html'))) note('ok', 'the application is built');
  else note('problem', `the application is not built: ${settings.dist} has no index.html. Run: npm run build`);
  for (const warning of settings.warnings) note('warning', warning);
};
