import { fromPromise } from 'xstate';
import { readPage } from '#api/resources/pages.ts';
import { archivesInOrder, listArchives } from '#common/calls/archives.ts';
import { capabilities } from '#common/config/capabilities.ts';
import type { Page, PageRequest } from '#common/calls/pages.ts';
import { listWips } from '#common/calls/wips.ts';
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
  const archivesOf = (wip: string, wanted: PageRequest | null, signal: AbortSignal) =>
    readPage(client, listArchives, { uuid: wip }, wanted, signal, archivesInOrder);
  return archiveBrowserMachine.provide({
    actors: {
      document: createDocumentFrame(env),
      listTemplates,
      /** All of them, as choices to take from. */
      listWips: fromPromise(({ input: { template }, signal }) => {
        const query = isAnnounced(services, capabilities.deletedWips) ? { deleted: 'true' } : {};
        return client.call(listWips, { id: template }, { signal, query });
      }),
      listArchives: fromPromise(({ input: { wip, ...first }, signal }) =>
        archivesOf(wip, isAnnounced(services, capabilities.pages) ? first : null, signal),
      ),
      pages: pagedListMachine.provide({
        actors: {
          askPage: fromPromise<Page<Listed>, Asked>(({ input: { list, ...wanted }, signal }) =>
            archivesOf(list, wanted, signal),
          ),
        },
      }),
      loadArchive,
    },
  });
});
