import type { capabilities } from '#api/contract/capabilities.ts';
import type { Services } from './screen-route.ts';

type Capability = (typeof capabilities)[keyof typeof capabilities];

/** Whether the host announced a capability when it told who is signed in. */
export const isAnnounced = ({ auth }: Pick<Services, 'auth'>, capability: Capability): boolean =>
  auth?.getSnapshot().context.user?.capabilities.includes(capability) ?? false;
