import type { Client } from './client.ts';
import { type DocumentDetail, documentReply, type Template, templatesReply } from './contract/templates.ts';
import { type SaveBody, type SavedWip, saveReply, type Wip, wipsReply } from './contract/wips.ts';

const id = encodeURIComponent;

export async function listTemplates(client: Client, signal?: AbortSignal): Promise<Template[]> {
  return (await client.get('/v1/templates', templatesReply, { signal })).templates;
}

export async function loadTemplate(client: Client, template: string, signal?: AbortSignal): Promise<DocumentDetail> {
  const path = `/v1/templates/${id(template)}?html=true`;
  return (await client.get(path, documentReply, { signal })).result;
}

export async function listWips(client: Client, template: string, signal?: AbortSignal): Promise<Wip[]> {
  return client.get(`/v1/templates/${id(template)}/wips`, wipsReply, { signal });
}

/** Makes a WIP of a template. */
export async function saveNewWip(client: Client, template: string, body: SaveBody): Promise<SavedWip> {
  return (await client.post(`/v1/templates/${id(template)}/wips/save`, body, saveReply)).result;
}
