import type { Board } from '#common/calls/boards.ts';
import type { BoardShown } from '#common/calls/board-shown.ts';
import { BOARD_DEFAULTS, BOARD_LIMITS, equalShare } from '#common/config/boards.ts';

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

/** Complaint about a field: a new object each time, since each complaint moves the focus. `field`: the name of its control. */
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

/**
 * @param shares of panes
 * @returns the same in twelfths of the whole, each one at least
 */
export function inTwelfths(shares: readonly number[]): number[] {
  const { share: whole } = BOARD_LIMITS;
  const all = shares.reduce((sum, share) => sum + share, 0);
  const exact = shares.map((share) => (share * whole) / all);
  const parts = exact.map((part) => Math.max(1, Math.floor(part)));
  const by = (sign: number) => (one: number, other: number) =>
    sign * ((exact[other] ?? 0) - (parts[other] ?? 0) - ((exact[one] ?? 0) - (parts[one] ?? 0)));
  for (let rest = whole - parts.reduce((sum, part) => sum + part, 0); rest !== 0; rest -= Math.sign(rest)) {
    const places = [...parts.keys()].filter((at) => rest > 0 || (parts[at] ?? 0) > 1);
    const [at = 0] = places.sort(by(Math.sign(rest)));
    parts[at] = (parts[at] ?? 0) + Math.sign(rest);
  }
  return parts;
}

const withShares = (panes: readonly PaneDraft[], shares: readonly number[]): PaneDraft[] =>
  [...panes.entries()].map(([at, pane]) => ({ ...pane, share: shares[at] ?? 1 }));

/** A draft with one pane more, all equally wide. */
export function withPane(draft: BoardDraft): BoardDraft {
  const panes: PaneDraft[] = [...draft.panes, { kind: 'template', id: '', share: 1 }];
  return {
    ...draft,
    panes: withShares(
      panes,
      panes.map(() => equalShare(panes.length)),
    ),
  };
}

/** A draft without one of its panes; the others keep their proportions. */
export function withoutPane(draft: BoardDraft, place: number): BoardDraft {
  const panes = draft.panes.filter((_, at) => at !== place);
  return { ...draft, panes: withShares(panes, inTwelfths(panes.map(({ share }) => share))) };
}

/**
 * Position of the border after a pane, in twelfths from the left, and the limits between which both neighbours keep a twelfth.
 * @param place of the pane before it
 */
export function borderOf({ panes }: BoardDraft, place: number): { at: number; least: number; most: number } {
  const shares = inTwelfths(panes.map(({ share }) => share));
  const upTo = (end: number): number => shares.slice(0, end).reduce((sum, share) => sum + share, 0);
  return { at: upTo(place + 1), least: upTo(place) + 1, most: upTo(place + 2) - 1 };
}

/** Returns a draft with the border after a pane moved as near to a twelfth from the left as its neighbours allow. */
export function withBorder(draft: BoardDraft, place: number, twelfth: number): BoardDraft {
  const shares = inTwelfths(draft.panes.map(({ share }) => share));
  const { at, least, most } = borderOf(draft, place);
  const by = Math.min(most, Math.max(least, twelfth)) - at;
  const moved = shares.map((share, no) => (no === place ? share + by : no === place + 1 ? share - by : share));
  return { ...draft, panes: withShares(draft.panes, moved) };
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
  return { field: 'veryOld', text: 'Alert must be later than Warn.' };
}

function playlistProblem({ boards, seconds }: BoardDraft): BoardProblem | null {
  const { secondsLeast, secondsMost } = BOARD_LIMITS;
  const empty = boards.indexOf('');
  if (empty >= 0) return { field: `board ${empty + 1}`, text: 'Choose a board.' };
  if (isWithin(seconds, secondsLeast, secondsMost)) return null;
  return { field: 'seconds', text: `Enter a whole number of seconds from ${secondsLeast} to ${secondsMost}.` };
}

/** The first problem of a draft, or null. */
export function problemOf(draft: BoardDraft): BoardProblem | null {
  const { length } = Array.from(draft.name.trim());
  if (length === 0) return { field: 'name', text: 'Give the board a name.' };
  if (length > BOARD_LIMITS.name) {
    return { field: 'name', text: `A name has at most ${BOARD_LIMITS.name} characters.` };
  }
  return draft.kind === 'panes' ? panesProblem(draft) : playlistProblem(draft);
}

/** Returns the content of the board from a draft without problems. */
export const shownOf = ({ kind, panes, old, veryOld, boards, seconds }: BoardDraft): BoardShown =>
  kind === 'panes'
    ? { kind, panes, old: wholeNumber(old), very_old: wholeNumber(veryOld) }
    : { kind, boards, seconds: wholeNumber(seconds) };
