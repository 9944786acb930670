import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { archiveBrowserModel } from './models/archive-browser.model.ts';
import { archiveBrowserScreen } from './screens/archive-browser.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';

// React's production build.
await vi.hoisted(async () => (await import('#tests/support/react-build.ts')).shippedReact());
prepareJsdom();

describePaths(archiveBrowserModel, { cover: 'edges', driver: jsdomDriver(archiveBrowserScreen) });
