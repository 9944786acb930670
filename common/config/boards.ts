/** The bounds of a board, the same for our server and for an address that carries a board. Minutes, seconds, and parts of twelve. */
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

/** Content of an address: one board, or several in turn. */
export type AddressedBoards = { boards: BoardOfPanes[]; seconds: number };

/** Problem of an address. `board` counts the boards of a playlist from 1; null for an address of one board. */
export type AddressProblem = { board: number | null } & (
  | { what: 'name' | 'order' | 'nested' | 'both' }
  | { what: 'panes' | 'boards'; found: number }
  | { what: 'pane' | 'share' | 'old' | 'very_old' | 'seconds'; value: string }
);

/** The share of each of this number of panes with equal width. */
export const equalShare = (panes: number): number => Math.max(1, Math.floor(BOARD_LIMITS.share / Math.max(1, panes)));

/** A whole number within bounds, or null. */
function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

type Read<T> = { value: T; problems: AddressProblem[] };

function readPane(text: string, panes: number, board: number | null): Read<BoardPart> {
  const [, kind = '', rest = ''] = /^(template|wip)~(.+)$/s.exec(text) ?? [];
  const cut = rest.lastIndexOf('~');
  const id = cut < 0 ? rest : rest.slice(0, cut);
  const share = cut < 0 ? equalShare(panes) : wholeNumber(rest.slice(cut + 1), 1, BOARD_LIMITS.share);
  const value = { kind: kind === 'wip' ? 'wip' : 'template', id, share: share ?? 1 } as const;
  if (id === '') return { value, problems: [{ board, what: 'pane', value: text }] };
  return { value, problems: share === null ? [{ board, what: 'share', value: text }] : [] };
}

function readMinutes(params: URLSearchParams, what: 'old' | 'very_old', usual: number, board: number | null) {
  const text = params.get(what);
  const value = text === null ? usual : wholeNumber(text, 1, BOARD_LIMITS.minutes);
  return { value: value ?? usual, problems: value === null ? [{ board, what, value: text ?? '' }] : [] };
}

function readPanes(params: URLSearchParams, board: number | null): Read<BoardOfPanes> {
  const texts = params.getAll('pane');
  const panes = texts.map((text) => readPane(text, texts.length, board));
  const old = readMinutes(params, 'old', BOARD_DEFAULTS.old, board);
  const veryOld = readMinutes(params, 'very_old', Math.max(BOARD_DEFAULTS.veryOld, old.value + 1), board);
  const name = (params.get('name') ?? '').trim();
  const problems: AddressProblem[] = [...panes.flatMap((pane) => pane.problems), ...old.problems, ...veryOld.problems];
  if (texts.length === 0 || texts.length > BOARD_LIMITS.panes) {
    problems.unshift({ board, what: 'panes', found: texts.length });
  }
  if (Array.from(name).length > BOARD_LIMITS.name) problems.push({ board, what: 'name' });
  if (problems.length === 0 && veryOld.value <= old.value) problems.push({ board, what: 'order' });
  return { value: { name, panes: panes.map((pane) => pane.value), old: old.value, very_old: veryOld.value }, problems };
}

function readPlaylist(params: URLSearchParams, texts: readonly string[]): Read<AddressedBoards> {
  const queries = texts.map((text) => new URLSearchParams(text));
  const boards = queries.map((query, at) => readPanes(query, at + 1));
  const text = params.get('seconds');
  const seconds =
    text === null ? BOARD_DEFAULTS.seconds : wholeNumber(text, BOARD_LIMITS.secondsLeast, BOARD_LIMITS.secondsMost);
  const problems: AddressProblem[] = queries.flatMap((query, at) =>
    query.has('board') ? [{ board: at + 1, what: 'nested' as const }] : (boards[at]?.problems ?? []),
  );
  if (params.has('pane')) problems.unshift({ board: null, what: 'both' });
  if (texts.length > BOARD_LIMITS.boards) problems.unshift({ board: null, what: 'boards', found: texts.length });
  if (seconds === null) problems.push({ board: null, what: 'seconds', value: text ?? '' });
  return {
    value: { boards: boards.map((board) => board.value), seconds: seconds ?? BOARD_DEFAULTS.seconds },
    problems,
  };
}

/**
 * Reads the boards that an address carries.
 * @param query query of the address
 * @returns its content, usable if there are no problems; and all problems
 */
export function readBoards(query: URLSearchParams): Read<AddressedBoards> {
  const texts = query.getAll('board');
  if (texts.length > 0) return readPlaylist(query, texts);
  const { value, problems } = readPanes(query, null);
  return { value: { boards: [value], seconds: BOARD_DEFAULTS.seconds }, problems };
}

/** Encodes only the characters that a query cannot contain, so that the address is readable. */
const written = (text: string): string =>
  encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%3A', ':').replaceAll('%2C', ',');

const queryOfBoard = ({ name, panes, old, very_old: veryOld }: BoardOfPanes): string =>
  [
    ...(name === '' ? [] : [`name=${written(name)}`]),
    ...panes.map(({ kind, id, share }) => `pane=${written(`${kind}~${id}~${share}`)}`),
    `old=${old}`,
    `very_old=${veryOld}`,
  ].join('&');

/** The query of an address that carries one board, or a playlist. */
export const queryOfBoards = ({ boards, seconds }: AddressedBoards): string => {
  const [first, ...more] = boards.map(queryOfBoard);
  if (more.length === 0) return first ?? '';
  return [`seconds=${seconds}`, ...[first ?? '', ...more].map((query) => `board=${written(query)}`)].join('&');
};
