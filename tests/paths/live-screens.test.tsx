import { describe } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { eventStreamModel } from './models/event-stream.model.ts';
import { liveArchiveModel } from './models/live-archive.model.ts';
import { eventStreamScreen } from './screens/event-stream.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';
import { liveArchiveScreen } from './screens/live-archive.screen.ts';

prepareJsdom();

describe.each([
  ['as it is shipped', false],
  ['as React mounts it twice', true],
])('%s', (_name, strict) => {
  describePaths(eventStreamModel, { cover: 'edges', driver: jsdomDriver(eventStreamScreen, { strict }) });
  describePaths(liveArchiveModel, { cover: 'edges', driver: jsdomDriver(liveArchiveScreen, { strict }) });
});
