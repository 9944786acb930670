import { fromPromise } from 'xstate';
import * as archives from '#api/archives.ts';
import type { Client } from '#api/client.ts';
import type { ArchiveDetail } from '#api/contract/archives.ts';
import type { Template } from '#api/contract/templates.ts';
import type { Wip } from '#api/contract/wips.ts';
import * as templates from '#api/templates.ts';
import * as wips from '#api/wips.ts';

/** The calls that the machines of several screens make. @param client the application's client */
export const sharedCalls = (client: Client) => ({
  listTemplates: fromPromise<Template[], undefined>(({ signal }) => templates.listTemplates(client, signal)),
  listWips: fromPromise<Wip[], { template: string }>(({ input, signal }) =>
    templates.listWips(client, input.template, signal),
  ),
  deleteWip: fromPromise<void, { wip: string }>(({ input }) => wips.deleteWip(client, input.wip)),
  loadArchive: fromPromise<ArchiveDetail, { archive: string }>(({ input, signal }) =>
    archives.loadArchive(client, input.archive, signal),
  ),
});
