import type { AnyStateMachine, AnyStateNode } from 'xstate';

import { shortName, stateNodes } from './chart.ts';
import { childrenOf, Sketch } from './drawing.ts';
import { type Placed, placed } from './layout.ts';

/** The width from which on letters of 11 px are smaller than 7 px on a page of 850 px. */
export const MOST_WIDTH = 1_336;

/** A chart with more states than this gets a drawing of its own for each parallel region. */
const MOST_STATES = 30;

/** A state whose inside is drawn as a whole, but for the states within it that have drawings of their own. */
type Part = { root: AnyStateNode; folded: readonly AnyStateNode[]; name: string; title: string };

/** A machine's drawings as parts: one, or an overview and one for each parallel region when one would be too large to read. */
function partsOf(machine: AnyStateMachine, stem: string): Part[] {
  const { root } = machine;
  const nodes = stateNodes(machine);
  if (nodes.length <= MOST_STATES) return [{ root, folded: [], name: stem, title: machine.id }];
  const regions = nodes.filter(
    (node) => node.parent?.type === 'parallel' && childrenOf(node).length > 1 && !isNested(node),
  );
  return [
    { root, folded: regions, name: stem, title: `${machine.id}, the whole` },
    ...regions.map((region) => partOf(machine, stem, region)),
  ];
}

const partOf = (machine: AnyStateMachine, above: string, root: AnyStateNode): Part => ({
  root,
  folded: [],
  name: `${above}.${root.key}`,
  title: `${machine.id}: ${shortName(machine, root.id)}`,
});

/** Cuts the states out of a part that have states of their own, each to be a part; null where there are none. */
function cut(machine: AnyStateMachine, part: Part): Part[] | null {
  const inner = childrenOf(part.root).filter((node) => childrenOf(node).length > 1);
  if (part.folded.length > 0 || inner.length === 0) return null;
  return [{ ...part, folded: inner }, ...inner.map((node) => partOf(machine, part.name, node))];
}

/**
 * The drawings of a machine with their places, none of them wider than a page on which its letters can be read, where it can be cut so.
 * @param machine what to draw
 * @param stem the name of its files
 */
export async function drawingsOf(machine: AnyStateMachine, stem: string): Promise<Placed[]> {
  const found: Placed[] = [];
  const parts = partsOf(machine, stem);
  for (let part = parts.shift(); part; part = parts.shift()) {
    const { root, folded, name, title } = part;
    const sketch = new Sketch(machine, root, (node) => folded.includes(node));
    // oxlint-disable-next-line eslint/no-await-in-loop -- the layout is a single worker
    const layout = await placed(sketch.draw(name, title));
    const smaller = layout.width > MOST_WIDTH ? cut(machine, part) : null;
    if (smaller) parts.unshift(...smaller);
    else found.push(layout);
  }
  return found;
}

/** True for a region within another region, whose drawing shows it. */
function isNested(node: AnyStateNode): boolean {
  for (let above = node.parent; above; above = above.parent) if (above.parent?.type === 'parallel') return true;
  return false;
}
