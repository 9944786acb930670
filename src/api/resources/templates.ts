import type { Client } from '../client.ts';
import type { Page, PageRequest } from '#common/calls/pages.ts';
import { type RegionSuggestions, suggestionsReply } from '#common/calls/suggestions.ts';
import { type DocumentDetail, documentReply, type Template, templatesReply } from '#common/calls/templates.ts';
import { type SaveBody, type SavedWip, saveReply, type Wip, wipsReply } from '#common/calls/wips.ts';
import { readPage } from './pages.ts';

const id = encodeURIComponent;

export async function listTemplates(client: Client, signal?: AbortSignal): Promise<Template[]> {
  return (await client.get('/v1/templates', templatesReply, { signal })).templates;
}

export async function loadTemplate(client: Client, template: string, signal?: AbortSignal): Promise<DocumentDetail> {
  const path = `/v1/templates/${id(template)}?html=true`;
  const { result } = await client.get(path, documentReply, { signal });
  // No save has changed it: its line breaks are its author's on any host.
  return { ...result, line_breaks: 'marked' };
}

/** The WIPs of a template. @param wanted a page of them, on a host that has pages; null for all */
export async function listWips(
  client: Client,
  template: string,
  wanted: PageRequest | null,
  signal?: AbortSignal,
): Promise<Page<Wip>> {
  return readPage(client, `/v1/templates/${id(template)}/wips`, wipsReply, wanted, signal);
}

/** The WIPs of a template and the deleted ones that have archives, from a host that announces `wips.deleted`. */
export async function listWipsAndDeleted(client: Client, template: string, signal?: AbortSignal): Promise<Wip[]> {
  return client.get(`/v1/templates/${id(template)}/wips?deleted=true`, wipsReply, { signal });
}

/** The values in the documents of a template, by region, from a host that announces `regions.suggestions`. */
export async function loadSuggestions(
  client: Client,
  template: string,
  signal?: AbortSignal,
): Promise<RegionSuggestions[]> {
  return (await client.get(`/v1/templates/${id(template)}/suggestions`, suggestionsReply, { signal })).regions;
}

/** Makes a WIP of a template. */
export async function saveNewWip(client: Client, template: string, body: SaveBody): Promise<SavedWip> {
  return (await client.post(`/v1/templates/${id(template)}/wips/save`, body, saveReply)).result;
}
