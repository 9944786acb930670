import { type Capability, capabilities } from '#common/calls/capabilities.ts';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import type { Actor } from '#server/domain/access.ts';
import type { Served } from './serve.ts';

const ADMINISTRATORS: readonly string[] = ['administer', 'site'];

/**
 * The capabilities of this host that a caller gets: those that announce no call of their own, and those of which the caller may make a call.
 * @param served the calls of this host
 * @param turnedOff by its operator
 */
export function announcedTo(
  served: readonly Pick<Served, 'access' | 'capability'>[],
  turnedOff: readonly Capability[],
  caller: 'display' | Pick<Actor, 'permission'>,
): Capability[] {
  return Object.values(capabilities).filter((one) => {
    if (turnedOff.includes(one)) return false;
    const needs = served.filter(({ capability }) => capability === one).map(({ access }) => access.needs);
    if (needs.length === 0) return true;
    if (caller === 'display') return needs.includes('display');
    return caller.permission >= ADMIN_PERMISSION || needs.some((level) => !ADMINISTRATORS.includes(level));
  });
}
