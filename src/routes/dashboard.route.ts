import { capabilities } from '#api/contract/capabilities.ts';
import { dashboardMachine } from '#machines/dashboard.machine.ts';
import { DashboardScreen } from '#ui/screens/dashboard/dashboard.tsx';
import { isAnnounced } from './announced.ts';
import { sharedCalls } from './calls.ts';
import { newestArchives } from './newest-archives.ts';
import { screenRouteWithParts, type Services } from './screen-route.ts';
import { unsavedList } from './unsaved.ts';

export const route = screenRouteWithParts(DashboardScreen, machine, (services) => ({ unsaved: unsavedList(services) }));

function machine(services: Services) {
  const { listTemplates } = sharedCalls(services.client);
  const inOneCall = (): boolean => isAnnounced(services, capabilities.recent);
  return dashboardMachine.provide({
    actors: { listTemplates, newestArchives: newestArchives(services, inOneCall, inOneCall) },
  });
}
