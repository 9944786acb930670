import type { Client } from '../client.ts';
import {
  type BlanksReply,
  blanksReply,
  type ExaminedDocument,
  examinedReply,
  type ManagedTemplates,
  managedReply,
} from '#common/calls/template-admin.ts';

const id = encodeURIComponent;

/** The text of an examined document, and its published fields. */
export type Publication = {
  documents: readonly Pick<ExaminedDocument, 'file_name' | 'name' | 'description' | 'content'>[];
  for_all: boolean;
  allow_outside: boolean;
};

export async function listManaged(client: Client, signal?: AbortSignal): Promise<ManagedTemplates> {
  return client.get('/v1/templates/all', managedReply, { signal });
}

/**
 * Examines files; nothing is stored.
 * @param form with the files, each under its name with the folders in it
 * @param how `renames`: an element that shares an id with a region gets another one; `replaces`: the template whose regions are compared
 */
export async function examine(
  client: Client,
  form: FormData,
  { renames, replaces }: { renames: boolean; replaces: string | null },
): Promise<ExaminedDocument[]> {
  const query = new URLSearchParams({
    ...(renames && { rename_ids: 'true' }),
    ...(replaces !== null && { replaces }),
  }).toString();
  const path = `/v1/templates/check${query && `?${query}`}`;
  return (await client.post(path, form, examinedReply)).documents;
}

/** Finds the places of a document that can become regions; nothing is stored. @param content its HTML, as examined */
export async function findBlanks(client: Client, content: string): Promise<BlanksReply> {
  return client.post('/v1/templates/blanks', { content }, blanksReply);
}

export async function publish(client: Client, publication: Publication): Promise<ManagedTemplates> {
  return client.post('/v1/templates/create', publication, managedReply);
}

/** @param change with the version of the template that the administrator has seen */
export async function replaceTemplate(
  client: Client,
  template: string,
  change: { version: number; file_name: string; content: string; allow_outside: boolean },
): Promise<ManagedTemplates> {
  return client.post(`/v1/templates/${id(template)}/replace`, change, managedReply);
}

/** Adds the templates that come with the product. */
export async function takeShipped(client: Client): Promise<ManagedTemplates> {
  return client.post('/v1/templates/shipped', {}, managedReply);
}

/** @param body input of the action besides the template */
export async function doWithTemplate(
  client: Client,
  template: string,
  deed: 'put-back' | 'move' | 'command' | 'remove' | 'restore',
  body: object = {},
): Promise<ManagedTemplates> {
  return client.post(`/v1/templates/${id(template)}/${deed}`, body, managedReply);
}
