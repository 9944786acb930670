import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { leavesOf, shortName, stateNodes } from 'xstate-chart-svg/chart';
import type { Edge, Explored } from './explore.ts';
import type { Effect } from './model.ts';
import { type Path, startOf } from './walks.ts';

/**
 * @param machine the snapshot's machine
 * @param snapshot the state to name
 * @returns the innermost active states, parallel ones side by side: `loaded.view.document + loaded.command.idle`
 */
export function whereIs(machine: AnyStateMachine, snapshot: AnyMachineSnapshot): string {
  return (
    leavesOf(snapshot)
      .map((node) => shortName(machine, node.id))
      .join(' + ') || machine.id
  );
}

/** Names the states that were entered. Regions that did not change are left out, so that a chart with many regions stays readable. */
function moved(machine: AnyStateMachine, before: AnyMachineSnapshot, after: AnyMachineSnapshot): string {
  const old = new Set(leavesOf(before).map((node) => node.id));
  const fresh = leavesOf(after).filter((node) => !old.has(node.id));
  return fresh.map((node) => shortName(machine, node.id)).join(' + ');
}

const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

/** Describes in words what a chart did. @param effect one thing that it did */
export function effectText(effect: Effect): string {
  switch (effect.kind) {
    case 'request':
      return `calls ${effect.src}${effect.input === undefined ? '' : `(${brief(effect.input)})`}`;
    case 'emitted': {
      const { type, ...rest } = effect.event;
      if (type === 'navigation.requested') {
        return rest['replace'] === true
          ? `replaces the address with ${String(rest['to'])}`
          : `goes to ${String(rest['to'])}`;
      }
      return Object.keys(rest).length === 0 ? `says ${type}` : `says ${type} ${brief(rest)}`;
    }
    case 'sent':
      return `tells ${effect.to === '#_parent' ? 'its parent' : effect.to} ${effect.event.type}`;
    case 'called':
      return `does ${effect.action}`;
  }
}

/** A step as a reader sees it. */
export type StepText = { kind: string; label: string; leadsTo: string; effects: string[] };

/** Describes the steps of a path. @param path one of the explored machine's */
export function stepTexts(explored: Explored, path: Path): StepText[] {
  const { machine } = explored.model;
  let before = startOf(explored, path).moment.snapshot;
  return path.steps.map((step: Edge) => {
    const { snapshot, effects } = step.moment;
    const leadsTo = moved(machine, before, snapshot);
    before = snapshot;
    return { kind: step.choice.kind, label: step.choice.label, leadsTo, effects: effects.map(effectText) };
  });
}

/** Returns the figures of a machine's row in the table, in the table's order. @param paths of the explored machine */
export function figures(explored: Explored, paths: readonly Path[]) {
  return {
    starts: explored.starts.length,
    states: stateNodes(explored.model.machine).length,
    situations: explored.edges.size,
    edges: [...explored.edges.values()].reduce((sum, list) => sum + list.length, 0),
    transitions: explored.transitions.length,
    paths: paths.length,
    steps: paths.reduce((sum, { steps }) => sum + steps.length, 0),
    untaken: explored.untaken.length,
  };
}

/** Returns a text table, numbers to the right. @param rows cells, the head first; a row with fewer cells extends over several columns */
export function textTable(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row.length < (rows[0] ?? []).length ? 0 : String(row[at] ?? '').length))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          typeof cell === 'number' ? String(cell).padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns the readable list. @param paths the paths to show */
export function pathsText(explored: Explored, paths: readonly Path[]): string {
  const { machine } = explored.model;
  return paths
    .map((path) => {
      const steps = stepTexts(explored, path).map(({ kind, label, leadsTo, effects }, at) => {
        const tail = [leadsTo === '' ? '' : `→ ${leadsTo}`, effects.length === 0 ? '' : `(${effects.join(', ')})`];
        return `  ${String(at + 1).padStart(2)}. ${kind.padEnd(7)} ${[label, ...tail].filter(Boolean).join('  ')}`;
      });
      const place = whereIs(machine, startOf(explored, path).moment.snapshot);
      return [`${path.machine}/${path.id}  from '${path.start}': ${place}`, ...steps].join('\n');
    })
    .join('\n\n');
}

/** Returns the list as Markdown. @param paths the paths to show */
export function pathsMarkdown(explored: Explored, paths: readonly Path[]): string {
  const escape = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  return paths
    .map((path) => {
      const steps = stepTexts(explored, path).map(({ label, leadsTo, effects }, at) => {
        const tail = [
          leadsTo === '' ? '' : `→ \`${leadsTo}\``,
          effects.length === 0 ? '' : `*${escape(effects.join(', '))}*`,
        ];
        return `${at + 1}. ${[escape(label), ...tail].filter(Boolean).join(' ')}`;
      });
      const body = steps.length === 0 ? 'Nothing happens to it.' : steps.join('\n');
      return `#### \`${path.machine}/${path.id}\` from ${path.start}\n\n${body}\n`;
    })
    .join('\n');
}

/** Returns plain data. @param paths the paths to show */
export function pathsJson(explored: Explored, paths: readonly Path[]): unknown {
  return paths.map((path) => ({
    id: `${path.machine}/${path.id}`,
    start: path.start,
    steps: stepTexts(explored, path).map((step, at) => ({
      ...step,
      events: path.steps[at]?.choice.events ?? [],
      state: path.steps[at]?.moment.parts['state'],
      transitions: path.steps[at]?.transitions ?? [],
    })),
  }));
}

/**
 * Returns the text that a failing walk prints: its steps in words, the problem, how to read and run it again, and the chart with the last arrow in red.
 * @param at the step that failed, or −1 for the start itself
 * @param error the error that was thrown
 * @param options `file`: the test file that walks it; `list`: the command that prints a path by its id; `chart`: its drawing, null for none
 */
export function failureText(
  explored: Explored,
  path: Path,
  at: number,
  error: unknown,
  { file, list, chart }: { file: string; list?: string | undefined; chart: string | null },
): string {
  const texts = stepTexts(explored, path);
  const way = texts.slice(0, at + 1).map(({ kind, label, leadsTo }, index) => {
    const mark = index === at ? '✗' : '✓';
    return `  ${mark} ${String(index + 1).padStart(2)}. ${kind.padEnd(7)} ${label}${leadsTo === '' ? '' : `  → ${leadsTo}`}`;
  });
  return [
    `${path.machine}/${path.id} from '${path.start}' ${at < 0 ? 'does not begin as it should' : `fails at step ${at + 1}`}`,
    ...way,
    '',
    error instanceof Error ? error.message : String(error),
    '',
    ...(list === undefined ? [] : [`Read it: ${list} ${path.machine}/${path.id}`]),
    `Run it:  npx vitest run ${file} -t '${path.machine}/${path.id}'`,
    ...(chart !== null
      ? ['The chart, the last arrow in red (Mermaid):', chart]
      : ['The chart stands at the first walk of this machine that fails.', '']),
  ].join('\n');
}
