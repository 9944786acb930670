import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { isFull } from '../../tools/test/suites.ts';
import { walkScreens } from './walk-screens.ts';

// As React mounts it twice in development. A file of its own: it runs beside the others, and with another React.
await vi.hoisted(async () => (await import('#tests/support/jsdom/react-build.ts')).strictReact());
prepareJsdom();

// The editor's walks take the longest, and detected no fault that was planted in the cleanups of its hooks.
await walkScreens((stem) => isFull || stem !== 'editor', { strict: true });
