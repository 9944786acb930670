import { type ChartTransition, activeNodes, stateNodes, transitionsOf } from 'xstate-chart-svg/chart';
import { explored } from './graph.ts';
import { DEFAULT_LIMIT, type Model, PathError, startsOf } from './model.ts';
import { type Choice, type Moment, Stepper } from './moment.ts';

/** One arrow of the explored chart. */
export type Edge = { from: string; to: string; choice: Choice; moment: Moment; transitions: readonly string[] };

/** Start of walks: the machine's input, and what the machine does at once. */
export type Start = { label: string; input: unknown; key: string; moment: Moment; transitions: readonly string[] };

/** Everything that can happen to a machine according to its model. */
export type Explored = {
  model: Model;
  stepper: Stepper;
  starts: readonly Start[];
  edges: ReadonlyMap<string, readonly Edge[]>;
  transitions: readonly ChartTransition[];
  /** Transitions that no walk takes, and states that no walk reaches. */
  untaken: readonly ChartTransition[];
  unvisited: readonly string[];
  /** Edges that end where a rule is broken, or where the chart stops with an error. */
  broken: readonly Edge[];
};

/** Finds the part of the key that took more and more values. */
class Growth {
  readonly #values = new Map<string, Set<string>>();
  #count = 0;

  add({ parts }: Moment): number {
    for (const [name, value] of Object.entries(parts)) {
      const values = this.#values.get(name) ?? new Set();
      this.#values.set(name, values.add(JSON.stringify(value) ?? 'undefined'));
    }
    this.#count += 1;
    return this.#count;
  }

  sentence(machine: string, limit: number): string {
    const [name, values] = [...this.#values].toSorted(([, a], [, b]) => b.size - a.size)[0] ?? ['', new Set<string>()];
    const last = [...values].at(-1) ?? '';
    const shown = last.length > 60 ? `${last.slice(0, 57)}…` : last;
    const remedy =
      name === 'state' || name === 'timers' || name === 'calls'
        ? 'offer fewer events at once, or raise its limit'
        : `write a key that leaves '${name}' out or makes it small`;
    return `The model '${machine}' has more than ${limit} situations: '${name}' alone took ${values.size} values (the last one ${shown}); ${remedy}.`;
  }
}

/** Describes a transition whose event the model never offers. */
function neverOffered(machine: string, { event, source }: ChartTransition): string {
  const write = (example: string): string => `write events: () => ({ 'what happens': { ${example} } }).`;
  if (event === '*' || event.endsWith('.*'))
    return `The model '${machine}' never offers an event that '${source}' takes as '${event}': ${write(`type: '${event === '*' ? 'something.else' : event.replace('*', 'something')}'`)}`;
  if (event.startsWith('xstate.snapshot.'))
    return `The model '${machine}' never offers '${event}', a snapshot of a child that a walk holds: ${write(`type: '${event}', snapshot: { status: 'active', context: … }`)}`;
  return `The model '${machine}' never offers '${event}': ${write(`type: '${event}'`)}`;
}

/**
 * Finds every situation that a model allows.
 * @param model the machine and its description
 * @throws PathError when a start breaks a rule, when an outcome or an event is missing, or when there are more situations than the limit
 */
export function explore(model: Model): Explored {
  const { machine, options } = model;
  const stepper = new Stepper(model);
  const limit = options.limit ?? DEFAULT_LIMIT;
  const growth = new Growth();
  const transitions = transitionsOf(machine);
  const idOf = new Map(transitions.map(({ definition, id }) => [definition, id]));
  const idsOf = (moment: Moment): string[] => moment.taken.flatMap((definition) => idOf.get(definition) ?? []);
  const edges = new Map<string, readonly Edge[]>();
  const offered = new Set<string>();

  const starts = Object.entries(startsOf(model)).map(([label, { input }]): Start => {
    const moment = stepper.start(label);
    if (moment.broken !== null)
      throw new PathError(`The chart '${machine.id}' breaks a rule where it starts, at '${label}': ${moment.broken}.`);
    return { label, input, key: moment.key, moment, transitions: idsOf(moment) };
  });
  const met = new Set<string>();
  for (const start of starts) {
    const found = explored<Moment, Choice>({
      from: start.moment,
      keyOf: (moment) => {
        if (!met.has(moment.key)) {
          met.add(moment.key);
          if (growth.add(moment) > limit) throw new PathError(growth.sentence(machine.id, limit));
        }
        return moment.key;
      },
      labelOf: ({ label }) => label,
      eventsOf: (moment) => stepper.choices(moment),
      next: (moment, choice) => stepper.take(moment, choice),
      isKnown: (moment) => edges.has(moment.key),
    });
    for (const [key, arrows] of found) {
      if (edges.has(key)) continue;
      edges.set(
        key,
        arrows.map(({ event: choice, state: moment }) => {
          for (const event of choice.events) offered.add(event.type);
          return { from: key, to: moment.key, choice, moment, transitions: idsOf(moment) };
        }),
      );
    }
  }

  const all = [...edges.values()].flat();
  const taken = new Set([...starts.flatMap((start) => start.transitions), ...all.flatMap((edge) => edge.transitions)]);
  const untaken = transitions.filter(({ id }) => !taken.has(id));
  const moments = [...starts.map(({ moment }) => moment), ...all.map(({ moment }) => moment)];
  const visited = new Set(moments.flatMap(({ snapshot }) => activeNodes(snapshot).map((node) => node.id)));
  // A state that is left at once is never the end of a step, nor is a history state: a transition that touches it counts as a visit.
  for (const { source, targets, id } of transitions)
    if (taken.has(id)) for (const passed of [source, ...targets]) visited.add(passed);
  const unvisited = stateNodes(machine)
    .map((node) => node.id)
    .filter((id) => !visited.has(id));

  const broken = all.filter(({ moment }) => moment.broken !== null);
  const takenEvents = new Set(transitions.filter(({ id }) => taken.has(id)).map(({ event }) => event));
  const silent = untaken.find(({ kind, event }) => kind === 'event' && !offered.has(event) && !takenEvents.has(event));
  if (silent && broken.length === 0 && !(options.untakable ?? {})[silent.id]) {
    throw new PathError(neverOffered(machine.id, silent));
  }
  return { model, stepper, starts, edges, transitions, untaken, unvisited, broken };
}
