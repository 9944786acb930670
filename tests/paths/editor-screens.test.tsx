import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { editorModel } from './models/editor.model.ts';
import { editorScreen } from './screens/editor.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';

prepareJsdom();

describePaths(editorModel, { cover: 'edges', driver: jsdomDriver(editorScreen) });
