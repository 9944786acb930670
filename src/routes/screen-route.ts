import type { ComponentType } from 'react';
import type { LazyScreen } from './lazy-screen.ts';

/**
 * What stands around a screen, and who may see it: `login` and `open` have the navigation bar and are for everybody, `protected` has the bar and needs a
 * session, `bare` needs a session and has the whole window to itself.
 */
export type Surroundings = 'login' | 'open' | 'protected' | 'bare';

/**
 * Addresses, as the router writes them (`config/paths.ts`), each with the GETs that the screen makes first there; `$1` stands for the first parameter of the
 * address. The page's script sends them before the application is there (`page-script.ts`). One that differs from the screen's own call is sent for nothing.
 */
type Addresses = Readonly<Record<string, readonly string[]>>;

/** All that the routes know of a screen. Each file `<screen>.route.ts` exports one as `route`. */
export type ScreenRoute = {
  /** Where the screen is shown. At each address it begins anew. */
  addresses: Addresses;
  /** Addresses that go on from the first one, and keep the screen as it stands there. */
  below?: Addresses;
  surroundings: Surroundings;
  /** The screen itself; all but the sign-in come in a file of their own. */
  Screen: LazyScreen | ComponentType;
};

/** Every screen, by its file. */
export const screenRoutes = import.meta.glob<ScreenRoute>('./*.route.ts', { eager: true, import: 'route' });
