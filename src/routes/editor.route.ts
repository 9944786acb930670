import { routePatterns } from '#config/paths.ts';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './screen-route.ts';

export const route: ScreenRoute = {
  addresses: { [routePatterns.form]: ['/v1/templates/$1?html=true'] },
  // A first save changes the address under somebody who is typing: the editor and its actor stay.
  below: { [routePatterns.wip]: ['/v1/wips/$2?html=true'] },
  surroundings: 'protected',
  Screen: lazyScreen(() => import('#ui/screens/editor/editor.tsx'), 'EditorScreen'),
};
