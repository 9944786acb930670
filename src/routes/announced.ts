import type { Capability } from '#api/contract/capabilities.ts';
import type { Services } from './screen-route.ts';

/** Whether the host announced a capability when it told who is signed in. */
export const isAnnounced = ({ auth }: Pick<Services, 'auth'>, capability: Capability): boolean =>
  auth?.getSnapshot().context.user?.capabilities.includes(capability) ?? false;
