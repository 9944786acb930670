import type { PeopleAdmin } from '#ui/people/use-people-admin.ts';
import { agoText } from '../shared/age-text.ts';

type PersonEntry = PeopleAdmin['people'][number];

const MINUTE = 60_000;

/** A user's name; without one, the name for signing in. */
export const nameOfPerson = ({ name, username }: Pick<PersonEntry, 'name' | 'username'>): string =>
  name?.trim() || username?.trim() || 'Untitled';

/** Time since their last sign-in. */
export function signInText({ last_sign_in }: Pick<PersonEntry, 'last_sign_in'>): string {
  if (last_sign_in === null) return 'Never signed in';
  return `Signed in ${agoText(Math.floor(Math.max(0, Date.now() - last_sign_in) / MINUTE))}`;
}

/** Facts that lock a user out, now or later. */
export function statusesOf({ disabled, locked, one_time_until }: PersonEntry): string[] {
  const hasEnded = one_time_until !== null && one_time_until <= Date.now();
  return [
    ...(disabled ? ['Disabled'] : []),
    ...(locked ? ['Locked out by failed sign-ins'] : []),
    ...(one_time_until === null ? [] : [hasEnded ? 'One-time password ended' : 'One-time password']),
  ];
}
