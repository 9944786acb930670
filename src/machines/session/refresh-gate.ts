import { waitFor } from 'xstate';
import type { RefreshRef } from './refresh.machine.ts';

/**
 * Makes refused calls wait while the session is renewed.
 * @param refresh the running chart, which decides
 */
export function createRefreshGate(refresh: RefreshRef) {
  return {
    /** Returns the number of renewals of the session. */
    generation: (): number => refresh.getSnapshot().context.generation,
    /**
     * Requests a refresh, joins the one in progress, or does nothing if none is needed any more.
     * @param sentIn the generation in which the refused call was sent
     * @param sentAt when it was sent, in epoch milliseconds
     * @returns true if the session was renewed since
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
