import { describe } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { editorModel } from './models/editor.model.ts';
import { editorScreen } from './screens/editor.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';

prepareJsdom();

describe.each([
  ['as it is shipped', false],
  ['as React mounts it twice', true],
])('%s', (_name, strict) => {
  describePaths(editorModel, {
    cover: 'edges',
    driver: jsdomDriver(editorScreen, { strict }),
    // The way to the other start leads through a lost session and a sign-in, whose own walks are made twice elsewhere.
    only: ({ start }) => !strict || start !== 'a saved document, after a lost session',
  });
});
