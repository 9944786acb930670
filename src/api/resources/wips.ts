import * as v from 'valibot';
import { saveConflict, type SaveConflict } from '#common/calls/templates.ts';
import { type GuardedSaveBody, updateWip } from '#common/calls/wips.ts';
import type { Client } from '../client.ts';
import { ApiError, statusOf } from '../failure.ts';

/** Saves unless another user has changed the same since (`capabilities.guard`). @returns the others' changes if nothing was saved; else null */
export const updateGuarded = (client: Client, wip: string, body: GuardedSaveBody): Promise<SaveConflict | null> =>
  client.call(updateWip, { uuid: wip, body }).then(
    () => null,
    (error: unknown) => {
      const reply = error instanceof ApiError && statusOf(error.failure) === 409 ? error.reply : null;
      const { success, output } = v.safeParse(saveConflict, reply);
      if (success) return output;
      throw error;
    },
  );
