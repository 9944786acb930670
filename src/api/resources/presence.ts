import type { Client } from '../client.ts';
import type { PresenceRequest } from '../contract/requests.ts';

/**
 * Tells the others who have a WIP open that somebody is there, or has left (`capabilities.presence`). It does not renew the session by itself.
 * @param wip its uuid
 */
export async function tellPresence(client: Client, wip: string, word: PresenceRequest): Promise<void> {
  const isLast = word.left ?? false;
  await client.send(`/v1/wips/${encodeURIComponent(wip)}/presence`, word, { refresh: 'never', isLast });
}
