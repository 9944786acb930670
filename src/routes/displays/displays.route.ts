import { fromPromise } from 'xstate';
import { listBoards } from '#common/calls/boards.ts';
import { endDisplay, listDisplays, pairDisplay, updateDisplay } from '#common/calls/displays.ts';
import { displayAdminMachine } from '#machines/displays/display-admin.machine.ts';
import { DisplaysScreen } from '#ui/displays/displays.tsx';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(DisplaysScreen, ({ client }) =>
  displayAdminMachine.provide({
    actors: {
      listDisplays: fromPromise(async ({ signal }) => {
        const [list, choices] = await Promise.all([
          client.call(listDisplays, {}, { signal }),
          client.call(listBoards, {}, { signal }),
        ]);
        return { displays: list, boards: choices };
      }),
      pairDisplay: fromPromise(({ input: { code, name, board } }) =>
        client.call(pairDisplay, {
          body: { code: code.replaceAll(/[\s-]/g, '').toUpperCase(), name: name.trim(), board },
        }),
      ),
      updateDisplay: fromPromise(({ input: { display, name, board } }) =>
        // Without a board it keeps its current one, or none.
        client.call(updateDisplay, { uuid: display, body: { name: name.trim(), ...(board !== '' && { board }) } }),
      ),
      endDisplay: fromPromise(({ input }) => client.call(endDisplay, { uuid: input.display })),
    },
  }),
);
