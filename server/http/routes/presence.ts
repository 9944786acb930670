import { reportPresence } from '#common/calls/presence.ts';
import { presenceRequest } from '#common/calls/requests.ts';
import { write } from '../guards/access.ts';
import type { Presence } from '#server/domain/documents/presence.ts';
import { createRate } from '../guards/rate.ts';
import { serve, type Api } from '../serve.ts';

/**
 * Maximum of messages a second that one user may send about one document. A browser sends one each 20 s, and each 5 s
 * at most.
 */
const WORDS_MAX = 0.5;

/** Routes of presence: the users who have a document open (`presence` in `capabilities`); none if the operator has turned it off. */
export function presenceRoutes(api: Api, { presence }: { presence: Presence | null }): void {
  if (!presence) return;
  const rate = createRate(WORDS_MAX);
  serve(
    api,
    reportPresence,
    {
      access: write('document'),
      about:
        'Report to the other users of an open WIP that this user is there, or has left (`presence` in `capabilities`)',
      capability: 'presence',
      body: presenceRequest,
    },
    async ({ actor, id, body }) => {
      rate.count(`${actor.uuid} ${id}`);
      const revision = await presence.publish(actor, id, body);
      return { success: true, message: 'Received.', revision };
    },
  );
}
