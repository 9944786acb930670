import { fromPromise } from 'xstate';
import type { Client } from '#api/client.ts';
import { listBoards } from '#common/calls/boards.ts';
import { endDisplay, listDisplays, pairDisplay, updateDisplay } from '#common/calls/displays.ts';
import { type DisplayAct, displayList } from '#machines/displays/display-acts.ts';
import { DisplaysScreen } from '#ui/displays/displays.tsx';
import { screenRoute } from '../screen-route.ts';

async function doAct(client: Client, act: DisplayAct) {
  if (act.kind === 'end') {
    await client.call(endDisplay, { uuid: act.display });
    return null;
  }
  const [name, board] = [act.name.trim(), act.board];
  if (act.kind === 'add') {
    const code = act.code.replaceAll(/[\s-]/g, '').toUpperCase();
    return client.call(pairDisplay, { body: { code, name, board } });
  }
  // Without a board it keeps its current one, or none.
  return client.call(updateDisplay, { uuid: act.display, body: { name, ...(board !== '' && { board }) } });
}

export const route = screenRoute(DisplaysScreen, ({ client }) =>
  displayList.provide({
    actors: {
      readList: fromPromise(async ({ signal }) => {
        const [displays, boards] = await Promise.all([
          client.call(listDisplays, {}, { signal }),
          client.call(listBoards, {}, { signal }),
        ]);
        return { displays, boards };
      }),
      doAct: fromPromise(({ input }) => doAct(client, input.act as DisplayAct)),
    },
  }),
);
