import { found } from '#server/domain/access.ts';
import { displayCalled, endDisplay } from '#server/domain/boards/displays.ts';
import { table, yes, type Command } from './command.ts';

/** Commands for screens without a user. */
export const displayCommands: readonly Command[] = [
  {
    name: 'display list',
    summary: 'list the displays: their boards, who paired them, when and where each was seen last',
    async run(_call, { storage }) {
      const displays = await storage.displays.list(null);
      const boards = await Promise.all(
        displays.map(async ({ board }) => (board === null ? null : storage.boards.byUuid(board))),
      );
      const rows = displays.map(({ name, paired_by, last_seen, address, uuid }, at) => [
        name,
        boards[at]?.name ?? 'no board',
        paired_by ?? 'somebody who was removed',
        last_seen,
        address ?? 'not known',
        uuid,
      ]);
      return {
        text: table([['NAME', 'BOARD', 'PAIRED BY', 'LAST SEEN', 'ADDRESS', 'UUID'], ...rows]),
        json: { displays },
      };
    },
  },
  {
    name: 'display end',
    words: ['uuid or name'],
    summary: 'end a display, at once: its screen asks for a new code',
    options: yes('name'),
    async run({ words: [wanted = ''], confirm, now }, { storage }) {
      const { uuid, name } = await displayCalled(storage, wanted);
      await confirm(name, `The screen of ${name} shows its board no more, until it is paired again.`);
      await storage.transaction(async (stores) =>
        endDisplay(stores, null, found(await stores.displays.byUuid(uuid), 'display'), now()),
      );
      return { text: `${name} is ended.`, json: { uuid, name } };
    },
  },
];
