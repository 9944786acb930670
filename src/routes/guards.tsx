import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { paths } from '#config/paths.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import type { RedirectedState } from '#ui/session/redirected.ts';
import { RouteBoundary } from './boundary.tsx';
import { type LazyScreens, DUE_SCREEN } from './lazy-screens.ts';
import { prefetchWhenIdle } from './prefetch.ts';
import { Verifying } from '#ui/app/verifying.tsx';

/** The access rule: every route but /login and /signup needs a signed-in user. @param screens screens to prefetch for them */
export function RequireSession({ screens }: { screens: LazyScreens }) {
  const { status, isDue } = useAuth();
  const due = screens.get(DUE_SCREEN);
  useEffect(() => (status === 'authenticated' ? prefetchWhenIdle(screens) : undefined), [screens, status]);
  if (status === 'loading') return <Verifying />;
  if (status === 'unauthenticated') {
    // The address bar's location, not the rendered page's: a logout has already left that page, so it must not be the target after signing in.
    const { pathname, search, hash } = window.location;
    const state: RedirectedState = { from: `${pathname}${search}${hash}` };
    // The change of address is rendered later: without content, an empty page would be painted in between.
    return (
      <>
        <Verifying />
        <Navigate to={paths.login()} replace state={state} />
      </>
    );
  }
  // Shown in place of the requested screen, which follows once that is done.
  if (isDue && due) {
    return (
      <RouteBoundary onError={() => due.forgetFailure?.()}>
        <due.Screen />
      </RouteBoundary>
    );
  }
  return <Outlet />;
}
