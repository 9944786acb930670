import { useSelector } from '@xstate/react';
import type { SessionUser } from '#api/contract/session.ts';
import type { AuthSnapshot } from '#machines/auth.machine.ts';
import { useApp } from './app-context.ts';

/** The specification's three states (section 4, authentication). */
export type AuthStatus = 'loading' | 'unauthenticated' | 'authenticated';

const statusOfSession = (snapshot: AuthSnapshot): AuthStatus =>
  snapshot.hasTag('authenticated') ? 'authenticated' : snapshot.hasTag('loading') ? 'loading' : 'unauthenticated';
const userOf = (snapshot: AuthSnapshot): SessionUser | null => snapshot.context.user;
const isLoggingOut = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('busy');

/** Who is signed in, and signing out. */
export function useAuth() {
  const { auth } = useApp().root.getSnapshot().children;
  if (!auth) throw new Error('The root actor has to be started before the first screen.');
  const status = useSelector(auth, statusOfSession);
  const user = useSelector(auth, userOf);
  const loggingOut = useSelector(auth, isLoggingOut);
  return {
    status,
    user: status === 'authenticated' ? user : null,
    loggingOut,
    logOut: () => auth.send({ type: 'logout.requested' }),
  };
}

/** Section 6: with no user the check is always false. */
export function hasPermission(user: SessionUser | null, required: number): boolean {
  return user !== null && user.permission >= required;
}
