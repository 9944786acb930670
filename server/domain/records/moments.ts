import type { Storage } from '#server/storage/storage.ts';
import type { PaneSource, RecordHead } from '#server/storage/stores/records.ts';
import { foundFor, type Actor } from '../access.ts';
import { readBoard } from '../boards/boards.ts';

/** Maximum of moments that are listed one by one, and the number of parts in which more of them are counted. */
const LISTED_MAX = 1_000;
const PARTS = 500;

/** Content of a pane. */
export type Pane = { kind: 'wip' | 'template'; id: string };
/** Panes in their order, or those of a board. */
export type Panes = { panes: readonly Pane[] } | { board: string };

/** Submissions of the panes, or how many there were in each of equal parts of the time. */
export type Moments =
  | { moments: { at: string; pane: string; archive_uuid: string }[] }
  | { density: { from: string; count: number }[] };

type Parts<Entry> = {
  storage: Pick<Storage, 'records' | 'templates' | 'wips' | 'boards'>;
  withChanges: (heads: readonly RecordHead[]) => Promise<Entry[]>;
  /** Notes the reading in the audit log. */
  note: (actor: Actor, subject: string | null) => Promise<void>;
  now: () => Date;
};

/** The length of the text of a part of time, such as an hour, that is shorter than a number of milliseconds. */
const partWithin = (milliseconds: number): 10 | 13 | 16 | 19 =>
  milliseconds >= 86_400_000 ? 10 : milliseconds >= 3_600_000 ? 13 : milliseconds >= 60_000 ? 16 : 19;

const PART_STARTS = '0000-01-01T00:00:00.000Z';

/** The live screens at earlier moments: what each pane showed, and when that changed. */
export function createMoments<Entry extends { uuid: string }>({ storage, withChanges, note, now }: Parts<Entry>) {
  const { records, templates, wips, boards } = storage;

  const panesOf = async (actor: Actor, asked: Panes): Promise<readonly Pane[]> => {
    if ('panes' in asked) return asked.panes;
    const read = async (uuid: string) => readBoard(foundFor(actor, await boards.byUuid(uuid), 'board'));
    const { shown } = await read(asked.board);
    if (shown.kind === 'panes') return shown.panes;
    const all = await Promise.all(shown.boards.map(read));
    return all.flatMap((board) => (board.shown.kind === 'panes' ? board.shown.panes : []));
  };

  const sourceOf = async (actor: Actor, { kind, id }: Pane): Promise<PaneSource> => {
    if (kind === 'wip') return { kind, id: foundFor(actor, await wips.head(id), 'document').uuid };
    const template = foundFor(actor, await templates.head(id), 'template');
    return { kind, id, organisation: template.organisation ?? actor.organisation };
  };

  const sourcesOf = async (actor: Actor, asked: Panes): Promise<PaneSource[]> => {
    const panes = await panesOf(actor, asked);
    const sources = await Promise.all(panes.map((pane) => sourceOf(actor, pane)));
    await note(actor, 'board' in asked ? asked.board : (panes[0]?.id ?? null));
    return sources;
  };

  return {
    /**
     * The newest submission of each pane at a moment; a later one than now is now.
     * @returns `previous` and `next`: moments of the submissions before and after it among all panes
     */
    async at(
      actor: Actor,
      asked: Panes,
      time: string,
    ): Promise<{
      time: string;
      panes: { id: string; record: Entry | null }[];
      previous: string | null;
      next: string | null;
    }> {
      const sources = await sourcesOf(actor, asked);
      const present = now().toISOString();
      const moment = time < present ? time : present;
      const [heads, around] = await Promise.all([
        Promise.all(sources.map((source) => records.newestAt(source, moment))),
        Promise.all(sources.map((source) => records.momentsAround(source, moment))),
      ]);
      const found = new Map(
        (await withChanges(heads.filter((head) => head !== null))).map((record) => [record.uuid, record]),
      );
      const times = (name: 'previous' | 'next') => around.flatMap((one) => one[name] ?? []).toSorted();
      return {
        time: moment,
        panes: sources.map(({ id }, place) => ({ id, record: found.get(heads[place]?.uuid ?? '') ?? null })),
        previous: times('previous').at(-1) ?? null,
        next: times('next')[0] ?? null,
      };
    },

    /** The moments at which a pane has changed; when there are too many of them, their number in each part of the time. */
    async moments(actor: Actor, asked: Panes, range: { from?: string; to?: string }): Promise<Moments> {
      const sources = await sourcesOf(actor, asked);
      const present = now().toISOString();
      const to = range.to ?? present;
      const firsts = await Promise.all(sources.map((source) => records.momentsAround(source, to)));
      const from = range.from ?? firsts.flatMap(({ first }) => first ?? []).toSorted()[0] ?? to;
      const all = await Promise.all(
        sources.map(async (source) =>
          (await records.momentsBetween(source, from, to, LISTED_MAX + 1)).map((one) => ({ ...one, pane: source.id })),
        ),
      );
      const listed = all.flat();
      if (listed.length <= LISTED_MAX) {
        return {
          moments: listed
            .toSorted((one, other) =>
              one.submitted_on === other.submitted_on
                ? one.number - other.number
                : one.submitted_on < other.submitted_on
                  ? -1
                  : 1,
            )
            .map(({ submitted_on: at, pane, uuid: archive_uuid }) => ({ at, pane, archive_uuid })),
        };
      }
      const start = Date.parse(from);
      const step = Math.max(1, (Date.parse(to) - start) / PARTS);
      const counts = Array.from({ length: PARTS }, () => 0);
      const counted = await Promise.all(
        sources.map((source) => records.momentsCounted(source, from, to, partWithin(step))),
      );
      for (const { at, count } of counted.flat()) {
        const moment = Date.parse(at + PART_STARTS.slice(at.length));
        const part = Math.min(PARTS - 1, Math.max(0, Math.floor((moment - start) / step)));
        counts[part] = (counts[part] ?? 0) + count;
      }
      return {
        density: counts.map((count, part) => ({
          from: new Date(Math.round(start + part * step)).toISOString(),
          count,
        })),
      };
    },
  };
}
