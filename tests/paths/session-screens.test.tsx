import { describe } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { authModel } from './models/auth.model.ts';
import { authScreen } from './screens/auth.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';

prepareJsdom();

describe.each([
  ['as it is shipped', false],
  ['as React mounts it twice', true],
])('%s', (_name, strict) => {
  describePaths(authModel, { cover: 'edges', driver: jsdomDriver(authScreen, { strict }) });
});
