import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { walkScreens } from './walk-screens.ts';

// React's production build.
await vi.hoisted(async () => (await import('#tests/support/jsdom/react-build.ts')).shippedReact());
prepareJsdom();

await walkScreens((stem) => stem === 'editor');
