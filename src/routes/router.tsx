import { Route, Routes } from 'react-router-dom';
import { screens as places, type Surroundings } from '#config/paths.ts';
import { AppShell, BareShell } from '#ui/app/shell.tsx';
import { NotFoundScreen } from '#ui/app/not-found.tsx';
import { Arrival } from './arrival.tsx';
import { RouteBoundary } from './boundary.tsx';
import { RequireSession } from './guards.tsx';
import { LOGOUT, type LazyScreen, type LazyScreens, QUICK_OPEN } from './lazy-screens.ts';

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
        <Route element={<BareShell quickOpen={screens.get(QUICK_OPEN)} />}>
          <Route element={guard}>{routesIn('bare')}</Route>
          {routesIn('unattended')}
        </Route>
      </Routes>
      <Arrival />
    </>
  );
}
