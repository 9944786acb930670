import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { authModel } from './models/auth.model.ts';
import { refreshModel } from './models/refresh.model.ts';
import { authScreen } from './screens/auth.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';
import { refreshScreen } from './screens/refresh.screen.ts';

// React's production build.
await vi.hoisted(async () => (await import('#tests/support/react-build.ts')).shippedReact());
prepareJsdom();

describePaths(authModel, { cover: 'edges', driver: jsdomDriver(authScreen) });
describePaths(refreshModel, { cover: 'edges', driver: jsdomDriver(refreshScreen) });
