import { DueScreen } from '#ui/account/due.tsx';
import { passwordChange } from './password.ts';
import { screenRouteWithParts } from '../screen-route.ts';
import { secondFactor } from './second-factor.ts';

/** The action required of a user before anything else. It has no address: it replaces any page. */
export const due = screenRouteWithParts(DueScreen, passwordChange, (services) => ({ factor: secondFactor(services) }));
