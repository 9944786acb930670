import { fromPromise } from 'xstate';
import * as archives from '#api/archives.ts';
import type { Client } from '#api/client.ts';
import { capabilities } from '#api/contract/capabilities.ts';
import { createHostClock } from '#api/host-clock.ts';
import { dashboardMachine } from '#machines/dashboard.machine.ts';
import { type NewestArchive, newestArchivesMachine } from '#machines/newest-archives.machine.ts';
import { DashboardScreen } from '#ui/screens/dashboard/dashboard.tsx';
import { isAnnounced } from './announced.ts';
import { sharedCalls } from './calls.ts';
import { screenRouteWithParts, type Services } from './screen-route.ts';
import { unsavedList } from './unsaved.ts';

export const route = screenRouteWithParts(DashboardScreen, machine, (services) => ({ unsaved: unsavedList(services) }));

function machine(services: Services) {
  const { client, hearers } = services;
  const { listTemplates } = sharedCalls(client);
  const clock = createHostClock(
    () => performance.now(),
    () => Date.now(),
  );
  hearers.add(clock.hear);
  const inOneCall = (): boolean => isAnnounced(services, capabilities.recent);
  const newestArchives = newestArchivesMachine.provide({
    actors: {
      knowHost: fromPromise(async () => ({ inOneCall: inOneCall() })),
      listNewest: fromPromise(async ({ input, signal }) => {
        const isWhole = inOneCall();
        const newest = isWhole
          ? await archives.newestArchives(client, signal)
          : await newestOfEach(client, input.templates, signal);
        return { at: clock.now(), inOneCall: isWhole, newest };
      }),
      pageSeen: fromPromise(({ signal }) => pageSeen(signal)),
    },
  });
  return dashboardMachine.provide({ actors: { listTemplates, newestArchives } });
}

/** How many calls may be under way at once: a browser has six connections to a host. */
const CALLS = 4;

/** The newest archive of each template, a call for each. */
async function newestOfEach(
  client: Client,
  templates: readonly string[],
  signal: AbortSignal,
): Promise<NewestArchive[]> {
  const found = new Map<string, NewestArchive>();
  const rest = [...templates];
  const askInTurn = async (): Promise<void> => {
    for (let template = rest.shift(); template !== undefined; template = rest.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, in each of a few turns
      found.set(template, { template, archive: await archives.recentArchive(client, template, signal) });
    }
  };
  await Promise.all(Array.from({ length: CALLS }, askInTurn));
  return [...found.values()];
}

/** Waits until the page is seen. */
function pageSeen(signal: AbortSignal): Promise<{ wasHidden: boolean }> {
  return new Promise((resolve) => {
    if (!document.hidden) {
      resolve({ wasHidden: false });
      return;
    }
    const shown = (): void => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', shown);
      resolve({ wasHidden: true });
    };
    document.addEventListener('visibilitychange', shown);
    signal.addEventListener('abort', () => document.removeEventListener('visibilitychange', shown));
  });
}
