import { fromPromise } from 'xstate';
import { createBoard, listBoards, readBoard, updateBoard } from '#common/calls/boards.ts';
import type { Client } from '#api/client.ts';
import { failureOf, statusOf } from '#api/failure.ts';
import { listTemplates } from '#common/calls/templates.ts';
import { listWips } from '#common/calls/wips.ts';
import { type BoardChoice, type BoardChoices, boardFormMachine } from '#machines/boards/board-form.machine.ts';
import { BoardFormScreen } from '#ui/boards/board-form.tsx';
import { nameOf } from '#ui/shared/names.ts';
import { liveArchive } from '../live/live-archive.ts';
import { screenRouteWithParts } from '../screen-route.ts';

const FORBIDDEN = [403, 404];

/** The WIPs of a template, each with both names; none if the user may not see them. */
async function wipsOf(
  client: Client,
  { uuid, name }: { uuid: string; name: string | null },
  signal: AbortSignal,
): Promise<BoardChoice[]> {
  try {
    const wips = await client.call(listWips, { id: uuid }, { signal });
    return wips.map((wip) => ({ id: wip.uuid, name: `${nameOf(wip)} (${nameOf({ name })})` }));
  } catch (error) {
    if (FORBIDDEN.includes(statusOf(failureOf(error)) ?? 0)) return [];
    throw error;
  }
}

async function loadChoices(
  client: Client,
  { uuid }: { uuid: string | null },
  signal: AbortSignal,
): Promise<BoardChoices> {
  const [list, kept, board] = await Promise.all([
    client.call(listTemplates, {}, { signal }),
    client.call(listBoards, {}, { signal }),
    uuid === null ? null : client.call(readBoard, { uuid }, { signal }),
  ]);
  const wips: BoardChoice[] = [];
  // One after the other: a host with many templates is not asked for all of them at once.
  // oxlint-disable-next-line eslint/no-await-in-loop -- see above
  for (const template of list) wips.push(...(await wipsOf(client, template, signal)));
  return {
    templates: list.map((template) => ({ id: template.uuid, name: nameOf(template) })),
    wips,
    boards: kept.flatMap((one) =>
      one.shown.kind === 'panes' && one.uuid !== uuid
        ? [{ id: one.uuid, name: nameOf(one), panes: one.shown.panes }]
        : [],
    ),
    board,
  };
}

export const route = screenRouteWithParts(
  BoardFormScreen,
  ({ client }) =>
    boardFormMachine.provide({
      actors: {
        loadChoices: fromPromise(({ input, signal }) => loadChoices(client, input, signal)),
        saveBoard: fromPromise(({ input: { uuid, ...body } }) =>
          uuid === null ? client.call(createBoard, { body }) : client.call(updateBoard, { uuid, body }),
        ),
      },
    }),
  (services) => ({ pane: liveArchive(services) }),
);
