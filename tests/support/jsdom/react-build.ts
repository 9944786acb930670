import { createRequire } from 'node:module';
import type { createElement } from 'react';

/** Which React a test file renders with. It has to be said before anything imports React: in `vi.hoisted`, by an `import()` of this file. */

/** React as it is shipped: its production build. */
export function shippedReact(): void {
  process.env['NODE_ENV'] = 'production';
}

/**
 * React as StrictMode needs it: its development build, but elements are made as in production. Development's take a stack trace for each element, which is a
 * third of such a walk's time, for the text of warnings that nobody reads here.
 */
export function strictReact(): void {
  const load = createRequire(import.meta.url);
  const own = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  load('react/jsx-runtime');
  const shipped = load('react') as { createElement: typeof createElement };
  delete load.cache[load.resolve('react')];
  process.env['NODE_ENV'] = own;
  Object.assign(load('react') as object, { createElement: shipped.createElement });
}
