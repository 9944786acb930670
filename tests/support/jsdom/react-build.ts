import { createRequire } from 'node:module';
import type { createElement } from 'react';

/** Selects the React build of a test file. Call it before anything imports React: in `vi.hoisted`, by an `import()` of this file. */

/** React's production build, as shipped. */
export function shippedReact(): void {
  process.env['NODE_ENV'] = 'production';
}

/**
 * React's development build, for StrictMode, except that elements are made as in production. Development's take a stack trace for each element,
 * which is a third of such a walk's time, for the text of warnings that are not read here.
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
