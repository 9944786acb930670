import { DueScreen } from '#ui/account/due.tsx';
import { passwordChange } from './password.ts';
import { screenRouteWithParts } from '../screen-route.ts';
import { secondFactor } from './second-factor.ts';

/** The duty of a person before anything else. It has no address: it stands in the place of any page. */
export const due = screenRouteWithParts(DueScreen, passwordChange, (services) => ({ factor: secondFactor(services) }));
