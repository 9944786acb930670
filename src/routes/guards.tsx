import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '#config/paths.ts';
import { useApp } from '#ui/hooks/app-context.ts';
import { useAuth } from '#ui/hooks/use-auth.ts';
import type { RedirectedState } from '#ui/screens/shared/redirected.ts';
import { prefetchScreensWhenIdle } from './prefetch.ts';
import { Verifying } from '#ui/screens/shared/verifying.tsx';

/** Section 2, access rule: every route but /login and /signup needs a signed-in person. */
export function RequireSession() {
  const { status } = useAuth();
  const app = useApp();
  const { pathname, search, hash } = useLocation();
  useEffect(() => (status === 'authenticated' ? prefetchScreensWhenIdle(app) : undefined), [app, status]);
  if (status === 'loading') return <Verifying />;
  if (status === 'unauthenticated') {
    const state: RedirectedState = { from: `${pathname}${search}${hash}` };
    return <Navigate to={paths.login()} replace state={state} />;
  }
  return <Outlet />;
}
