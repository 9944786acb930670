import type { AnyStateMachine } from 'xstate';
import { Visitor } from 'vite';
import type { ESTree } from 'vite';

import { camel } from '../paths/registry.ts';
import { literalProblems } from './literal-rules.ts';
import type { Source } from './source.ts';

/** A chart and where it is written. `setup` is the file that holds its `setup(…)`: the same one, or `<name>.setup.ts` beside it. */
export type MachineFile = { source: Source; setup: Source; machine: AnyStateMachine };

const MOST_LINES = 600;

const camelCase = /^[a-z][a-zA-Z0-9]*$/;
const eventName = /^[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*)+$/;
const setupOrder = ['types', 'actors', 'actions', 'guards', 'delays'];

/** Globals that a chart must not use: the world is behind its actors. */
const world =
  /^(window|document|globalThis|navigator|location|history|fetch|EventSource|XMLHttpRequest|localStorage|sessionStorage|indexedDB|console|Date|setTimeout|setInterval|requestAnimationFrame|crypto|performance)$/;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

/** True if a chart can come to an end by itself, so that its parent's `onDone` could ever be taken. */
function isEnding(machine: AnyStateMachine): boolean {
  const states: Record<string, { type?: string }> = machine.config.states ?? {};
  return Object.values(states).some((state) => state.type === 'final');
}

const isMachine = (logic: unknown): logic is AnyStateMachine => isRecord(logic) && 'root' in logic && 'config' in logic;

/** The properties of an object as it is written, by name; what has no name of its own, such as a spread, goes by `…`. */
function fieldsOf(object: ESTree.Expression | undefined): Map<string, ESTree.Expression> {
  const properties = object?.type === 'ObjectExpression' ? object.properties : [];
  return new Map(
    properties.map((property) => {
      if (property.type === 'SpreadElement') return ['…', property.argument];
      return [property.key.type === 'Identifier' ? property.key.name : '…', property.value];
    }),
  );
}

/** Returns the argument of each `setup(…)` of a file. */
function setupsIn(setup: Source): Map<string, ESTree.Expression>[] {
  const found: Map<string, ESTree.Expression>[] = [];
  new Visitor({
    CallExpression(call) {
      const [argument] = call.arguments;
      const isSetup = call.callee.type === 'Identifier' && call.callee.name === 'setup';
      if (isSetup && argument?.type === 'ObjectExpression') found.push(fieldsOf(argument));
    },
  }).visit(setup.program);
  return found;
}

const calleeOf = (written: ESTree.Expression | undefined): string | null => {
  const expression = written?.type === 'TSAsExpression' ? written.expression : written;
  return expression?.type === 'CallExpression' && expression.callee.type === 'Identifier'
    ? expression.callee.name
    : null;
};

/** The file: its name, its size, its first words, its exports, its `setup(…)`. */
function fileProblems({ source, setup, machine }: MachineFile): string[] {
  const problems: string[] = [];
  const stem = /([\w-]+)\.machine\.ts$/.exec(source.path)?.[1] ?? '';
  const name = camel(stem);
  if (machine.id !== name) problems.push(`the id is '${machine.id}', the file's name says '${name}'`);
  const lines = source.text.trimEnd().split('\n').length;
  if (lines > MOST_LINES) problems.push(`${lines} lines: a machine has at most ${MOST_LINES}`);
  if (!new RegExp(`\\*/\\s*export const ${name}Machine\\b`).test(source.text)) {
    problems.push(`no JSDoc paragraph stands before '${name}Machine'`);
  }
  const values = source.exports.filter((entry) => !entry.typeOnly).map((entry) => entry.name);
  if (values.length !== 1 || values[0] !== `${name}Machine`) {
    problems.push(`exports ${values.join(', ') || 'nothing'}: only '${name}Machine' and types`);
  }
  const keys = setupsIn(setup).map((fields) => [...fields.keys()]);
  if (keys.length !== 1) problems.push(`${keys.length} calls of setup(): exactly one`);
  const order = (keys[0] ?? []).map((key) => setupOrder.indexOf(key));
  if (order.includes(-1) || order.some((at, index) => index > 0 && at < (order[index - 1] ?? 0))) {
    problems.push(`setup() takes ${setupOrder.join(', ')}, in this order`);
  }
  return problems;
}

/** The code of the file and its setup: what data cannot show. */
function codeProblems({ setup, source }: MachineFile): string[] {
  const problems = new Set<string>();
  const [fields] = setupsIn(setup);
  for (const [name, initialiser] of fieldsOf(fields?.get('actors'))) {
    if (initialiser.type !== 'CallExpression' || calleeOf(initialiser) !== 'fromPromise') continue;
    if (initialiser.typeArguments?.params.length !== 2)
      problems.add(`actor '${name}': write fromPromise<Output, Input>`);
  }
  for (const [name, value] of fieldsOf(fields?.get('delays'))) {
    if (value.type === 'Literal') problems.add(`delay '${name}' is a number: name it in config/constants.ts`);
  }
  const actions = fields?.get('actions');
  if (actions) {
    const inner = new Visitor({
      IfStatement: () => problems.add("an action holds an 'if': a branch is a guarded transition"),
      SwitchStatement: () => problems.add("an action holds a 'switch': a branch is a guarded transition"),
      ConditionalExpression({ consequent, alternate }) {
        const branches = [consequent, alternate];
        if (branches.some(isEvent)) {
          problems.add('an action chooses which event it sends: a branch is a guarded transition');
        }
        if (branches.some(({ start, end }) => /^\(*messages\./.test(setup.text.slice(start, end)))) {
          problems.add('an action chooses whether it says something: a branch is a guarded transition');
        }
      },
    });
    inner.visit({ type: 'Program', body: [statementOf(actions)], sourceType: 'module', start: 0, end: 0 } as never);
  }
  for (const { program } of new Set([source, setup])) {
    const properties = new Set<ESTree.Node>();
    new Visitor({
      MemberExpression(member) {
        if (!member.computed) properties.add(member.property);
        if (
          member.object.type === 'Identifier' &&
          member.object.name === 'Math' &&
          member.property.type === 'Identifier'
        ) {
          if (member.property.name === 'random') problems.add("'Math.random' is the world's: give it by input");
        }
      },
      Property(property) {
        if (!property.computed && !property.shorthand) properties.add(property.key);
      },
      TSPropertySignature(property) {
        properties.add(property.key);
      },
      Identifier(identifier) {
        if (properties.has(identifier)) return;
        if (identifier.name === 'enqueueActions') problems.add('enqueueActions hides a branch from the chart');
        if (world.test(identifier.name)) problems.add(`'${identifier.name}' is the world's: put it behind an actor`);
      },
    }).visit(program);
  }
  return [...problems];
}

const isEvent = (expression: ESTree.Expression): boolean =>
  expression.type === 'ParenthesizedExpression' ? isEvent(expression.expression) : fieldsOf(expression).has('type');

const statementOf = (expression: ESTree.Expression): unknown => ({
  type: 'ExpressionStatement',
  expression,
  start: expression.start,
  end: expression.end,
});

/** Keys of the chart that may have a function. `context` only at the root. */
const functionKeys = new Set(['input', 'output', 'params']);

function functionProblems(value: unknown, trail: readonly string[]): string[] {
  const key = trail.at(-1) ?? '';
  if (typeof value === 'function') {
    return functionKeys.has(key) || (key === 'context' && trail.length === 1)
      ? []
      : [`${trail.join('.')} is a function`];
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => functionProblems(inner, [...trail, name]));
}

function invokeProblems(invoke: unknown, where: string, file: MachineFile, uses: Map<string, number>): string[] {
  if (!isRecord(invoke)) return [`${where}: an invoke is an object with id and src`];
  const { id, src } = invoke;
  if (typeof src !== 'string') return [`${where}: an invoke names its actor by src`];
  const problems: string[] = [];
  const at = `${where}, invoke '${src}'`;
  if (typeof id !== 'string' || !camelCase.test(id)) problems.push(`${at}: has no id`);
  else if (id !== src && (uses.get(src) ?? 0) < 2) problems.push(`${at}: the id '${id}' is not the actor's name`);

  const logic: unknown = file.machine.implementations.actors[src];
  // An actor that never ends by itself has no outcome to handle: a push source, or a chart without a final state.
  const isEndless =
    calleeOf(fieldsOf(setupsIn(file.setup)[0]?.get('actors')).get(src)) === 'fromCallback' ||
    (isMachine(logic) && !isEnding(logic));
  if (!isEndless) {
    for (const outcome of ['onDone', 'onError']) {
      if (invoke[outcome] === undefined) problems.push(`${at}: has no ${outcome}`);
    }
  }
  return problems;
}

function invokesIn(state: Record<string, unknown>): string[] {
  const own = listOf(state['invoke']).flatMap((invoke) =>
    isRecord(invoke) && typeof invoke['src'] === 'string' ? [invoke['src']] : [],
  );
  return [...own, ...entriesOf(state['states']).flatMap(([, child]) => (isRecord(child) ? invokesIn(child) : []))];
}

/** The chart as data: every state, its invokes and its transitions. The compiler knows the names that `setup` gives. */
function chartProblems(file: MachineFile): string[] {
  const { implementations, config } = file.machine;
  const uses = new Map<string, number>();
  for (const src of invokesIn(config as Record<string, unknown>)) uses.set(src, (uses.get(src) ?? 0) + 1);

  const visit = (state: Record<string, unknown>, where: string): string[] => {
    const problems: string[] = [];
    for (const invoke of listOf(state['invoke'])) problems.push(...invokeProblems(invoke, where, file, uses));
    for (const [event] of entriesOf(state['on'])) {
      if (event.includes('*')) problems.push(`${where}: the wildcard '${event}'`);
      else if (!eventName.test(event)) problems.push(`${where}: the event '${event}' is not subject.verbPast`);
    }
    for (const [delay] of entriesOf(state['after'])) {
      if (!(delay in implementations.delays)) problems.push(`${where}: the delay '${delay}' has no name in setup`);
    }
    for (const [name, child] of entriesOf(state['states'])) {
      if (!camelCase.test(name)) problems.push(`${where}: the state '${name}' is not camelCase`);
      if (isRecord(child)) problems.push(...visit(child, `${where}.${name}`));
    }
    return problems;
  };
  return [...functionProblems(config, []), ...visit(config as Record<string, unknown>, file.machine.id)];
}

/** Returns the trail to the first part of a value that does not survive JSON as it is, or null. */
function notJson(value: unknown, trail = 'context'): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : trail;
  if (Array.isArray(value))
    return value.map((entry, at) => notJson(entry, `${trail}[${at}]`)).find((found) => found) ?? null;
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return (
      Object.entries(value)
        .map(([key, entry]) => notJson(entry, `${trail}.${key}`))
        .find((found) => found) ?? null
    );
  }
  return trail;
}

function contextProblems({ machine }: MachineFile): string[] {
  const { context } = machine.config as { context?: unknown };
  if (context === undefined) return [];
  const spawn = (): never => {
    throw new Error('spawn');
  };
  // Any input: whatever a chart reads of it is an empty text.
  const input: unknown = new Proxy({}, { get: () => '' });
  const start: unknown =
    typeof context === 'function' ? (context as (args: unknown) => unknown)({ input, spawn, self: null }) : context;
  const trail = notJson(start);
  return trail === null ? [] : [`${trail} is not JSON at the start`];
}

/**
 * Lists what breaks the rules for a machine (`src/machines/README.md`).
 * @param file the chart, its file and the file of its setup
 * @returns a sentence for each problem, with the file's path
 */
export function machineProblems(file: MachineFile): string[] {
  const problems = [
    ...fileProblems(file),
    ...codeProblems(file),
    ...literalProblems(file.source),
    ...chartProblems(file),
    ...contextProblems(file),
  ];
  return problems.map((problem) => `${file.source.path}: ${problem}`);
}
