import { lazy, type ReactNode, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { routePatterns } from '#config/paths.ts';
import { AppShell, BareShell } from '#ui/screens/shared/shell.tsx';
import { LoginScreen } from '#ui/screens/login.tsx';
import { NotFoundScreen } from '#ui/screens/not-found.tsx';
import { RequireSession } from './guards.tsx';
import { RouteBoundary } from './boundary.tsx';

const Dashboard = lazy(async () => ({ default: (await import('#ui/screens/dashboard.tsx')).DashboardScreen }));
const Editor = lazy(async () => ({ default: (await import('#ui/screens/editor/editor.tsx')).EditorScreen }));
const WipDashboard = lazy(async () => ({
  default: (await import('#ui/screens/live/wip-dashboard.tsx')).WipDashboardScreen,
}));
const TemplateDashboard = lazy(async () => ({
  default: (await import('#ui/screens/live/template-dashboard.tsx')).TemplateDashboardScreen,
}));
const CommandDashboard = lazy(async () => ({
  default: (await import('#ui/screens/live/command-dashboard.tsx')).CommandDashboardScreen,
}));

const screen = (element: ReactNode): ReactNode => (
  <RouteBoundary>
    <Suspense fallback={null}>{element}</Suspense>
  </RouteBoundary>
);

/** Section 2, routes: the whole tree. The editor stands above both of its addresses, so that its actor outlives the first save (decision 17). */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AppShell />}>
        <Route path={routePatterns.login} element={screen(<LoginScreen />)} />
        <Route element={<RequireSession />}>
          <Route path={routePatterns.home} element={screen(<Dashboard />)} />
          <Route path={routePatterns.dashboard} element={screen(<Dashboard />)} />
          <Route path={routePatterns.form} element={screen(<Editor />)}>
            <Route index element={null} />
            <Route path="wips/:wip_name" element={null} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
      <Route element={<BareShell />}>
        <Route element={<RequireSession />}>
          <Route path={routePatterns.wipDashboard} element={screen(<WipDashboard />)} />
          <Route path={routePatterns.templateDashboard} element={screen(<TemplateDashboard />)} />
          <Route path={routePatterns.multipleDashboard} element={screen(<CommandDashboard />)} />
        </Route>
      </Route>
    </Routes>
  );
}
