import { waitFor } from 'xstate';
import type { RefreshRef } from './refresh.machine.ts';

/**
 * Where refused calls wait while the session is renewed.
 * @param refresh the running chart, which decides
 */
export function createRefreshGate(refresh: RefreshRef) {
  return {
    /** How often the session has been renewed. */
    generation: (): number => refresh.getSnapshot().context.generation,
    /**
     * Asks for one refresh, joins the one that is under way, or needs none any more.
     * @param sentIn the generation in which the refused call was sent
     * @param sentAt when it was sent, in epoch milliseconds
     * @returns whether the session was renewed since
     */
    refresh: async (sentIn: number, sentAt: number): Promise<boolean> => {
      refresh.send({ type: 'refresh.requested', sentIn, sentAt });
      const { context } = await waitFor(
        refresh,
        (snapshot) => snapshot.matches('idle') || snapshot.context.generation !== sentIn,
      );
      return context.generation !== sentIn;
    },
  };
}
