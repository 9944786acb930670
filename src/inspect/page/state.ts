import type { Told, ToldActor } from '../wire.ts';

/** An actor of some tab. `no` tells several of one machine apart. */
export type Actor = ToldActor & { key: string; tab: string; no: number };

/** A line of the log. */
export type Entry = {
  no: number;
  at: number;
  actor: string;
  machine: string;
  label: string;
  event: string;
  states: readonly string[];
  /** Whether the chart took a transition; otherwise it has no answer to the event where it is. */
  isTaken: boolean;
};

/** What the page knows. */
export type Seen = {
  tabs: readonly string[];
  actors: readonly Actor[];
  /** Keys of the transitions taken in this session, by machine. */
  taken: Readonly<Record<string, readonly string[]>>;
  /** The newest first. */
  log: readonly Entry[];
  /** What was taken just now. */
  last: { actor: string; keys: readonly string[] } | null;
  machine: string;
  actor: string | null;
  /** Whether the page shows whatever moves. */
  isFollowing: boolean;
};

/** What happens on the page: something is told, or a person chooses. */
export type Happening =
  | { kind: 'told'; told: Told }
  | { kind: 'chosen'; machine: string; actor: string | null }
  | { kind: 'following'; on: boolean }
  | { kind: 'forgotten' };

const MOST_ENTRIES = 400;

/** @param machine the one that is shown first */
export const nothingSeen = (machine: string): Seen => ({
  tabs: [],
  actors: [],
  taken: {},
  log: [],
  last: null,
  machine,
  actor: null,
  isFollowing: true,
});

const keyOf = (tab: string, { id }: ToldActor): string => `${tab} ${id}`;
/** @param actor whose name is asked for: `liveArchive 2` */
export const labelOf = ({ machine, no }: Actor): string => `${machine} ${no}`;

/** Puts an actor among the others, under the number that it has or the first one that is free. */
function known(actors: readonly Actor[], tab: string, told: ToldActor): Actor[] {
  const key = keyOf(tab, told);
  const before = actors.find((actor) => actor.key === key);
  if (before) return actors.map((actor) => (actor === before ? { ...before, ...told } : actor));
  const used = new Set(actors.filter(({ machine }) => machine === told.machine).map(({ no }) => no));
  let no = 1;
  while (used.has(no)) no += 1;
  return [...actors, { ...told, key, tab, no }];
}

function more(taken: Seen['taken'], machine: string, keys: readonly string[]): Seen['taken'] {
  const before = taken[machine] ?? [];
  return keys.every((key) => before.includes(key)) && machine in taken
    ? taken
    : { ...taken, [machine]: [...new Set([...before, ...keys])] };
}

function chosen(seen: Seen): Seen {
  if (seen.actors.some(({ key, machine }) => key === seen.actor && machine === seen.machine)) return seen;
  return { ...seen, actor: seen.actors.findLast(({ machine }) => machine === seen.machine)?.key ?? null };
}

function logged(seen: Seen, actor: Actor, entry: Pick<Entry, 'at' | 'event' | 'isTaken'>): Seen['log'] {
  const { key, machine, states } = actor;
  const line: Entry = { ...entry, no: (seen.log[0]?.no ?? 0) + 1, actor: key, machine, label: labelOf(actor), states };
  return [line, ...seen.log].slice(0, MOST_ENTRIES);
}

function present(seen: Seen, { tab, actors, taken }: Extract<Told, { kind: 'present' }>): Seen {
  const ids = new Set(actors.map((told) => keyOf(tab, told)));
  const others = seen.actors.filter((actor) => actor.tab !== tab || ids.has(actor.key));
  const all = actors.reduce<readonly Actor[]>((found, told) => known(found, tab, told), others);
  const counted = Object.entries(taken).reduce((sum, [machine, keys]) => more(sum, machine, keys), seen.taken);
  return { ...seen, tabs: [...new Set([...seen.tabs, tab])], actors: all, taken: counted };
}

function hear(seen: Seen, told: Told): Seen {
  const { tab } = told;
  if (told.kind === 'present') return present(seen, told);
  if (told.kind === 'left') {
    return {
      ...seen,
      tabs: seen.tabs.filter((other) => other !== tab),
      actors: seen.actors.filter((actor) => actor.tab !== tab),
    };
  }
  const tabs = seen.tabs.includes(tab) ? seen.tabs : [...seen.tabs, tab];
  const key = keyOf(tab, told.actor);
  const before = seen.actors.find((actor) => actor.key === key);
  const actors = known(seen.actors, tab, told.actor);
  const actor = actors.find((one) => one.key === key);
  if (!actor) return seen;
  if (told.kind === 'ended') {
    const log = logged(seen, actor, { at: told.at, event: 'ended', isTaken: true });
    return { ...seen, tabs, log, actors: actors.filter((one) => one !== actor) };
  }
  const isNews = told.kind === 'began' || before?.states.join() !== told.actor.states.join();
  const event = told.kind === 'began' ? 'began' : told.event;
  return {
    ...seen,
    tabs,
    actors,
    taken: more(seen.taken, actor.machine, told.taken),
    last: { actor: key, keys: told.taken },
    log: logged(seen, actor, { at: told.at, event, isTaken: told.kind === 'began' || told.taken.length > 0 }),
    ...(seen.isFollowing && isNews ? { machine: actor.machine, actor: key } : {}),
  };
}

/**
 * @param seen what the page knew
 * @param happening what happened
 * @returns what it knows now
 */
export function next(seen: Seen, happening: Happening): Seen {
  switch (happening.kind) {
    case 'told':
      return chosen(hear(seen, happening.told));
    case 'chosen':
      return chosen({ ...seen, machine: happening.machine, actor: happening.actor, isFollowing: false });
    case 'following':
      return { ...seen, isFollowing: happening.on };
    case 'forgotten':
      return { ...seen, taken: {}, last: null };
  }
}
