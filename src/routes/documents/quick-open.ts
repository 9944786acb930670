import { fromCallback, fromPromise } from 'xstate';
import { listBoards } from '#common/calls/boards.ts';
import type { Client } from '#api/client.ts';
import { capabilities } from '#common/config/capabilities.ts';
import type { PageRequest } from '#common/calls/pages.ts';
import { failureOf } from '#api/failure.ts';
import { readPage } from '#api/resources/pages.ts';
import { listWips } from '#common/calls/wips.ts';
import { FIRST_PAGE } from '#machines/shared/pages.ts';
import { type FoundWip, quickOpenMachine } from '#machines/documents/quick-open.machine.ts';
import { QuickOpen } from '#ui/documents/quick-open.tsx';
import { isAnnounced } from '../announced.ts';
import { sharedCalls } from '../calls.ts';
import { unsavedStoreOf } from '../unsaved/unsaved-store.ts';
import { screenRoute } from '../screen-route.ts';

/** Quick open, which has no address: it opens over every screen of a signed-in user. */
export const quickOpen = screenRoute(QuickOpen, (services) => {
  const { client } = services;
  const { listTemplates } = sharedCalls(client);
  return quickOpenMachine.provide({
    actors: {
      listTemplates,
      listBoards: fromPromise(async ({ signal }) =>
        isAnnounced(services, capabilities.boards) ? client.call(listBoards, {}, { signal }) : [],
      ),
      listRecent: fromPromise(() => unsavedStoreOf(services).recent.list()),
      readWips: fromCallback(({ input, sendBack }) => {
        const leaving = new AbortController();
        const page = isAnnounced(services, capabilities.pages) ? { ...FIRST_PAGE.wips, q: input.q } : null;
        void readInTurns(client, input.templates, page, leaving.signal, sendBack);
        return () => leaving.abort();
      }),
    },
  });
});

/** Maximum number of concurrent calls: a browser has six connections to a host, and the screen under it needs some. */
const CALLS = 3;

type ReadNews =
  | { type: 'wips.came'; template: string; wips: FoundWip[]; isWhole: boolean }
  | { type: 'wips.failed'; failure: ReturnType<typeof failureOf> }
  | { type: 'wips.ended' };

/** Reads the WIPs of each template. A failed read is reported, and does not affect the others. */
async function readInTurns(
  client: Client,
  all: readonly string[],
  page: PageRequest | null,
  signal: AbortSignal,
  report: (news: ReadNews) => void,
): Promise<void> {
  const rest = [...all];
  const readInTurn = async (): Promise<void> => {
    for (let template = rest.shift(); template !== undefined && !signal.aborted; template = rest.shift()) {
      const of = template;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, in each of a few turns
        const { entries, next } = await readPage(client, listWips, { id: of }, page, signal);
        const wips = entries.map(({ uuid, name }) => ({ uuid, name, template: of }));
        report({ type: 'wips.came', template: of, wips, isWhole: next === null });
      } catch (error) {
        if (!signal.aborted) report({ type: 'wips.failed', failure: failureOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS }, readInTurn));
  if (!signal.aborted) report({ type: 'wips.ended' });
}
