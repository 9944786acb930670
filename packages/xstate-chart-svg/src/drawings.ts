import type { AnyStateMachine, AnyStateNode } from 'xstate';

import { shortName, stateNodes } from './chart.ts';
import { childrenOf, type Paint, Sketch } from './drawing.ts';
import { type Placed, placed } from './layout.ts';

/** The width from which on letters of 11 px are smaller than 7 px on a page of 830 px, as that of a repository. */
const MOST_WIDTH = 1_304;

/** A chart with more states than this gets drawings of its own for its parallel regions. */
const MOST_STATES = 30;
/** Regions stay open in the drawing of the whole while it has no more states than this, those with most states folded first. */
const MOST_OPEN = 24;

/** A state whose inside is drawn as a whole, but for the states within it that have drawings of their own. */
type Part = { root: AnyStateNode; folded: readonly AnyStateNode[]; title: string };

const sizeOf = (node: AnyStateNode): number =>
  childrenOf(node).reduce((sum, child) => sum + sizeOf(child), childrenOf(node).length);

/** States, the largest first. A browser may lack `toSorted`. */
const bySize = (nodes: readonly AnyStateNode[]): AnyStateNode[] =>
  // oxlint-disable-next-line unicorn/no-array-sort -- of a copy
  [...nodes].sort((one, other) => sizeOf(other) - sizeOf(one));

/** A machine's drawings as parts: one, or an overview and one for each parallel region that would make it too large to read. */
function partsOf(machine: AnyStateMachine, title: string): Part[] {
  const { root } = machine;
  const nodes = stateNodes(machine);
  if (nodes.length <= MOST_STATES) return [{ root, folded: [], title }];
  const regions = nodes.filter(
    (node) => node.parent?.type === 'parallel' && childrenOf(node).length > 1 && !isNested(node),
  );
  let open = nodes.length;
  const folded = new Set<AnyStateNode>();
  for (const region of bySize(regions)) {
    if (open <= MOST_OPEN) break;
    folded.add(region);
    open -= sizeOf(region);
  }
  return withParts(
    machine,
    title,
    root,
    regions.filter((region) => folded.has(region)),
  );
}

const partOf = (machine: AnyStateMachine, title: string, root: AnyStateNode): Part => ({
  root,
  folded: [],
  title: `${title}: ${shortName(machine, root.id)}`,
});

/** A whole with some states folded, and a drawing for each of them. */
const withParts = (
  machine: AnyStateMachine,
  title: string,
  root: AnyStateNode,
  folded: readonly AnyStateNode[],
): Part[] => [
  {
    root,
    folded,
    title: root.parent ? `${title}: ${shortName(machine, root.id)}` : folded.length > 0 ? `${title}, the whole` : title,
  },
  ...folded.map((region) => partOf(machine, title, region)),
];

/** Folds the largest state that is still open in a part which is too wide; null where there is none. */
function cut(machine: AnyStateMachine, title: string, part: Part): Part[] | null {
  const inner =
    part.folded.length > 0 ? openIn(part) : childrenOf(part.root).filter((node) => childrenOf(node).length > 1);
  const [largest] = bySize(inner);
  if (!largest) return null;
  const [whole, own] = withParts(machine, title, part.root, [largest]);
  return whole && own ? [{ ...whole, folded: [...part.folded, largest] }, own] : null;
}

/** The states of a part that could be folded, outside of those that are. */
function openIn({ root, folded }: Part): AnyStateNode[] {
  const within = (node: AnyStateNode): AnyStateNode[] =>
    childrenOf(node).flatMap((child) =>
      folded.includes(child) || childrenOf(child).length < 2
        ? []
        : folded.some((one) => isInside(one, child))
          ? within(child)
          : [child],
    );
  return within(root);
}

function isInside(node: AnyStateNode, outer: AnyStateNode): boolean {
  for (let above = node.parent; above; above = above.parent) if (above === outer) return true;
  return false;
}

/** True for a region within another region, whose drawing shows it. */
function isNested(node: AnyStateNode): boolean {
  for (let above = node.parent; above; above = above.parent) if (above.parent?.type === 'parallel') return true;
  return false;
}

/** The name of a machine that has none of its own. */
const nameOf = ({ id }: AnyStateMachine): string => (id === '(machine)' ? 'machine' : id);

/**
 * The drawings of a machine with their places, none of them wider than a page on which its letters can be read, where it can be cut so.
 * @param machine what to draw
 * @param paint what it is painted with
 */
export async function drawingsOf(machine: AnyStateMachine, paint: Paint = {}): Promise<Placed[]> {
  const found: Placed[] = [];
  const title = nameOf(machine);
  const parts = partsOf(machine, title);
  for (let part = parts.shift(); part; part = parts.shift()) {
    const { root, folded } = part;
    const { title: own } = part;
    const draw = (isNarrow: boolean): Promise<Placed> =>
      placed(new Sketch(machine, root, (node) => folded.includes(node), paint, isNarrow).draw(own));
    // oxlint-disable-next-line eslint/no-await-in-loop -- the layout is a single worker
    const layout = await draw(false);
    const smaller = layout.width > MOST_WIDTH ? cut(machine, title, part) : null;
    if (smaller) parts.unshift(...smaller);
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    else found.push(layout.width > MOST_WIDTH ? await draw(true) : layout);
  }
  return found;
}
