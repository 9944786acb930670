import type { Client } from './client.ts';
import {
  type ArchiveDetail,
  archiveReply,
  archivesReply,
  type ArchiveSummary,
  recentReply,
} from './contract/archives.ts';

const id = encodeURIComponent;

/** The archives of a WIP, newest first. */
export async function listArchives(client: Client, wip: string, signal?: AbortSignal): Promise<ArchiveSummary[]> {
  return client.get(`/v1/wips/${id(wip)}/archives`, archivesReply, { signal });
}

/** The newest archive of a template, or null. */
export async function recentArchive(
  client: Client,
  template: string,
  signal?: AbortSignal,
): Promise<ArchiveSummary | null> {
  return client.get(`/v1/templates/${id(template)}/archives/recent`, recentReply, { signal });
}

export async function loadArchive(client: Client, archive: string, signal?: AbortSignal): Promise<ArchiveDetail> {
  return client.get(`/v1/archives/${id(archive)}`, archiveReply, { signal });
}
