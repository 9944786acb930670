import type { Board, BoardShown } from '#api/contract/boards.ts';
import { BOARD_DEFAULTS, BOARD_LIMITS, type BoardOfPanes, equalShare } from '#config/boards.ts';

/** A pane as it is filled in. `id` is empty until something is chosen. */
export type PaneDraft = { kind: 'template' | 'wip'; id: string; share: number };

/** A board as it is filled in: numbers as they were typed. */
export type BoardDraft = {
  name: string;
  kind: 'panes' | 'playlist';
  panes: PaneDraft[];
  old: string;
  veryOld: string;
  boards: string[];
  seconds: string;
};

/** What is wrong with a field: a new object each time, since each complaint moves the focus. `field` is the name of its control. */
export type BoardProblem = { field: string; text: string };

export const EMPTY_DRAFT: BoardDraft = {
  name: '',
  kind: 'panes',
  panes: [{ kind: 'template', id: '', share: BOARD_LIMITS.share }],
  old: String(BOARD_DEFAULTS.old),
  veryOld: String(BOARD_DEFAULTS.veryOld),
  boards: [''],
  seconds: String(BOARD_DEFAULTS.seconds),
};

/** The draft of a board as the host has it. */
export function draftOf({ name, shown }: Board): BoardDraft {
  const draft = { ...EMPTY_DRAFT, name: name ?? '', kind: shown.kind };
  return shown.kind === 'panes'
    ? { ...draft, panes: shown.panes, old: String(shown.old), veryOld: String(shown.very_old) }
    : { ...draft, boards: shown.boards, seconds: String(shown.seconds) };
}

/** A draft with one pane more, all equally wide. */
export function withPane(draft: BoardDraft): BoardDraft {
  const panes: PaneDraft[] = [...draft.panes, { kind: 'template', id: '', share: 1 }];
  const share = equalShare(panes.length);
  return { ...draft, panes: panes.map((pane) => ({ ...pane, share })) };
}

const wholeNumber = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : 0);

const isWithin = (text: string, least: number, most: number): boolean =>
  wholeNumber(text) >= least && wholeNumber(text) <= most;

function panesProblem({ panes, old, veryOld }: BoardDraft): BoardProblem | null {
  const { minutes } = BOARD_LIMITS;
  const empty = panes.findIndex(({ id }) => id === '');
  if (empty >= 0) return { field: `pane ${empty + 1}`, text: 'Choose a template or a WIP.' };
  const text = `Enter a whole number of minutes from 1 to ${minutes}.`;
  if (!isWithin(old, 1, minutes)) return { field: 'old', text };
  if (!isWithin(veryOld, 1, minutes)) return { field: 'veryOld', text };
  if (wholeNumber(veryOld) > wholeNumber(old)) return null;
  return { field: 'veryOld', text: 'Very old has to be more minutes than old.' };
}

function playlistProblem({ boards, seconds }: BoardDraft): BoardProblem | null {
  const { secondsLeast, secondsMost } = BOARD_LIMITS;
  const empty = boards.indexOf('');
  if (empty >= 0) return { field: `board ${empty + 1}`, text: 'Choose a board.' };
  if (isWithin(seconds, secondsLeast, secondsMost)) return null;
  return { field: 'seconds', text: `Enter a whole number of seconds from ${secondsLeast} to ${secondsMost}.` };
}

/**
 * @param draft of a board
 * @param isKept whether it is kept at the host, where it needs a name
 * @returns the first thing that is wrong with it, or null
 */
export function problemOf(draft: BoardDraft, isKept: boolean): BoardProblem | null {
  const { length } = Array.from(draft.name.trim());
  if (isKept && length === 0) return { field: 'name', text: 'Give the board a name.' };
  if (length > BOARD_LIMITS.name) {
    return { field: 'name', text: `A name has at most ${BOARD_LIMITS.name} characters.` };
  }
  return draft.kind === 'panes' ? panesProblem(draft) : playlistProblem(draft);
}

/** What the board of a draft without problems shows. */
export const shownOf = ({ kind, panes, old, veryOld, boards, seconds }: BoardDraft): BoardShown =>
  kind === 'panes'
    ? { kind, panes, old: wholeNumber(old), very_old: wholeNumber(veryOld) }
    : { kind, boards, seconds: wholeNumber(seconds) };

/** The board of a draft of panes without problems, for its address. */
export const boardOf = ({ name, panes, old, veryOld }: BoardDraft): BoardOfPanes => ({
  name: name.trim(),
  panes,
  old: wholeNumber(old),
  very_old: wholeNumber(veryOld),
});
