import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { eventStreamModel } from './models/event-stream.model.ts';
import { liveArchiveModel } from './models/live-archive.model.ts';
import { eventStreamScreen } from './screens/event-stream.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';
import { liveArchiveScreen } from './screens/live-archive.screen.ts';

// React's production build.
await vi.hoisted(async () => (await import('#tests/support/react-build.ts')).shippedReact());
prepareJsdom();

describePaths(eventStreamModel, { cover: 'edges', driver: jsdomDriver(eventStreamScreen) });
describePaths(liveArchiveModel, { cover: 'edges', driver: jsdomDriver(liveArchiveScreen) });
