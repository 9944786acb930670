import type { Client } from '../client.ts';
import type { PresenceRequest } from '../contract/requests.ts';

/** Reports to the others with an open WIP that the user is there, or has left (`capabilities.presence`). It does not renew the session by itself. */
export async function sendPresence(client: Client, wip: string, word: PresenceRequest): Promise<void> {
  const isLast = word.left ?? false;
  await client.send(`/v1/wips/${encodeURIComponent(wip)}/presence`, word, { refresh: 'never', isLast });
}
