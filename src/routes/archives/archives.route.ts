import { fromPromise } from 'xstate';
import * as archives from '#api/resources/archives.ts';
import { capabilities } from '#common/calls/capabilities.ts';
import type { Page } from '#common/calls/pages.ts';
import * as templates from '#api/resources/templates.ts';
import { archiveBrowserMachine } from '#machines/archives/archive-browser.machine.ts';
import { type Asked, type Listed, pagedListMachine } from '#machines/shared/paged-list.machine.ts';
import { ArchivesScreen } from '#ui/archives/archives.tsx';
import { isAnnounced } from '../announced.ts';
import { sharedCalls } from '../calls.ts';
import { createDocumentFrame } from '../document/document-frame.ts';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(ArchivesScreen, (services) => {
  const { env, client } = services;
  const { listTemplates, loadArchive } = sharedCalls(client);
  return archiveBrowserMachine.provide({
    actors: {
      document: createDocumentFrame(env),
      listTemplates,
      /** All of them, as choices to take from. */
      listWips: fromPromise(async ({ input: { template }, signal }) =>
        isAnnounced(services, capabilities.deletedWips)
          ? templates.listWipsAndDeleted(client, template, signal)
          : (await templates.listWips(client, template, null, signal)).entries,
      ),
      listArchives: fromPromise(({ input: { wip, ...first }, signal }) =>
        archives.listArchives(client, wip, isAnnounced(services, capabilities.pages) ? first : null, signal),
      ),
      pages: pagedListMachine.provide({
        actors: {
          askPage: fromPromise<Page<Listed>, Asked>(({ input: { list, ...wanted }, signal }) =>
            archives.listArchives(client, list, wanted, signal),
          ),
        },
      }),
      loadArchive,
    },
  });
});
