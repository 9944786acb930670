import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { routePatterns } from '#config/paths.ts';
import { AppShell, BareShell } from '#ui/screens/shared/shell.tsx';
import { LoginScreen } from '#ui/screens/login.tsx';
import { NotFoundScreen } from '#ui/screens/not-found.tsx';
import { Arrival } from './arrival.tsx';
import { RequireSession } from './guards.tsx';
import { RouteBoundary } from './boundary.tsx';
import { screens } from './screens.ts';

const screen = (element: ReactNode): ReactNode => <RouteBoundary>{element}</RouteBoundary>;

/** Section 2, routes: the whole tree. The editor stands above both of its addresses, so that its actor outlives the first save (decision 17). */
export function AppRoutes() {
  return (
    <>
      <Routes>
        <Route element={<AppShell />}>
          <Route path={routePatterns.login} element={screen(<LoginScreen />)} />
          <Route path={routePatterns.signup} element={screen(<screens.signup />)} />
          <Route element={<RequireSession />}>
            <Route path={routePatterns.home} element={screen(<screens.dashboard />)} />
            <Route path={routePatterns.dashboard} element={screen(<screens.dashboard />)} />
            <Route path={routePatterns.selectTemplateHome} element={screen(<screens.selectTemplate />)} />
            <Route path={routePatterns.selectTemplate} element={screen(<screens.selectTemplate />)} />
            <Route path={routePatterns.openWip} element={screen(<screens.wipList />)} />
            <Route path={routePatterns.archives} element={screen(<screens.archives />)} />
            <Route path={routePatterns.userAdmin} element={screen(<screens.userAdmin />)} />
            <Route path={routePatterns.form} element={screen(<screens.editor />)}>
              <Route index element={null} />
              <Route path="wips/:wip_name" element={null} />
            </Route>
          </Route>
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
        <Route element={<BareShell />}>
          <Route element={<RequireSession />}>
            <Route path={routePatterns.wipDashboard} element={screen(<screens.wipDashboard />)} />
            <Route path={routePatterns.templateDashboard} element={screen(<screens.templateDashboard />)} />
            <Route path={routePatterns.multipleDashboard} element={screen(<screens.commandDashboard />)} />
          </Route>
        </Route>
      </Routes>
      <Arrival />
    </>
  );
}
