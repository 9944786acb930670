import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { editorModel } from './models/editor.model.ts';
import { editorScreen } from './screens/editor.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';

// React's production build.
await vi.hoisted(async () => (await import('#tests/support/react-build.ts')).shippedReact());
prepareJsdom();

describePaths(editorModel, { cover: 'edges', driver: jsdomDriver(editorScreen) });
