import * as v from 'valibot';
import type { CallOptions, Client } from '../client.ts';
import { saveConflict, type SaveConflict } from '#common/calls/conflicts.ts';
import { type DocumentDetail, documentReply } from '#common/calls/templates.ts';
import { type GuardedSaveBody, type SaveBody, submittedReply } from '#common/calls/wips.ts';
import { ApiError, statusOf } from '../failure.ts';

const id = encodeURIComponent;

/** @param refresh `never` for a read that the user has not requested: it does not renew the session */
export async function loadWip(
  client: Client,
  wip: string,
  signal?: AbortSignal,
  refresh: CallOptions['refresh'] = 'once',
): Promise<DocumentDetail> {
  return (await client.get(`/v1/wips/${id(wip)}?html=true`, documentReply, { signal, refresh })).result;
}

export async function updateWip(client: Client, wip: string, body: SaveBody): Promise<void> {
  await client.send(`/v1/wips/${id(wip)}/update`, body);
}

/** Saves unless another user has changed the same since (`capabilities.guard`). @returns the others' changes if nothing was saved; else null */
export async function updateGuarded(client: Client, wip: string, body: GuardedSaveBody): Promise<SaveConflict | null> {
  try {
    await updateWip(client, wip, body);
    return null;
  } catch (error) {
    const conflict = conflictIn(error);
    if (conflict === null) throw error;
    return conflict;
  }
}

function conflictIn(error: unknown): SaveConflict | null {
  if (!(error instanceof ApiError) || statusOf(error.failure) !== 409) return null;
  const { success, output } = v.safeParse(saveConflict, error.reply);
  return success && (output.conflicts.length > 0 || output.new_attributes !== null) ? output : null;
}

/**
 * Submits a WIP (`d9.submit-name`).
 * @param wip its uuid, which the contract's address calls `name`
 * @param revision the one that the user has seen, for a host with `capabilities.guard`, which answers 409 if there is another; else null, and the
 * body is empty
 * @returns the archive that it made, if the host sends it
 */
export async function submitWip(
  client: Client,
  wip: string,
  revision: number | null,
): Promise<{ archive: string | null }> {
  const body = revision === null ? {} : { revision };
  const { result } = await client.post(`/v1/wips/${id(wip)}/submit`, body, submittedReply);
  return { archive: result?.archive_uuid ?? null };
}

/** Deletes a WIP, by a GET as the contract has it (`s7.delete`). */
export async function deleteWip(client: Client, wip: string): Promise<void> {
  await client.run(`/v1/wips/${id(wip)}/delete`);
}
