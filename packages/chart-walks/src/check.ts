import type { AnyStateMachine } from 'xstate';
import { clockGuards, namesIn } from './actors.ts';
import { STARTS } from './moment.ts';
import { guardName, stateNodes } from 'xstate-chart-svg/chart';
import { begins, namedLabels } from './expectations.ts';
import type { Explored } from './explore.ts';
import { wayTo } from './walks.ts';

const isNamed = (name: string): boolean => name !== '' && !name.includes('(anonymous)') && !name.startsWith('xstate.');

/** Names of a guard: its own, and those that `and`, `or` and `not` combine. */
function guardsWithin(machine: AnyStateMachine, guard: unknown): string[] {
  if (guard === undefined) return [];
  if (typeof guard === 'function') {
    const inner = (guard as { guards?: readonly unknown[] }).guards ?? [];
    return inner.flatMap((one) => guardsWithin(machine, one));
  }
  const name = guardName(guard);
  if (name === null) return [];
  return [name, ...guardsWithin(machine, machine.implementations.guards[name])];
}

/** Collects the names on a chart, by kind. */
function used(
  machine: AnyStateMachine,
): Record<'actors' | 'actions' | 'guards' | 'delays', Set<string>> & { makers: unknown[] } {
  const names = {
    actors: new Set<string>(),
    actions: new Set<string>(),
    guards: new Set<string>(),
    delays: new Set<string>(),
    // Actions that name others in their code: what an `assign` spawns, and what an `enqueueActions` enqueues.
    makers: [] as unknown[],
  };
  const actions = (list: readonly unknown[]): void => {
    for (const action of list) {
      if (typeof action === 'function') names.makers.push(action);
      if (typeof action === 'string') names.actions.add(action);
      else if (typeof action === 'object' && action !== null && 'type' in action)
        names.actions.add(String(action.type));
    }
  };
  for (const node of stateNodes(machine)) {
    actions(node.entry);
    actions(node.exit);
    for (const { src } of node.invoke) names.actors.add(String(src));
    for (const definition of [...[...node.transitions.values()].flat(), ...(node.always ?? [])]) {
      actions(definition.actions);
      for (const name of guardsWithin(machine, definition.guard)) names.guards.add(name);
      const { delay } = definition as { delay?: unknown };
      if (delay !== undefined) names.delays.add(String(delay));
    }
  }
  return names;
}

/** Describes each broken rule, with the shortest way to where it breaks. */
function brokenRules(explored: Explored): string[] {
  const ways = new Map<string, { start: string; labels: string[] }>();
  const all = [...explored.edges.values()].flat();
  const found = [
    ...explored.broken.map((edge) => ({ rule: edge.moment.broken ?? '', edge })),
    ...[...explored.stepper.forgotten].map(([rule, key]) => ({ rule, edge: all.find(({ to }) => to === key) })),
  ];
  for (const { rule, edge } of found) {
    const way = edge ? wayTo(explored, edge) : { start: explored.starts[0]?.label ?? '', labels: [] };
    if (way.labels.length < (ways.get(rule)?.labels.length ?? Infinity)) ways.set(rule, way);
  }
  return [...ways].map(
    ([rule, { start, labels }]) =>
      `this must never be: ${rule}\n  the shortest way there, from '${start}':\n` +
      labels.map((label, at) => `  ${String(at + 1).padStart(2)}. ${label}`).join('\n'),
  );
}

/** Lists what the model describes and what never comes up: it would look as if it were tested. */
function findUnused({ model, stepper, edges }: Explored): string[] {
  const { options } = model;
  const all = [...edges.values()].flat();
  const labels = [STARTS, ...all.map(({ choice }) => choice.label)];
  return [
    ...[...stepper.offers].flatMap(([label, { type, isAccepted }]) =>
      isAccepted ? [] : [`the model offers '${label}' (${type}), which no state accepts where it is offered`],
    ),
    ...Object.keys(options.outcomes ?? {})
      .filter((id) => !stepper.called.has(id))
      .map((id) => `the model has outcomes of '${id}', which is never called`),
    ...namedLabels(model)
      .filter(([, label]) => ![...labels, ...stepper.offers.keys()].some((one) => begins(one, label)))
      .map(([table, label]) => `'${table}' is about '${label}', which never happens`),
    ...Object.keys(options.changes ?? {})
      .filter((field) => !all.some(({ moment: { snapshot } }) => field in (snapshot.context as object)))
      .map((field) => `'changes' is about '${field}', which is not in the context`),
    ...[...stepper.changes].flatMap(([sentence, isRight]) => (isRight ? [] : [sentence])),
    ...Object.entries(options.never ?? {}).flatMap(([sentence, rule]) =>
      (typeof rule === 'function' ? [] : rule.after)
        .filter((label) => !labels.some((one) => begins(one, label)))
        .map((label) => `the rule '${sentence}' is about '${label}', which never happens`),
    ),
  ];
}

/**
 * Lists the problems of a chart as its model walks it.
 * @param explored the explored chart
 * @returns a sentence for each problem; none when all is well
 */
export function chartProblems(explored: Explored): string[] {
  const { model, untaken, unvisited, transitions } = explored;
  const { machine, options } = model;
  const inOwnName = (problem: string): string => `${machine.id}: ${problem}`;
  // Nothing follows a broken rule, so that much of the chart is not reached.
  if (explored.broken.length + explored.stepper.forgotten.size > 0) return brokenRules(explored).map(inOwnName);
  const allowed = options.untakable ?? {};
  const names = used(machine);
  const problems = [
    ...findUnused(explored),
    ...untaken
      .filter(({ id }) => !(id in allowed))
      .map(({ id, guard }) => {
        const reason = (guard !== null && clockGuards(machine)) || 'the chart is wrong, or a guard is dead';
        return `no walk takes the transition '${id}': ${reason}`;
      }),
    ...unvisited.map((id) => `no walk reaches the state '${id}'`),
    ...Object.keys(allowed)
      .filter((id) => !untaken.some((one) => one.id === id))
      .map((id) => `the model calls '${id}' untakable, but it is taken`),
    ...transitions
      .filter(({ guard }) => guard !== null && (!isNamed(guard) || guard === 'a condition'))
      .map(({ id }) => `'${id}' has a guard without a name`),
    ...[...names.delays]
      .filter((delay) => !(delay in machine.implementations.delays) && Number.isNaN(Number(delay)))
      .map((delay) => `the delay '${delay}' has no name`),
    ...[...names.actors].filter((actor) => !isNamed(actor)).map((actor) => `the actor '${actor}' has no name`),
  ];
  const code = [...Object.values(machine.implementations.actions), ...names.makers].map(namesIn);
  const { context } = machine.config as { context?: unknown };
  // A context that spawns: `context: ({ spawn }) => …`.
  if (typeof context === 'function') code.push(namesIn({ type: 'xstate.assign', assignment: context }));
  for (const kind of ['actors', 'actions', 'guards', 'delays'] as const) {
    for (const name of Object.keys(machine.implementations[kind])) {
      if (!names[kind].has(name) && !code.some((one) => one.includes(`'${name}'`) || one.includes(`"${name}"`)))
        problems.push(`'${name}' stands among the ${kind} of setup() and is nowhere on the chart`);
    }
  }
  return problems.map(inOwnName);
}
