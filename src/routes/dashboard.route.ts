import { dashboardMachine } from '#machines/dashboard.machine.ts';
import { DashboardScreen } from '#ui/screens/dashboard.tsx';
import { sharedCalls } from './calls.ts';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(DashboardScreen, ({ client }) => {
  const { listTemplates } = sharedCalls(client);
  return dashboardMachine.provide({ actors: { listTemplates } });
});
