import { archiveRecord, contentHash, packText } from '#server/storage/archive-record.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { ArchiveHead, NewArchive } from '#server/storage/stores/archives.ts';
import { templateVersion } from '#server/storage/template-version.ts';

/** Stores HTML as a base for documents. @returns its hash */
export async function addVersion(
  { templateVersions }: Pick<Stores, 'templateVersions'>,
  html: string,
): Promise<string> {
  const version = templateVersion(html);
  await templateVersions.add(version);
  return version.hash;
}

/** The record of a submission with nothing but its HTML. */
export async function recordOf(
  head: Omit<ArchiveHead, 'author' | 'dropped_at'>,
  html: string,
  author: string,
  previous: string | null = null,
): Promise<NewArchive> {
  const unknown = { template_version: null, line_breaks: 'marked' as const };
  const made = { ...unknown, content_hash: contentHash(html), packed: await packText(html) };
  return archiveRecord({ ...head, author }, made, previous);
}
