import type { Report, ReportedActor } from './wire.ts';

/** An actor of a tab. `no` distinguishes several of one machine. */
export type Actor = ReportedActor & { key: string; tab: string; no: number };

/** A line of the log. */
export type Entry = {
  no: number;
  at: number;
  actor: string;
  machine: string;
  label: string;
  event: string;
  states: readonly string[];
  /** True if the chart took a transition; otherwise no active state handles the event. */
  isTaken: boolean;
};

/** The page's state. */
export type Seen = {
  tabs: readonly string[];
  actors: readonly Actor[];
  /** Keys of the transitions taken in this session, by machine. */
  taken: Readonly<Record<string, readonly string[]>>;
  /** The newest first. */
  log: readonly Entry[];
  /** The newest report's transitions. */
  last: { actor: string; keys: readonly string[] } | null;
  machine: string;
  actor: string | null;
  /** True if the page switches to any actor that moves. */
  isFollowing: boolean;
  /** Reports that came while the page was paused, oldest first; null while it is not. */
  waiting: readonly Report[] | null;
};

/** Events of the page: a report arrives, or the user chooses. */
export type PageEvent =
  | { kind: 'reported'; reports: readonly Report[] }
  | { kind: 'chosen'; machine: string; actor: string | null }
  | { kind: 'following'; on: boolean }
  | { kind: 'pausing'; on: boolean }
  | { kind: 'forgotten' };

const MOST_ENTRIES = 400;
/** Most reports that wait while the page is paused: the log holds no more of them, and the rest is in the tabs' answer to `ask`. */
const MOST_WAITING = MOST_ENTRIES;

/** The state before the first report. @param start the chart that is shown first, and true to follow whichever actor moves */
export const nothingSeen = ({ machine, isFollowing }: Pick<Seen, 'machine' | 'isFollowing'>): Seen => ({
  tabs: [],
  actors: [],
  taken: {},
  log: [],
  last: null,
  machine,
  actor: null,
  isFollowing,
  waiting: null,
});

const keyOf = (tab: string, { id }: ReportedActor): string => `${tab} ${id}`;
/** An actor's name: `liveArchive 2`. */
export const labelOf = ({ machine, no }: Actor): string => `${machine} ${no}`;

/** Adds or updates an actor; a new one gets the first free number of its machine. */
function known(actors: readonly Actor[], tab: string, reported: ReportedActor): Actor[] {
  const key = keyOf(tab, reported);
  const before = actors.find((actor) => actor.key === key);
  if (before) return actors.map((actor) => (actor === before ? { ...before, ...reported } : actor));
  const used = new Set(actors.filter(({ machine }) => machine === reported.machine).map(({ no }) => no));
  let no = 1;
  while (used.has(no)) no += 1;
  return [...actors, { ...reported, key, tab, no }];
}

function more(taken: Seen['taken'], machine: string, keys: readonly string[]): Seen['taken'] {
  const before = taken[machine] ?? [];
  return keys.every((key) => before.includes(key)) && machine in taken
    ? taken
    : { ...taken, [machine]: [...new Set([...before, ...keys])] };
}

function chosen(seen: Seen): Seen {
  if (seen.actors.some(({ key, machine }) => key === seen.actor && machine === seen.machine)) return seen;
  return { ...seen, actor: seen.actors.filter(({ machine }) => machine === seen.machine).at(-1)?.key ?? null };
}

function logged(seen: Seen, actor: Actor, entry: Pick<Entry, 'at' | 'event' | 'isTaken'>): Seen['log'] {
  const { key, machine, states } = actor;
  const line: Entry = { ...entry, no: (seen.log[0]?.no ?? 0) + 1, actor: key, machine, label: labelOf(actor), states };
  return [line, ...seen.log].slice(0, MOST_ENTRIES);
}

/** The log of a tab that reported before this page was open; nothing for a tab that the page already knows. */
const earlier = (seen: Seen, { tab, log }: Extract<Report, { kind: 'present' }>): Seen =>
  seen.tabs.includes(tab) ? seen : log.reduce(receive, { ...seen, isFollowing: false });

function present(before: Seen, report: Extract<Report, { kind: 'present' }>): Seen {
  const { tab, actors, taken } = report;
  const seen = {
    ...earlier(before, report),
    isFollowing: before.isFollowing,
    machine: before.machine,
    actor: before.actor,
  };
  const ids = new Set(actors.map((actor) => keyOf(tab, actor)));
  const others = seen.actors.filter((actor) => actor.tab !== tab || ids.has(actor.key));
  const all = actors.reduce<readonly Actor[]>((found, actor) => known(found, tab, actor), others);
  const counted = Object.entries(taken).reduce((sum, [machine, keys]) => more(sum, machine, keys), seen.taken);
  return { ...seen, tabs: [...new Set([...seen.tabs, tab])], actors: all, taken: counted };
}

function receive(seen: Seen, report: Report): Seen {
  const { tab } = report;
  if (report.kind === 'present') return present(seen, report);
  if (report.kind === 'left') {
    return {
      ...seen,
      tabs: seen.tabs.filter((other) => other !== tab),
      actors: seen.actors.filter((actor) => actor.tab !== tab),
    };
  }
  const tabs = seen.tabs.includes(tab) ? seen.tabs : [...seen.tabs, tab];
  const key = keyOf(tab, report.actor);
  const before = seen.actors.find((actor) => actor.key === key);
  const actors = known(seen.actors, tab, report.actor);
  const actor = actors.find((one) => one.key === key);
  if (!actor) return seen;
  if (report.kind === 'ended') {
    const log = logged(seen, actor, { at: report.at, event: 'ended', isTaken: true });
    return { ...seen, tabs, log, actors: actors.filter((one) => one !== actor) };
  }
  const isNews = report.kind === 'began' || before?.states.join() !== report.actor.states.join();
  const event = report.kind === 'began' ? 'began' : report.event;
  return {
    ...seen,
    tabs,
    actors,
    taken: more(seen.taken, actor.machine, report.taken),
    last: { actor: key, keys: report.taken },
    log: logged(seen, actor, { at: report.at, event, isTaken: report.kind === 'began' || report.taken.length > 0 }),
    ...(seen.isFollowing && isNews ? { machine: actor.machine, actor: key } : {}),
  };
}

/**
 * The page's reducer.
 * @param seen the state before the event
 * @returns the state after it
 */
export function next(seen: Seen, event: PageEvent): Seen {
  switch (event.kind) {
    case 'reported':
      if (seen.waiting !== null) {
        return { ...seen, waiting: [...seen.waiting, ...event.reports].slice(-MOST_WAITING) };
      }
      return chosen(event.reports.reduce(receive, seen));
    case 'pausing':
      if (event.on) return { ...seen, waiting: seen.waiting ?? [] };
      return chosen((seen.waiting ?? []).reduce(receive, { ...seen, waiting: null }));
    case 'chosen':
      return chosen({ ...seen, machine: event.machine, actor: event.actor, isFollowing: false });
    case 'following':
      return { ...seen, isFollowing: event.on };
    case 'forgotten':
      return { ...seen, taken: {}, last: null };
  }
}
