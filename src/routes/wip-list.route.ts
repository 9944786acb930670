import { fromPromise } from 'xstate';
import { capabilities } from '#api/contract/capabilities.ts';
import type { Page } from '#api/contract/pages.ts';
import * as templates from '#api/templates.ts';
import { type Asked, type Listed, pagedListMachine } from '#machines/paged-list.machine.ts';
import { wipListMachine } from '#machines/wip-list.machine.ts';
import { WipListScreen } from '#ui/screens/wip-list.tsx';
import { isAnnounced } from './announced.ts';
import { sharedCalls } from './calls.ts';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(WipListScreen, (services) => {
  const { client } = services;
  const { listTemplates, deleteWip } = sharedCalls(client);
  return wipListMachine.provide({
    actors: {
      listTemplates,
      listWips: fromPromise(({ input: { template, ...first }, signal }) =>
        templates.listWips(client, template, isAnnounced(services, capabilities.pages) ? first : null, signal),
      ),
      pages: pagedListMachine.provide({
        actors: {
          askPage: fromPromise<Page<Listed>, Asked>(({ input: { list, ...wanted }, signal }) =>
            templates.listWips(client, list, wanted, signal),
          ),
        },
      }),
      deleteWip,
    },
  });
});
