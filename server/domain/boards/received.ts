import type { Storage, Stores } from '#server/storage/storage.ts';
import type { DisplayRecord } from '#server/storage/stores/displays.ts';
import type { ReceivedRow } from '#server/storage/stores/received.ts';
import { StorageTrouble, StorageUnavailable } from '#server/storage/unavailable.ts';

/** Milliseconds without any request after which a display counts as cut off: it makes one a minute, and one may fail. */
const SILENCE = 150_000;
/** Milliseconds in which a display may come back after its stream has closed: its screen warns after them. */
const RETURN = 10_000;
/** Milliseconds before that end in which a request belongs to its next stream: the one before closes when that is open. */
const OVERLAP = 1_000;
/** Milliseconds between two writes; displays whose rows one transaction writes; news of one that wait for a full disk. */
const WRITE_EACH = 1_000;
const AT_ONCE = 500;
const NEWS_MAX = 100;
/** The end of a row that began by mistake: earlier than any begin. */
const MISTAKE = new Date(0).toISOString();

/** A display showed an archive, from when until when: null while it does. */
export type Received = { display: string; name: string; from: string; until: string | null };

/** News of a display's panes: content that was sent to it or did not come, the newest archive that it learned of, or all of its panes. */
type News =
  | { kind: 'read' | 'lost'; panes: readonly string[]; archive: string; submitted_on: string }
  | { kind: 'newest'; pane: string; archive: string | null }
  | { kind: 'board'; panes: readonly string[] };

/** The requests of a display that are not written yet, in epoch milliseconds. */
type Visit = { name: string; address: string | null; first: number; last: number; news: (News & { at: number })[] };

type Row = ReceivedRow & { submitted_on: string };

const momentOf = (at: number): string => new Date(at).toISOString();
const isSilent = (one: number, other: number): boolean => Math.abs(one - other) > SILENCE;

/** Times at which displays showed an archive, the earliest first. Those of several panes of one display are one. */
export function timesOf(rows: Awaited<ReturnType<Storage['received']['ofArchive']>>, now: Date): Received[] {
  const times: Received[] = [];
  const sorted = rows.toSorted((one, other) => (one.display + one.since < other.display + other.since ? -1 : 1));
  for (const { display, name, since, until, last_seen, ended_at } of sorted) {
    const isShown = ended_at === null && !isSilent(now.getTime(), Date.parse(last_seen));
    const last = last_seen > since ? last_seen : since;
    const end = until ?? (isShown ? null : last);
    const before = times.at(-1);
    if (before?.display === display && (before.until === null || since <= before.until)) {
      if (before.until !== null && (end === null || end > before.until)) before.until = end;
    } else times.push({ display, name, from: since, until: end });
  }
  return times.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
}

/** Writes what a batch of displays has read. @param left displays whose stream has closed, and when */
async function write(
  { received, displays }: Stores,
  visits: ReadonlyMap<string, Visit>,
  left: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const uuids = [...new Set([...visits.keys(), ...left.keys()])];
  const seen = new Map((await displays.lastSeen(uuids)).map(({ uuid, last_seen }) => [uuid, Date.parse(last_seen)]));
  const open = new Map<string, Map<string, Row>>(uuids.map((uuid) => [uuid, new Map<string, Row>()]));
  const ended = new Set<Row>();
  const added = new Set<Row>();
  const end = (row: Row | undefined, at: number): void => {
    if (!row) return;
    // A clock may have been set back.
    row.until = momentOf(Math.max(at, Date.parse(row.since)));
    open.get(row.display)?.delete(row.pane);
    if (!added.has(row)) ended.add(row);
  };
  const begin = (row: Omit<Row, 'until'>): void => {
    const begun = { ...row, until: null };
    added.add(begun);
    open.get(row.display)?.set(row.pane, begun);
  };

  for (const row of await received.open(uuids)) {
    // Two processes may have begun one each.
    end(open.get(row.display)?.get(row.pane), Date.parse(row.since));
    open.get(row.display)?.set(row.pane, row);
  }
  for (const [display, { first }] of visits) {
    const last = seen.get(display) ?? first;
    if (isSilent(first, last)) for (const row of open.get(display)?.values() ?? []) end(row, last);
  }
  const named = [...visits.values()].flatMap(({ news }) =>
    news.flatMap((one) => (one.kind === 'newest' && one.archive !== null ? [one.archive] : [])),
  );
  const before = named.length === 0 ? [] : await received.before(uuids, [...new Set(named)]);
  const shown = new Map(before.map((one) => [`${one.display} ${one.pane} ${one.archive}`, one]));
  for (const [display, { name, news }] of visits) {
    const panes = open.get(display) ?? new Map<string, Row>();
    for (const one of news) {
      const since = momentOf(one.at);
      if (one.kind === 'board') {
        for (const row of panes.values()) if (!one.panes.includes(row.pane)) end(row, one.at);
      } else if (one.kind === 'newest') {
        const again = shown.get(`${display} ${one.pane} ${one.archive}`);
        if (one.archive === null) end(panes.get(one.pane), one.at);
        // It still has the content that it read before.
        else if (again && !panes.has(one.pane)) begin({ ...again, name, since });
      } else {
        const { archive, submitted_on } = one;
        for (const pane of one.panes) {
          const row = panes.get(pane);
          // An older one is another pane's: the pane of a document beside that of its template.
          if (one.kind === 'lost') {
            // It has asked for what it does not have; a row that began at its question was wrong.
            if (row?.archive !== archive) continue;
            end(row, one.at);
            if (one.at - Date.parse(row.since) < RETURN) row.until = MISTAKE;
            continue;
          }
          if (row?.archive === archive || (row && row.submitted_on > submitted_on)) continue;
          end(row, one.at);
          begin({ archive, display, name, pane, since, submitted_on });
        }
      }
    }
  }
  for (const [display, at] of left) {
    const last = Math.max(seen.get(display) ?? at, visits.get(display)?.last ?? 0);
    if (last >= at - OVERLAP) continue;
    // A connection whose other end is gone may close long after.
    for (const row of open.get(display)?.values() ?? []) end(row, isSilent(at, last) ? last : at);
  }

  const rowsOf = (rows: ReadonlySet<Row>) => [...rows].map(({ submitted_on: _, ...row }) => row);
  await received.end(rowsOf(ended));
  await received.add(rowsOf(added));
  await displays.touch(
    [...visits].map(([uuid, { last, address }]) => ({ uuid, last_seen: momentOf(last), address })),
    momentOf(now + SILENCE),
  );
}

const joined = (before: Visit | undefined, later: Visit): Visit => {
  if (!before) return later;
  return {
    ...later,
    address: later.address ?? before.address,
    // It was cut off while nothing could be written.
    first: isSilent(later.first, before.last) ? later.first : before.first,
    news: [...before.news, ...later.news].slice(-NEWS_MAX),
  };
};

function take<T>(notes: Map<string, T>, uuids: ReadonlySet<string>): Map<string, T> {
  const taken = new Map([...notes].filter(([uuid]) => uuids.has(uuid)));
  for (const uuid of taken.keys()) notes.delete(uuid);
  return taken;
}

/** Notes which archives displays show, and that displays are in use. */
export type ReceivedNotes = ReturnType<typeof createReceivedNotes>;

/**
 * Notes in memory, and writes once a second for all displays: no call waits for it, and no submission.
 * @param now the clock
 * @param failed called when notes could not be written, except for trouble with the disk. They wait until the database can be written
 */
export function createReceivedNotes(
  storage: Pick<Storage, 'transaction'>,
  now: () => Date,
  failed: (error: unknown) => void,
) {
  const visits = new Map<string, Visit>();
  const left = new Map<string, number>();
  let writing: Promise<void> | null = null;

  const writeSome = async (uuids: ReadonlySet<string>, due: readonly string[], at: number): Promise<void> => {
    const [theirs, gone] = [take(visits, uuids), take(left, new Set(due.filter((uuid) => uuids.has(uuid))))];
    try {
      await storage.transaction((stores) => write(stores, theirs, gone, at));
    } catch (error) {
      if (!(error instanceof StorageTrouble)) failed(error);
      if (!(error instanceof StorageUnavailable)) return;
      for (const [uuid, when] of gone) if (!visits.has(uuid) && !left.has(uuid)) left.set(uuid, when);
      for (const [uuid, visit] of theirs) {
        const later = visits.get(uuid);
        visits.set(uuid, later ? joined(visit, later) : visit);
      }
    }
  };
  const writeAll = async (isEnding: boolean): Promise<void> => {
    const at = now().getTime();
    const isDue = (when: number): boolean => isEnding || Math.abs(at - when) >= RETURN;
    const due = [...left].flatMap(([uuid, when]) => (isDue(when) ? [uuid] : []));
    const uuids = [...new Set([...visits.keys(), ...due])];
    for (let from = 0; from < uuids.length; from += AT_ONCE)
      // oxlint-disable-next-line no-await-in-loop -- one transaction after the other
      await writeSome(new Set(uuids.slice(from, from + AT_ONCE)), due, at);
  };
  const timer = setInterval(() => {
    writing ??= writeAll(false).finally(() => (writing = null));
  }, WRITE_EACH).unref();

  return {
    /**
     * Notes a request of a display.
     * @param address its origin; null for a request that was noted already, whose reply was sent now
     */
    seen({ uuid, name }: Pick<DisplayRecord, 'uuid' | 'name'>, address: string | null, news?: News): void {
      const at = now().getTime();
      const visit = { name, address, first: at, last: at, news: news ? [{ ...news, at }] : [] };
      visits.set(uuid, joined(visits.get(uuid), visit));
      left.delete(uuid);
    },
    /** Notes that the last stream of a display in this process has closed. */
    left(uuid: string): void {
      left.set(uuid, now().getTime());
    },
    /** Writes the rest. */
    async close(): Promise<void> {
      clearInterval(timer);
      await writing;
      await writeAll(true);
    },
  };
}
