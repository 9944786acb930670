import { fromPromise } from 'xstate';
import type { Client } from '#api/client.ts';
import { type ArchiveDetail, readArchive } from '#common/calls/archives.ts';
import { listTemplates, type Template } from '#common/calls/templates.ts';
import { listWips, type Wip } from '#common/calls/wips.ts';

/** The calls that the machines of several screens make. @param client the application's client */
export const sharedCalls = (client: Client) => ({
  listTemplates: fromPromise<Template[], undefined>(({ signal }) => client.call(listTemplates, {}, { signal })),
  /** All of them, as choices to take from. */
  listWips: fromPromise<Wip[], { template: string }>(({ input, signal }) =>
    client.call(listWips, { id: input.template }, { signal }),
  ),
  loadArchive: fromPromise<ArchiveDetail, { archive: string }>(({ input, signal }) =>
    client.call(readArchive, { uuid: input.archive }, { signal }),
  ),
});
