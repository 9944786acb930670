/** The bounds of a board, the same for the form and for our server. Minutes, seconds, and parts of twelve. */
export const BOARD_LIMITS = {
  name: 100,
  panes: 4,
  share: 12,
  boards: 20,
  minutes: 100_000,
  secondsLeast: 10,
  secondsMost: 3_600,
  /** Maximum number of boards of one organization, at our server. */
  perOrganisation: 200,
} as const;

/** Maximum length of a display's name, in characters. */
export const DISPLAY_NAME_MAX = 100;

/** Number of letters in the pairing code of a screen. */
export const DISPLAY_CODE_LENGTH = 8;

/** Defaults: the ages in minutes, and the seconds for which each board of a playlist is shown. */
export const BOARD_DEFAULTS = { old: 60, veryOld: 240, seconds: 60 } as const;

/** One part of a board: the object whose newest archive it shows, and its width relative to the others. */
export type BoardPart = { kind: 'template' | 'wip'; id: string; share: number };

/** A board as displayed. `old` and `very_old` are the ages, in minutes, from which a document is labelled old. */
export type BoardOfPanes = { name: string; panes: BoardPart[]; old: number; very_old: number };

/** The share of each of this number of panes with equal width. */
export const equalShare = (panes: number): number => Math.max(1, Math.floor(BOARD_LIMITS.share / Math.max(1, panes)));
