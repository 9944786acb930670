import { randomUUID } from 'node:crypto';
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

/** Adds a template of all organisations that no user has used. @returns its uuid */
export async function newTemplate(
  storage: Pick<Stores, 'templates' | 'templateVersions'>,
  html: string,
): Promise<string> {
  const uuid = randomUUID();
  const described = { uuid, name: uuid, description: '', file_name: `${uuid}.html`, organisation: null };
  const template_version = await addVersion(storage, html);
  await storage.templates.add({ ...described, template_version, position: 99, created_at: new Date().toISOString() });
  return uuid;
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
