import { fromPromise } from 'xstate';
import { listNewest, readRecent } from '#common/calls/archives.ts';
import type { Client } from '#api/client.ts';
import { createHostClock } from '#api/streams/host-clock.ts';
import { type NewestArchive, newestArchivesMachine } from '#machines/documents/newest-archives.machine.ts';
import type { Services } from '../screen-route.ts';

/**
 * Access to a host's information about the wall.
 * @param isCheap true if the host may be asked without a request by the user, and again each minute: it answers in one call
 * @param isForAll true if the host returns all its templates in that call; else each wanted one needs a call
 */
export function newestArchives({ client, replyListeners }: Services, isCheap: () => boolean, isForAll: () => boolean) {
  const clock = createHostClock();
  replyListeners.add(clock.noteWord);
  return newestArchivesMachine.provide({
    actors: {
      knowHost: fromPromise(async () => ({ inOneCall: isCheap() })),
      listNewest: fromPromise(async ({ input, signal }) => {
        const inOneCall = isCheap();
        const newest = isForAll()
          ? await client.call(listNewest, {}, { signal })
          : await newestOfEach(client, input.templates, signal);
        return { at: clock.now(), inOneCall, newest };
      }),
      pageSeen: fromPromise(({ signal }) => pageSeen(signal)),
    },
  });
}

/** Maximum number of concurrent calls: a browser has six connections to a host. */
const CALLS = 4;

/** The newest archive of each template, with one call for each. */
async function newestOfEach(
  client: Client,
  templates: readonly string[],
  signal: AbortSignal,
): Promise<NewestArchive[]> {
  const found = new Map<string, NewestArchive>();
  const rest = [...templates];
  const askInTurn = async (): Promise<void> => {
    for (let template = rest.shift(); template !== undefined; template = rest.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, in each of a few turns
      found.set(template, { template, archive: await client.call(readRecent, { id: template }, { signal }) });
    }
  };
  await Promise.all(Array.from({ length: CALLS }, askInTurn));
  return [...found.values()];
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
