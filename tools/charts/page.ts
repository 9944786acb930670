import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { AnyStateMachine } from 'xstate';

import { actionNames, delayOf, shortName, stateNodes, transitionsOf } from 'xstate-chart-svg/chart';
import { type Explored, figures, pathsMarkdown, walks } from 'chart-walks';
import { mermaid } from 'xstate-chart-svg';

export type PageInput = {
  file: string;
  /** The name of its page and its picture. */
  stem: string;
  machine: AnyStateMachine;
  /** The paragraph before the machine in its file. */
  about: string;
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
const code = (text: string): string => `\`${text}\``;
const list = (names: readonly string[]): string => names.map(code).join(', ');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
}

/**
 * The paragraph before a machine, as running text.
 * @param file the machine's path from the project's root
 */
export function aboutOf(file: string): string {
  const source = readFileSync(resolve(import.meta.dirname, `../../${file}`), 'utf8');
  const [, comment = ''] = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*export const \w+Machine\b/.exec(source) ?? [];
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trim())
    .join(' ')
    .trim();
}

function statesTable(machine: AnyStateMachine): string {
  const rows = stateNodes(machine)
    .slice(1)
    .map((node) => {
      const kind = node.type === 'atomic' ? '' : node.type;
      const calls = node.invoke.map(({ src }) => String(src));
      return [
        code(shortName(machine, node.id)),
        kind,
        list(node.tags),
        list(calls),
        list(actionNames(node.entry)),
        list(actionNames(node.exit)),
      ];
    });
  return table(['state', 'kind', 'tags', 'calls', 'on entry', 'on leaving'], rows);
}

function transitionsTable(machine: AnyStateMachine): string {
  const rows = transitionsOf(machine).map(({ source, trigger, condition, targets, actions, reenter }) => [
    code(shortName(machine, source)),
    trigger,
    condition === null ? '' : code(condition),
    targets.length === 0
      ? 'stays'
      : `${list(targets.map((target) => shortName(machine, target)))}${reenter ? ' anew' : ''}`,
    list(actions),
  ]);
  return table(['from', 'when', 'if', 'to', 'does'], rows);
}

function eventsTable(machine: AnyStateMachine): string {
  const byEvent = new Map<string, Set<string>>();
  for (const { kind, event, source } of transitionsOf(machine)) {
    if (kind !== 'event') continue;
    const places = byEvent.get(event) ?? new Set();
    byEvent.set(event, places.add(shortName(machine, source)));
  }
  const rows = [...byEvent].map(([event, places]) => [code(event), list([...places])]);
  return table(['event', 'heard in'], rows);
}

function delaysTable(machine: AnyStateMachine): string {
  const rows = Object.keys(machine.implementations.delays).map((name) => {
    const delay = delayOf(machine, name);
    return [code(name), typeof delay === 'number' ? `${delay} ms` : 'depends'];
  });
  return table(['delay', 'time'], rows);
}

function guardsTable(machine: AnyStateMachine): string {
  const all = transitionsOf(machine);
  const rows = Object.keys(machine.implementations.guards).map((name) => {
    const uses = all
      .filter(({ guard }) => guard === name)
      .map(({ source, trigger }) => `${shortName(machine, source)} · ${trigger}`);
    return [code(name), uses.length === 0 ? 'within another guard' : [...new Set(uses)].join('; ')];
  });
  return table(['guard', 'asked at'], rows);
}

function actorsTable(machine: AnyStateMachine): string {
  const nodes = stateNodes(machine);
  const rows = Object.entries(machine.implementations.actors).map(([name, logic]: [string, unknown]) => {
    const users = nodes
      .filter((node) => node.invoke.some(({ src }) => src === name))
      .map((node) => shortName(machine, node.id));
    const isMachine = typeof logic === 'object' && logic !== null && 'root' in logic;
    const ends = nodes.some((node) =>
      node.invoke.some(({ id, src }) => src === name && node.transitions.has(`xstate.done.actor.${id}`)),
    );
    return [code(name), isMachine ? 'a statechart' : ends ? 'a call' : 'a source of events', list(users)];
  });
  return table(['actor', 'kind', 'runs in'], rows);
}

/**
 * The page of one machine, up to its paths.
 * @param input its chart and its picture
 * @returns Markdown
 */
export function chartPart({ file, stem, machine, about }: PageInput): string {
  const part = (title: string, body: string): string[] => (body === '' ? [] : [`## ${title}`, body]);
  return [
    `<!-- Written by npm run charts. -->`,
    `# ${machine.id}`,
    about,
    `Source: [\`${file}\`](../../${file}). How to read it: [the index](README.md#how-to-read-a-drawing).`,
    `[![Statechart: ${machine.id}](${stem}.svg)](${stem}.svg)`,
    ...part('States', statesTable(machine)),
    ...part('Transitions', transitionsTable(machine)),
    ...part('Events', eventsTable(machine)),
    ...part('Delays', delaysTable(machine)),
    ...part('Guards', guardsTable(machine)),
    ...part('Actors', actorsTable(machine)),
    ...part('Mermaid', `\`\`\`mermaid\n${mermaid(machine).trimEnd()}\n\`\`\``),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** The end of the page of one machine: paths that together take every transition. @returns Markdown */
export function pathsPart(explored: Explored): string {
  const paths = walks(explored, 'transitions');
  const { situations, edges: edgeCount } = figures(explored, paths);
  const [take, are] = paths.length === 1 ? ['path takes', 'is'] : ['paths take', 'are'];
  return `

## Paths

${paths.length} ${take} every transition once and ${are} listed here. The tests look at every edge: ${edgeCount} edges between ${situations} situations (\`npm run paths -- ${explored.model.machine.id}\`).

${pathsMarkdown(explored, paths).trimEnd()}
`;
}

/** A row of the index. */
export type IndexRow = {
  stem: string;
  name: string;
  about: string;
  states: number;
  transitions: number;
};

/** The index of all pages. @param rows one for each machine */
export function indexPage(rows: readonly IndexRow[]): string {
  const machines = table(
    ['machine', 'models', 'states', 'transitions'],
    rows.map(({ stem, name, about, states, transitions }) => [
      `[\`${name}\`](${stem}.md)`,
      about.split(/(?<=\.)\s/)[0] ?? about,
      String(states),
      String(transitions),
    ]),
  );
  return `<!-- Written by npm run charts. -->

# The statecharts

These charts define the behaviour of Ready: the program runs them. Each page has the drawing, the tables, and the paths that the
tests walk. They are written by \`npm run charts\`; \`npm run charts -- --check\` fails when a chart was changed and its page was not.

${machines}

## How to read a drawing

- A box with a bold name is a **state**. The black dot marks the first one, a double border the end.
- An arrow is a **transition**. Plain words such as \`signIn.requested\` are **events**, for example of a user. A green \`signIn ✓\` or a red \`signIn ✗\` is the
  **answer** to a call, success or failure. Amber \`after 1000 ms\` is **time**. Words in square brackets are a condition; \`[else]\` is taken when no other holds; an
  arrow with only a condition is taken at once. Numbers before conditions are the order in which they are tried. \`▸3\` refers to the actions of the transition: the
  list with that number below the drawing.
- A box around boxes is active while one of its inner states is. An arrow from its border can be taken in each of them; if it leads to an inner state, it begins at
  a pill: \`wherever in …\`.
- Boxes with a **dashed** border are active **side by side**, each with a state of its own.
- In a box: \`calls …\` is a request that runs as long as the state lasts, \`on entry\` and \`on leaving\` are actions, \`↻\` is an event that is handled without leaving, and \`#\` are the tags that screens read.

## Watch them live

\`npm run dev\` shows all of them at \`/__charts\`. It highlights the active states of the application in the other tabs of the same browser, shows events as they arrive, and in red the transitions that were never taken. A production build has that page with
\`READY_CHARTS=1 npm run build\`. It needs no network, and the tabs send each other names only ([how](../architecture.md#watching-the-actors)).

## Faults planted on purpose

\`npm run plant-faults\` changes the program in one place at a time and checks that the tests notice: [what they catch](planted-faults.md).
`;
}
