import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { isFull } from '../../tools/test/suites.ts';
import { walkScreens } from './walk-screens.ts';

// As React mounts it twice in development. A file of its own: it runs beside the others, and with another React.
await vi.hoisted(async () => (await import('#tests/support/jsdom/react-build.ts')).strictReact());
prepareJsdom();

// The editor's walks only find here what those of smaller screens do, and take the longest.
await walkScreens((stem) => isFull || stem !== 'editor', { strict: true });
