import type { Client } from '../client.ts';
import { presenceReply } from '#common/calls/presence.ts';
import type { PresenceRequest } from '#common/calls/requests.ts';

/**
 * Reports to the others with an open WIP that the user is there, or has left (`capabilities.presence`). It does not renew the session by itself.
 * @returns the WIP's revision, if the host sends it
 */
export async function sendPresence(client: Client, wip: string, word: PresenceRequest): Promise<number | null> {
  const isLast = word.left ?? false;
  const options = { refresh: 'never', isLast } as const;
  const path = `/v1/wips/${encodeURIComponent(wip)}/presence`;
  return (await client.post(path, word, presenceReply, options)).revision ?? null;
}
