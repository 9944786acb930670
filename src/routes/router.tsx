import { Route, Routes } from 'react-router-dom';
import { AppShell, BareShell } from '#ui/screens/shared/shell.tsx';
import { NotFoundScreen } from '#ui/screens/not-found.tsx';
import { Arrival } from './arrival.tsx';
import { RouteBoundary } from './boundary.tsx';
import { RequireSession } from './guards.tsx';
import { type ScreenRoute, screenRoutes, type Surroundings } from './screen-route.ts';

/** The routes of one screen. It stands above the addresses below its first one, so that the editor's actor outlives a first save (section 2, editor). */
function routesOf([file, { addresses, Screen }]: [file: string, route: ScreenRoute]) {
  const element = (
    <RouteBoundary>
      <Screen />
    </RouteBoundary>
  );
  const [first = '', ...others] = Object.keys(addresses);
  const below = others.filter((pattern) => pattern.startsWith(`${first}/`));
  return [
    <Route key={file} path={first} element={element}>
      {below.length > 0 && <Route index element={null} />}
      {below.map((pattern) => (
        <Route key={pattern} path={pattern} element={null} />
      ))}
    </Route>,
    ...others
      .filter((pattern) => !below.includes(pattern))
      .map((pattern) => <Route key={`${file} ${pattern}`} path={pattern} element={element} />),
  ];
}

const routesIn = (...surroundings: Surroundings[]) =>
  Object.entries(screenRoutes)
    .filter(([, route]) => surroundings.includes(route.surroundings))
    .flatMap(routesOf);

/** Section 2, routes: the whole tree. */
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
