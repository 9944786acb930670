import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { editorModel } from './models/editor.model.ts';
import { editorScreen } from './screens/editor.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';

// As React mounts it twice in development. A file of its own: it runs beside the others, and with another React.
await vi.hoisted(async () => (await import('#tests/support/react-build.ts')).strictReact());
prepareJsdom();

describePaths(editorModel, { cover: 'edges', driver: jsdomDriver(editorScreen, { strict: true }) });
