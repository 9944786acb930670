import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { transitionsOf } from './chart.ts';

const safe = (id: string): string => id.replace(/[^\w]/g, '_');
const text = (label: string): string => label.replaceAll(':', ' ').replaceAll(';', ',').replaceAll('#', '');

/**
 * Draws a chart as Mermaid's `stateDiagram-v2`.
 * @param machine the machine to draw
 * @param red ids of transitions to draw in red; then the arrows are numbered flowchart links, which can be coloured
 * @returns the diagram's text
 */
export function mermaid(machine: AnyStateMachine, red: readonly string[] = []): string {
  if (red.length > 0) return flowchart(machine, new Set(red));
  const lines = ['stateDiagram-v2'];
  const children = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);
  const visit = (node: AnyStateNode, indent: string): void => {
    for (const [at, child] of children(node).entries()) {
      if (node.type === 'parallel' && at > 0) lines.push(`${indent}--`);
      lines.push(`${indent}state "${child.key}" as ${safe(child.id)}`);
      if (children(child).length > 0) {
        lines.push(`${indent}state ${safe(child.id)} {`);
        visit(child, `${indent}  `);
        lines.push(`${indent}}`);
      }
      if (child.type === 'final') lines.push(`${indent}${safe(child.id)} --> [*]`);
    }
    if (node.type !== 'parallel') {
      for (const target of node.initial?.target ?? []) lines.push(`${indent}[*] --> ${safe(target.id)}`);
    }
  };
  visit(machine.root, '  ');
  const rootId = safe(machine.id);
  let hasRoot = false;
  for (const { source, targets, trigger, guard } of transitionsOf(machine)) {
    const label = text(`${trigger}${guard ? ` [${guard}]` : ''}`);
    if (source === machine.id) hasRoot = true;
    for (const target of targets.length > 0 ? targets : [source]) {
      if (target === machine.id) hasRoot = true;
      lines.push(`  ${safe(source)} --> ${safe(target)} : ${label}`);
    }
  }
  if (hasRoot) lines.splice(1, 0, `  state "${machine.id} (from anywhere)" as ${rootId}`);
  return `${lines.join('\n')}\n`;
}

/** Draws the same as a flowchart: a state diagram cannot colour a single arrow. */
function flowchart(machine: AnyStateMachine, red: ReadonlySet<string>): string {
  const lines = ['flowchart TB'];
  const visit = (node: AnyStateNode, indent: string): void => {
    const children = Object.values(node.states);
    if (children.length === 0) lines.push(`${indent}${safe(node.id)}["${node.key}"]`);
    else {
      lines.push(`${indent}subgraph ${safe(node.id)} ["${node.key}"]`);
      for (const child of children) visit(child, `${indent}  `);
      lines.push(`${indent}end`);
    }
  };
  visit(machine.root, '  ');
  const marked: number[] = [];
  let count = 0;
  for (const { id, source, targets, trigger, guard } of transitionsOf(machine)) {
    for (const target of targets.length > 0 ? targets : [source]) {
      lines.push(`  ${safe(source)} -- "${text(`${trigger}${guard ? ` (${guard})` : ''}`)}" --> ${safe(target)}`);
      if (red.has(id)) marked.push(count);
      count += 1;
    }
  }
  if (marked.length > 0) lines.push(`  linkStyle ${marked.join(',')} stroke:#d00,color:#d00,stroke-width:3px`);
  return `${lines.join('\n')}\n`;
}
