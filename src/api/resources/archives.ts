import type * as v from 'valibot';
import type { Client } from '../client.ts';
import {
  type ArchiveDetail,
  archiveReply,
  archivesInOrder,
  changesReply,
  archivesReply,
  type ArchiveSummary,
  newestReply,
  recentReply,
} from '#common/calls/archives.ts';
import type { Page, PageRequest } from '#common/calls/pages.ts';
import { readPage } from './pages.ts';

const id = encodeURIComponent;

/** The archives of a WIP. @param wanted a page of them, on a host that has pages; null for all, the newest first */
export async function listArchives(
  client: Client,
  wip: string,
  wanted: PageRequest | null,
  signal?: AbortSignal,
): Promise<Page<ArchiveSummary>> {
  return readPage(client, `/v1/wips/${id(wip)}/archives`, wanted ? archivesInOrder : archivesReply, wanted, signal);
}

/** The newest archive of a template, or null. */
export async function recentArchive(
  client: Client,
  template: string,
  signal?: AbortSignal,
): Promise<ArchiveSummary | null> {
  return client.get(`/v1/templates/${id(template)}/archives/recent`, recentReply, { signal });
}

/** The newest archive of each template, from a host that announces `templates.recent`. */
export async function newestArchives(
  client: Client,
  signal?: AbortSignal,
): Promise<v.InferOutput<typeof newestReply>['archives']> {
  return (await client.get('/v1/templates/recent', newestReply, { signal })).archives;
}

export async function loadArchive(client: Client, archive: string, signal?: AbortSignal): Promise<ArchiveDetail> {
  return client.get(`/v1/archives/${id(archive)}`, archiveReply, { signal });
}

/** Reads the changes by an archive and the earlier ones of its WIP in the last ten minutes, from a host that announces `archives.changes`. */
export async function recentChanges(
  client: Client,
  archive: string,
  signal?: AbortSignal,
): Promise<v.InferOutput<typeof changesReply>> {
  return client.get(`/v1/archives/${id(archive)}/changes`, changesReply, { signal });
}

/**
 * Submits the content of an archive again, as a new one (`capabilities.putBack`).
 * @param insteadOf the archive that is the newest of its template; the host answers 409 where another one is
 */
export async function putBack(client: Client, archive: string, insteadOf: string): Promise<void> {
  await client.send(`/v1/archives/${id(archive)}/submit`, { instead_of: insteadOf });
}
