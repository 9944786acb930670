import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { paths } from '#config/paths.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import type { RedirectedState } from '#ui/session/redirected.ts';
import { RouteBoundary } from './boundary.tsx';
import { type LazyScreens, DUE_SCREEN } from './lazy-screens.ts';
import { prefetchWhenIdle } from './prefetch.ts';
import { Verifying } from '#ui/app/verifying.tsx';

/** The access rule: every route but /login and /signup needs a user who is signed in. @param screens are fetched ahead for them */
export function RequireSession({ screens }: { screens: LazyScreens }) {
  const { status, isDue } = useAuth();
  const due = screens.get(DUE_SCREEN);
  useEffect(() => (status === 'authenticated' ? prefetchWhenIdle(screens) : undefined), [screens, status]);
  if (status === 'loading') return <Verifying />;
  if (status === 'unauthenticated') {
    // The address bar's: a logout has left the page that is drawn, and nobody is led back there.
    const { pathname, search, hash } = window.location;
    const state: RedirectedState = { from: `${pathname}${search}${hash}` };
    // The change of address is drawn later than this: without something to show, an empty page would be painted in between.
    return (
      <>
        <Verifying />
        <Navigate to={paths.login()} replace state={state} />
      </>
    );
  }
  // In the place of what was wanted, which is there once that is done.
  if (isDue && due) {
    return (
      <RouteBoundary onError={() => due.forgetFailure?.()}>
        <due.Screen />
      </RouteBoundary>
    );
  }
  return <Outlet />;
}
