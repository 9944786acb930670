import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { walkScreens } from './walk-screens.ts';

// As React mounts it twice in development. A file of its own: it runs beside the others, and with another React.
await vi.hoisted(async () => (await import('#tests/support/jsdom/react-build.ts')).strictReact());
prepareJsdom();

await walkScreens(() => true, { strict: true });
