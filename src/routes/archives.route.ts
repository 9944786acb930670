import { fromPromise } from 'xstate';
import * as archives from '#api/archives.ts';
import { archiveBrowserMachine } from '#machines/archive-browser.machine.ts';
import { ArchivesScreen } from '#ui/screens/archives/archives.tsx';
import { sharedCalls } from './calls.ts';
import { createDocumentFrame } from './document-frame.ts';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(ArchivesScreen, ({ env, client }) => {
  const { listTemplates, listWips, loadArchive } = sharedCalls(client);
  return archiveBrowserMachine.provide({
    actors: {
      document: createDocumentFrame(env),
      listTemplates,
      listWips,
      listArchives: fromPromise(({ input, signal }) => archives.listArchives(client, input.wip, signal)),
      loadArchive,
    },
  });
});
