import type { Capability } from '#common/config/capabilities.ts';
import type { Services } from './screen-route.ts';

/** True if the host announced a capability with the session. */
export const isAnnounced = ({ auth }: Pick<Services, 'auth'>, capability: Capability): boolean =>
  auth?.getSnapshot().context.user?.capabilities.includes(capability) ?? false;
