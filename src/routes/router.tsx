import { Route, Routes } from 'react-router-dom';
import { AppShell, BareShell } from '#ui/screens/shared/shell.tsx';
import { NotFoundScreen } from '#ui/screens/not-found.tsx';
import { Arrival } from './arrival.tsx';
import { RouteBoundary } from './boundary.tsx';
import { RequireSession } from './guards.tsx';
import { type ScreenRoute, screenRoutes, type Surroundings } from './screen-route.ts';

/** The routes of one screen. What is below its first address is the router's child of it: the screen stands above both. */
function routesOf([file, { addresses, below = {}, Screen }]: [file: string, route: ScreenRoute]) {
  const element = (
    <RouteBoundary>
      <Screen />
    </RouteBoundary>
  );
  const children = Object.keys(below).map((pattern) => <Route key={pattern} path={pattern} element={null} />);
  return Object.keys(addresses).map((pattern) => (
    <Route key={`${file} ${pattern}`} path={pattern} element={element}>
      {children.length > 0 && <Route index element={null} />}
      {children}
    </Route>
  ));
}

const routesIn = (...surroundings: Surroundings[]) =>
  Object.entries(screenRoutes)
    .filter(([, route]) => surroundings.includes(route.surroundings))
    .flatMap(routesOf);

/** The whole tree. */
export function AppRoutes() {
  return (
    <>
      <Routes>
        <Route element={<AppShell />}>
          {routesIn('login', 'open')}
          <Route element={<RequireSession />}>{routesIn('protected')}</Route>
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
        <Route element={<BareShell />}>
          <Route element={<RequireSession />}>{routesIn('bare')}</Route>
        </Route>
      </Routes>
      <Arrival />
    </>
  );
}
