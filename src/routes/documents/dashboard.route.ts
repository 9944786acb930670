import { createElement, lazy, Suspense } from 'react';
import { listNewest } from '#common/calls/archives.ts';
import { capabilities } from '#common/config/capabilities.ts';
import { screens } from '#common/config/paths.ts';
import { dashboardMachine } from '#machines/documents/dashboard.machine.ts';
import { mayOpen } from '#ui/session/use-auth.ts';
import { SetUpContext } from '#ui/set-up/set-up-context.ts';
import { DashboardScreen } from '#ui/documents/dashboard.tsx';
import { isAnnounced } from '../announced.ts';
import { sharedCalls } from '../calls.ts';
import { newestArchives } from './newest-archives.ts';
import { screenRouteWithParts, type ScreenRoute, type Services } from '../screen-route.ts';
import { keptSetUp } from '../set-up-kept.ts';
import { unsavedList } from '../unsaved/unsaved-list.ts';

const dashboard = screenRouteWithParts(DashboardScreen, machine, (services) => ({ unsaved: unsavedList(services) }));

export const route: ScreenRoute<typeof dashboardMachine> = {
  ...dashboard,
  screen: (services) => {
    const Screen = dashboard.screen(services);
    // Without its code the dashboard stays unchanged.
    const List = lazy(() =>
      import('../set-up/set-up.ts').then(
        ({ setUpList }) => ({ default: setUpList.screen(services) }),
        () => ({ default: () => null }),
      ),
    );
    const list = createElement(Suspense, null, createElement(List));
    return () => createElement(SetUpContext, { value: isToSetUp(services) ? list : null }, createElement(Screen));
  },
};

/** True if steps may be missing. The demo has all content that visitors need. */
function isToSetUp(services: Services): boolean {
  const user = services.auth?.getSnapshot().context.user ?? null;
  return mayOpen(user, screens['set-up']) && services.env.demo.length === 0 && keptSetUp(services)?.isOver !== true;
}

function machine(services: Services) {
  const { client } = services;
  const { listTemplates } = sharedCalls(client);
  return dashboardMachine.provide({
    actors: {
      listTemplates,
      newestArchives: newestArchives(
        services,
        () => isAnnounced(services, capabilities.recent),
        (_, signal) => client.call(listNewest, {}, { signal }),
      ),
    },
  });
}
