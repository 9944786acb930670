import type { Client } from './client.ts';
import { type DocumentDetail, documentReply } from './contract/templates.ts';
import type { SaveBody } from './contract/wips.ts';

const id = encodeURIComponent;

/** GET /v1/wips/{uuid}?html=true */
export async function loadWip(client: Client, wip: string, signal?: AbortSignal): Promise<DocumentDetail> {
  return (await client.get(`/v1/wips/${id(wip)}?html=true`, documentReply, { ...(signal && { signal }) })).result;
}

/** POST /v1/wips/{wipUuid}/update */
export async function updateWip(client: Client, wip: string, body: SaveBody): Promise<void> {
  await client.send(`/v1/wips/${id(wip)}/update`, body);
}

/** POST /v1/wips/{name}/submit with an empty body (section 7); the name is the WIP's uuid (decision 9). */
export async function submitWip(client: Client, wip: string): Promise<void> {
  await client.send(`/v1/wips/${id(wip)}/submit`, {});
}

/** GET /v1/wips/{uuid}/delete: delete is done by GET (section 7). */
export async function deleteWip(client: Client, wip: string): Promise<void> {
  await client.run(`/v1/wips/${id(wip)}/delete`);
}
