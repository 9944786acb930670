import type { BoardShown } from '#common/calls/board-shown.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { DisplayRecord } from '#server/storage/stores/displays.ts';
import { StorageTrouble } from '#server/storage/unavailable.ts';
import { found, type Reader } from '../access.ts';
import { Refusal } from '../refusal.ts';
import type { Archives } from '../documents/archives.ts';
import { boardTopic, readBoard, type ReadBoard } from './boards.ts';
import type { ReceivedNotes } from './received.ts';
import { plainAddress } from '../credentials/throttle.ts';
import { hashToken } from '../session/tokens.ts';

/**
 * Topics of a display's stream. `until`: topics that decide what it may read; the first event on one of them ends the
 * stream.
 */
export type DisplayTopics = {
  topic: (id: string) => Promise<string>;
  until: readonly string[];
  /** All panes of its boards, by name. */
  panes: readonly string[];
  /** State of the boards, which decides what the display may read; for `isStill`. */
  state: string;
};

type Pane = Extract<BoardShown, { kind: 'panes' }>['panes'][number];

/**
 * Reads for a display: its present board, a playlist's boards, and the documents that they show. Everything else counts
 * as missing.
 */
export type DisplayReading = ReturnType<typeof createDisplayReading>;

const OWN = 'display ';

/** The topic of a display's own changes; its streams are known by the same name, which no session's family has. */
export function displayTopic(display: string): string {
  return `${OWN}${display}`;
}

/** @param family of streams @returns the display that owns them; null for a session's family */
export function displayOfFamily(family: string): string | null {
  return family.startsWith(OWN) ? family.slice(OWN.length) : null;
}

/** The least that a reader may have: a display reads in its own organisation only. */
const readerOf = ({ organisation }: DisplayRecord): Reader => ({ organisation, permission: 0 });

/** The name of a pane, by what it shows. */
export const paneOf = (kind: Pane['kind'], id: string): string => `${kind} ${id.toLowerCase()}`;

const stateOf = (boards: readonly ReadBoard[]): string =>
  JSON.stringify(boards.map(({ uuid, shown }) => [uuid, shown]));

const missing = (): never => {
  throw new Refusal('missing', 'This does not stand on the display’s board.');
};

/**
 * Documents of another organisation count as missing, even if a site administrator has put them on the board: a display
 * learns nothing of them.
 */
async function own<T>(looked: Promise<T>): Promise<T> {
  try {
    return await looked;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'forbidden') return missing();
    throw error;
  }
}

/**
 * @param storage where displays and boards are stored
 * @param archives submissions that may be read
 * @param received notes that displays are in use
 */
export function createDisplayReading(
  storage: Pick<Storage, 'displays' | 'pairings' | 'boards'>,
  archives: Archives,
  received: Pick<ReceivedNotes, 'seen'>,
) {
  const boardOf = async ({ organisation }: DisplayRecord, uuid: string): Promise<ReadBoard[]> => {
    const record = await storage.boards.byUuid(uuid);
    return record?.organisation === organisation ? [readBoard(record)] : [];
  };
  /** Its board, and the boards of a playlist. */
  const boardsOf = async (display: DisplayRecord): Promise<ReadBoard[]> => {
    const [given] = display.board === null ? [] : await boardOf(display, display.board);
    if (!given) return [];
    if (given.shown.kind === 'panes') return [given];
    const turned = await Promise.all([...new Set(given.shown.boards)].map((uuid) => boardOf(display, uuid)));
    return [given, ...turned.flat()];
  };
  const panesOf = (boards: readonly ReadBoard[]): Pane[] =>
    boards.flatMap(({ shown }) => (shown.kind === 'panes' ? shown.panes : []));
  const shows = (panes: readonly Pane[], kind: Pane['kind'], id: string): boolean =>
    panes.some((pane) => pane.kind === kind && pane.id.toLowerCase() === id);

  return {
    /** The display of a token; null if there is none, or it was ended. @param address network address of the request */
    async authenticate(token: string, address: string): Promise<DisplayRecord | null> {
      const display = await storage.displays.byToken(hashToken(token));
      if (display) received.seen(display, plainAddress(address));
      return display;
    },

    /** Notes that the display has its token: its pairing is over. */
    async settled(token: string): Promise<void> {
      const claim = hashToken(token);
      try {
        if (await storage.pairings.byClaim(claim)) await storage.pairings.remove(claim);
      } catch (error) {
        if (!(error instanceof StorageTrouble)) throw error;
      }
    },

    async board(display: DisplayRecord, uuid: string): Promise<ReadBoard> {
      const boards = await boardsOf(display);
      return found(boards.find((board) => board.uuid === uuid) ?? null, 'board');
    },

    /** @returns as whom the display may read a template's or a WIP's submissions */
    async reader(display: DisplayRecord, kind: Pane['kind'], id: string): Promise<Reader> {
      const reader = readerOf(display);
      if (!shows(panesOf(await boardsOf(display)), kind, id)) missing();
      await own(archives.topic(reader, id));
      return reader;
    },

    /** @returns as whom the display may read a submission, when it was submitted, and the panes that may show it */
    async archive(
      display: DisplayRecord,
      id: string,
    ): Promise<{ reader: Reader; submitted_on: string; panes: readonly string[] }> {
      const reader = readerOf(display);
      const { template, wip, submitted_on } = await own(archives.open(reader, id));
      const all = new Set(panesOf(await boardsOf(display)).map((pane) => paneOf(pane.kind, pane.id)));
      const panes = [paneOf('template', template), paneOf('wip', wip)].filter((pane) => all.has(pane));
      return panes.length > 0 ? { reader, submitted_on, panes } : missing();
    },

    async topics(display: DisplayRecord): Promise<DisplayTopics> {
      const boards = await boardsOf(display);
      const panes = panesOf(boards);
      const self = displayTopic(display.uuid);
      return {
        async topic(id) {
          if (id === display.uuid) return self;
          if (boards.some((board) => board.uuid === id)) return boardTopic(id);
          if (!shows(panes, 'template', id) && !shows(panes, 'wip', id)) missing();
          return own(archives.topic(readerOf(display), id));
        },
        panes: panes.map(({ kind, id }) => paneOf(kind, id)),
        until: [self, ...boards.map(({ uuid }) => boardTopic(uuid))],
        state: stateOf(boards),
      };
    },

    /** True if a display may still read all that it could when its topics were read. */
    async isStill(uuid: string, state: string): Promise<boolean> {
      const display = await storage.displays.byUuid(uuid);
      return display !== null && stateOf(await boardsOf(display)) === state;
    },

    /** @param uuids of displays @returns those that were ended */
    async ended(uuids: readonly string[]): Promise<string[]> {
      const alive = new Set((await storage.displays.list(null)).map(({ uuid }) => uuid));
      return uuids.filter((uuid) => !alive.has(uuid));
    },
  };
}
