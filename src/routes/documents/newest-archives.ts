import { fromPromise } from 'xstate';
import { createHostClock } from '#api/streams/host-clock.ts';
import { type NewestArchive, newestArchivesMachine } from '#machines/documents/newest-archives.machine.ts';
import type { Services } from '../screen-route.ts';

/**
 * Access to a host's information about the wall.
 * @param isAnnounced true if the host may be asked, and again each minute
 * @param read asks for the newest archive of each template
 */
export function newestArchives(
  { replyListeners }: Services,
  isAnnounced: () => boolean,
  read: (templates: readonly string[], signal: AbortSignal) => Promise<NewestArchive[]>,
) {
  const clock = createHostClock();
  replyListeners.add(clock.noteWord);
  return newestArchivesMachine.provide({
    actors: {
      knowHost: fromPromise(async () => ({ isAnnounced: isAnnounced() })),
      listNewest: fromPromise(async ({ input, signal }) => {
        const newest = await read(input.templates, signal);
        return { at: clock.now(), newest };
      }),
      pageSeen: fromPromise(({ signal }) => pageSeen(signal)),
    },
  });
}

/** Waits until the page is visible. */
function pageSeen(signal: AbortSignal): Promise<{ wasHidden: boolean }> {
  return new Promise((resolve) => {
    if (!document.hidden) {
      resolve({ wasHidden: false });
      return;
    }
    const shown = (): void => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', shown);
      resolve({ wasHidden: true });
    };
    document.addEventListener('visibilitychange', shown);
    signal.addEventListener('abort', () => document.removeEventListener('visibilitychange', shown));
  });
}
