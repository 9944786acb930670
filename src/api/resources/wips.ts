import * as v from 'valibot';
import { saveConflict, type SaveConflict } from '#common/calls/conflicts.ts';
import { type GuardedSaveBody, submitWip, updateWip } from '#common/calls/wips.ts';
import type { Client } from '../client.ts';
import { ApiError, statusOf } from '../failure.ts';

/** Saves unless another user has changed the same since (`capabilities.guard`). @returns the others' changes if nothing was saved; else null */
export async function updateGuarded(client: Client, wip: string, body: GuardedSaveBody): Promise<SaveConflict | null> {
  try {
    await client.call(updateWip, { uuid: wip, body });
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
 * @param revision the one that the user has seen, for a host with `capabilities.guard`, which answers 409 if there is another; else null, and the
 * body is empty
 * @returns the archive that it made, if the host sends it
 */
export async function submit(
  client: Client,
  wip: string,
  revision: number | null,
): Promise<{ archive: string | null }> {
  const { result } = await client.call(submitWip, { uuid: wip, body: revision === null ? {} : { revision } });
  return { archive: result?.archive_uuid ?? null };
}
