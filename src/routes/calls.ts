import { fromPromise } from 'xstate';
import * as archives from '#api/resources/archives.ts';
import type { Client } from '#api/client.ts';
import type { ArchiveDetail } from '#common/calls/archives.ts';
import type { Template } from '#common/calls/templates.ts';
import type { Wip } from '#common/calls/wips.ts';
import * as templates from '#api/resources/templates.ts';

/** The calls that the machines of several screens make. @param client the application's client */
export const sharedCalls = (client: Client) => ({
  listTemplates: fromPromise<Template[], undefined>(({ signal }) => templates.listTemplates(client, signal)),
  /** All of them, as choices to take from. */
  listWips: fromPromise<Wip[], { template: string }>(
    async ({ input, signal }) => (await templates.listWips(client, input.template, null, signal)).entries,
  ),
  loadArchive: fromPromise<ArchiveDetail, { archive: string }>(({ input, signal }) =>
    archives.loadArchive(client, input.archive, signal),
  ),
});
