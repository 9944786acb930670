import { fromPromise } from 'xstate';
import { capabilities } from '#common/config/capabilities.ts';
import type { Page } from '#common/calls/pages.ts';
import { readPage } from '#api/resources/pages.ts';
import { deleteWip, listWips } from '#common/calls/wips.ts';
import { type Asked, type Listed, pagedListMachine } from '#machines/shared/paged-list.machine.ts';
import { wipListMachine } from '#machines/documents/wip-list.machine.ts';
import { WipListScreen } from '#ui/documents/wip-list.tsx';
import { isAnnounced } from '../announced.ts';
import { sharedCalls } from '../calls.ts';
import { screenRouteWithParts, type Services } from '../screen-route.ts';
import { unsavedList } from '../unsaved/unsaved-list.ts';
import { unsavedStoreOf } from '../unsaved/unsaved-store.ts';

export const route = screenRouteWithParts(WipListScreen, machine, (services) => ({ unsaved: unsavedList(services) }));

function machine(services: Services) {
  const { client } = services;
  const { listTemplates } = sharedCalls(client);
  return wipListMachine.provide({
    actors: {
      listTemplates,
      listWips: fromPromise(({ input: { template, ...first }, signal }) =>
        readPage(client, listWips, { id: template }, isAnnounced(services, capabilities.pages) ? first : null, signal),
      ),
      pages: pagedListMachine.provide({
        actors: {
          askPage: fromPromise<Page<Listed>, Asked>(({ input: { list, ...wanted }, signal }) =>
            readPage(client, listWips, { id: list }, wanted, signal),
          ),
        },
      }),
      deleteWip: fromPromise(async ({ input: { wip } }) => {
        await client.call(deleteWip, { uuid: wip });
        // Its unsaved text goes with it; where that fails, it goes after some days.
        const store = unsavedStoreOf(services);
        void store.remove({ template: '', wip }).catch(() => undefined);
        void store.recent.remove(wip);
      }),
    },
  });
}
