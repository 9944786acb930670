import { describe } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { authModel } from './models/auth.model.ts';
import { refreshModel } from './models/refresh.model.ts';
import { authScreen } from './screens/auth.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';
import { refreshScreen } from './screens/refresh.screen.ts';

prepareJsdom();

describe.each([
  ['as it is shipped', false],
  ['as React mounts it twice', true],
])('%s', (_name, strict) => {
  describePaths(authModel, { cover: 'edges', driver: jsdomDriver(authScreen, { strict }) });
  describePaths(refreshModel, { cover: 'edges', driver: jsdomDriver(refreshScreen, { strict }) });
});
