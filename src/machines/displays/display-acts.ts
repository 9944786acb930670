import { DISPLAY_POLL_INTERVAL } from '#common/config/constants.ts';
import type { Board } from '#common/calls/boards.ts';
import type { Display } from '#common/calls/displays.ts';
import { boardMessages, displayMessage } from '../shared/board-messages.ts';
import type { ListProblem } from '../shared/managed-list.machine.ts';
import { managedList } from '../shared/managed-list.ts';

/** Act of an administrator: making the screen that shows a code a display, changing a display, or removing it. */
export type DisplayAct =
  | { kind: 'add'; code: string; name: string; board: string }
  | { kind: 'change'; display: string; name: string; board: string }
  | { kind: 'end'; display: string; name: string };

/** The displays, and the boards that they can show. */
export type DisplayLists = { displays: Display[]; boards: Board[] };

export const NO_DISPLAYS: DisplayLists = { displays: [], boards: [] };

function problemOf(act: DisplayAct): ListProblem | null {
  if (act.kind !== 'add') return null;
  if (act.code.replaceAll(/[\s-]/g, '').length !== 8)
    return { field: 'code', text: boardMessages.displays.codeRequired };
  if (act.name.trim() === '') return { field: 'name', text: boardMessages.displays.nameRequired };
  return act.board === '' ? { field: 'board', text: boardMessages.displays.boardRequired } : null;
}

const OPERATION = { add: 'entering', change: 'updating', end: 'ending' } as const;

/**
 * The displays of the organization: the list, which is read again each minute and updated after each change; pairing a screen by its code; giving a display
 * another name or board; and removing one, after a question.
 */
export const displayList = managedList<DisplayLists, DisplayAct, Display | null>({
  empty: NO_DISPLAYS,
  listFailed: (failure) => displayMessage('listing', failure),
  problemOf,
  asks: ({ kind }) => kind === 'end',
  after: ({ displays, boards }, act, display) => ({
    boards,
    displays:
      act.kind === 'add'
        ? [...displays.filter(({ uuid }) => uuid !== display?.uuid), ...(display ? [display] : [])]
        : displays.flatMap((one) => (one.uuid === act.display ? (display ?? []) : one)),
  }),
  doneText: ({ kind }) =>
    kind === 'end' ? null : kind === 'add' ? boardMessages.displays.paired : boardMessages.displays.updated,
  failedText: ({ kind }, failure) => displayMessage(OPERATION[kind], failure),
  poll: () => DISPLAY_POLL_INTERVAL,
});
