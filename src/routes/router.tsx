import { Route, Routes, Navigate, Outlet } from 'react-router-dom';
import { useEffect } from 'react';
import { screens as places, type Surroundings, paths } from '#common/config/paths.ts';
import { AppShell } from '#ui/app/shell.tsx';
import { NotFoundScreen } from '#ui/app/not-found.tsx';
import { Arrival } from './arrival.tsx';
import { RouteBoundary } from './boundary.tsx';
import { LOGOUT, type LazyScreen, type LazyScreens, QUICK_OPEN, DUE_SCREEN } from './lazy-screens.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import type { RedirectedState } from '#ui/session/redirected.ts';
import { prefetchWhenIdle } from './prefetch.ts';
import { Verifying } from '#ui/app/verifying.tsx';

/** The routes of one screen. Addresses below its first one are the router's children of it: the screen is rendered for both. */
function routesOf(name: string, { Screen, ...screen }: LazyScreen) {
  const { addresses = {}, below = {} } = places[name] ?? {};
  const element = (
    <RouteBoundary onError={() => screen.forgetFailure?.()}>
      <Screen />
    </RouteBoundary>
  );
  const children = Object.keys(below).map((pattern) => <Route key={pattern} path={pattern} element={null} />);
  return Object.keys(addresses).map((pattern) => (
    <Route key={`${name} ${pattern}`} path={pattern} element={element}>
      {children.length > 0 && <Route index element={null} />}
      {children}
    </Route>
  ));
}

/** The access rule: every route but /login and /signup needs a signed-in user. @param screens screens to prefetch for them */
function RequireSession({ screens }: { screens: LazyScreens }) {
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

/** The whole tree. @param screens as made by `createScreens` */
export function AppRoutes({ screens }: { screens: LazyScreens }) {
  const routesIn = (...surroundings: Surroundings[]) =>
    [...screens].flatMap(([name, screen]) =>
      places[name] && surroundings.includes(places[name].surroundings) ? routesOf(name, screen) : [],
    );
  const guard = <RequireSession screens={screens} />;
  return (
    <>
      <Routes>
        <Route element={<AppShell Logout={screens.get(LOGOUT)?.Screen} quickOpen={screens.get(QUICK_OPEN)} />}>
          {routesIn('login', 'open')}
          <Route element={guard}>{routesIn('protected')}</Route>
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
        {/* Another key: what is open over a screen of the other kind closes with it. */}
        <Route element={<AppShell key="bare" isBare quickOpen={screens.get(QUICK_OPEN)} />}>
          <Route element={guard}>{routesIn('bare')}</Route>
          {routesIn('unattended')}
        </Route>
      </Routes>
      <Arrival />
    </>
  );
}
