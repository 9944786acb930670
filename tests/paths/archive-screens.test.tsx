import { describe } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { archiveBrowserModel } from './models/archive-browser.model.ts';
import { archiveBrowserScreen } from './screens/archive-browser.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';

prepareJsdom();

describe.each([
  ['as it is shipped', false],
  ['as React mounts it twice', true],
])('%s', (_name, strict) => {
  describePaths(archiveBrowserModel, { cover: 'edges', driver: jsdomDriver(archiveBrowserScreen, { strict }) });
});
