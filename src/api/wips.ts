import type { Client } from './client.ts';
import { type DocumentDetail, documentReply } from './contract/templates.ts';
import type { SaveBody } from './contract/wips.ts';

const id = encodeURIComponent;

export async function loadWip(client: Client, wip: string, signal?: AbortSignal): Promise<DocumentDetail> {
  return (await client.get(`/v1/wips/${id(wip)}?html=true`, documentReply, { signal })).result;
}

export async function updateWip(client: Client, wip: string, body: SaveBody): Promise<void> {
  await client.send(`/v1/wips/${id(wip)}/update`, body);
}

/** Submits a WIP, with an empty body. @param wip its uuid, which the contract's address calls `name` (`d9.submit-name`) */
export async function submitWip(client: Client, wip: string): Promise<void> {
  await client.send(`/v1/wips/${id(wip)}/submit`, {});
}

/** Deletes a WIP, by a GET as the contract has it (`s7.delete`). */
export async function deleteWip(client: Client, wip: string): Promise<void> {
  await client.run(`/v1/wips/${id(wip)}/delete`);
}
