import { fromPromise } from 'xstate';
import { readPage } from '#api/resources/pages.ts';
import { listBoards } from '#common/calls/boards.ts';
import { capabilities } from '#common/config/capabilities.ts';
import { listDisplays } from '#common/calls/displays.ts';
import { listPeople } from '#common/calls/people.ts';
import { listTemplates } from '#common/calls/templates.ts';
import { FIRST_PAGE } from '#machines/shared/pages.ts';
import { type SetUpFacts, missingOf, STEPS } from '#machines/set-up/set-up-steps.ts';
import { setUpMachine } from '#machines/set-up/set-up.machine.ts';
import { SetUpList } from '#ui/set-up/set-up.tsx';
import { isAnnounced } from '../announced.ts';
import { screenRoute, type Services } from '../screen-route.ts';
import { keepSetUp, keptSetUp } from '../set-up-kept.ts';

/** Checks which objects the host has, for those that can be created there. */
async function readFacts(services: Services, signal: AbortSignal): Promise<SetUpFacts> {
  const { client } = services;
  const whether = async (isOffered: boolean, isThere: () => Promise<boolean>): Promise<boolean | undefined> =>
    isOffered ? isThere() : undefined;
  const [hasPeople, hasTemplate, hasBoard, hasDisplay] = await Promise.all([
    // The current user is one.
    whether(
      isAnnounced(services, capabilities.usersManage),
      async () => (await readPage(client, listPeople, {}, FIRST_PAGE.people, signal)).entries.length > 1,
    ),
    client.call(listTemplates, {}, { signal }).then((all) => all.length > 0),
    whether(
      isAnnounced(services, capabilities.boards),
      async () => (await client.call(listBoards, {}, { signal })).length > 0,
    ),
    whether(
      isAnnounced(services, capabilities.displays),
      async () => (await client.call(listDisplays, {}, { signal })).length > 0,
    ),
  ]);
  const all = { people: hasPeople, template: hasTemplate, board: hasBoard, display: hasDisplay };
  const done = Object.fromEntries(Object.entries(all).filter(([, isThere]) => isThere !== undefined));
  const facts = { done, skipped: STEPS.filter((step) => keptSetUp(services)?.skipped.includes(step)) };
  keepSetUp(services, { skipped: facts.skipped, isOver: missingOf(facts).length === 0 });
  return facts;
}

/** The steps of this host. */
export const setUp = (services: Services) =>
  setUpMachine.provide({
    actors: { readFacts: fromPromise(({ signal }) => readFacts(services, signal)) },
    actions: {
      storeSkipped: ({ context }, { skipped }) =>
        keepSetUp(services, { skipped, isOver: missingOf({ ...context, skipped }).length === 0 }),
    },
  });

/** The list on the dashboard. */
export const setUpList = screenRoute(SetUpList, setUp);
