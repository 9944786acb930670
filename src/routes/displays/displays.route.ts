import { fromPromise } from 'xstate';
import * as boards from '#api/resources/boards.ts';
import * as displays from '#api/resources/displays.ts';
import { displayAdminMachine } from '#machines/displays/display-admin.machine.ts';
import { DisplaysScreen } from '#ui/displays/displays.tsx';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(DisplaysScreen, ({ client }) =>
  displayAdminMachine.provide({
    actors: {
      listDisplays: fromPromise(async ({ signal }) => {
        const [list, choices] = await Promise.all([
          displays.listDisplays(client, signal),
          boards.listBoards(client, signal),
        ]);
        return { displays: list, boards: choices };
      }),
      pairDisplay: fromPromise(({ input: { code, name, board } }) =>
        displays.pairDisplay(client, { code: code.replaceAll(/[\s-]/g, '').toUpperCase(), name: name.trim(), board }),
      ),
      updateDisplay: fromPromise(({ input: { display, name, board } }) =>
        // Without a board it keeps its current one, or none.
        displays.updateDisplay(client, display, { name: name.trim(), ...(board !== '' && { board }) }),
      ),
      endDisplay: fromPromise(({ input }) => displays.endDisplay(client, input.display)),
    },
  }),
);
