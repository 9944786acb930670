import Elk, { type ELK, type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';

import type { Arrow, Box, Drawing, Label } from './drawing.ts';
import { textWidth } from './text-width.ts';

export const TITLE = 13;
export const TEXT = 11;
export const LINE = 15;

export type Point = { x: number; y: number };
export type PlacedBox = Omit<Box, 'children'> & {
  x: number;
  y: number;
  width: number;
  height: number;
  children: PlacedBox[];
};
export type PlacedLabel = { lines: Label[]; x: number; y: number; width: number; height: number };
export type PlacedArrow = Pick<Arrow, 'id' | 'from' | 'to' | 'about'> & {
  points: Point[];
  label: PlacedLabel | null;
};
export type Placed = { drawing: Drawing; width: number; height: number; boxes: PlacedBox[]; arrows: PlacedArrow[] };

/** The usual size of the page that shows a drawing, in pixels. */
const PAGE = { width: 1000, height: 760 };

const labelSize = (lines: readonly Label[]): { width: number; height: number } => ({
  width: Math.max(...lines.map(({ text }) => textWidth(text, TEXT))) + 10,
  height: lines.length * LINE + 4,
});

function boxSize({ kind, title, rows }: Box): { width: number; height: number } {
  if (kind === 'initial') return { width: 12, height: 12 };
  if (kind === 'history') return { width: 26, height: 26 };
  if (kind === 'anywhere' || kind === 'elsewhere') return { width: textWidth(title, TEXT) + 24, height: 24 };
  const width = Math.max(textWidth(title, TITLE, true) + 28, ...rows.map(({ text }) => textWidth(text, TEXT) + 24), 64);
  return { width, height: rows.length === 0 ? 34 : 32 + rows.length * LINE + 6 };
}

type Direction = 'DOWN' | 'RIGHT';

const LAYERED: Record<string, string> = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.thoroughness': '40',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '8',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.labelNode': '10',
  'elk.spacing.nodeSelfLoop': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

/** Less room beside lines, in a drawing that would be too wide otherwise. */
const NARROW: Record<string, string> = { ...LAYERED, 'elk.spacing.edgeNode': '8' };

/** Boxes side by side, in rows. */
const PACKED: Record<string, string> = {
  'elk.algorithm': 'rectpacking',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.spacing.nodeNode': '24',
  'elk.aspectRatio': '1.4',
};

const idsIn = (box: Box): string[] => [box.id, ...box.children.flatMap(idsIn)];

/** The input of the layout: arrows by the innermost box that holds both of their ends. */
class Plan {
  readonly #drawing: Drawing;
  readonly #direction: Direction;
  readonly #layered: Record<string, string>;
  readonly #within = new Map<string, ReadonlySet<string>>();
  readonly #more: ReadonlyMap<string, number>;

  /** @param more the width that boxes need for their own text, beyond that of their content */
  constructor(drawing: Drawing, direction: Direction, more: ReadonlyMap<string, number>) {
    this.#more = more;
    this.#drawing = drawing;
    this.#direction = direction;
    this.#layered = drawing.isNarrow ? NARROW : LAYERED;
    const visit = (box: Box): void => {
      this.#within.set(box.id, new Set(idsIn(box)));
      box.children.forEach(visit);
    };
    drawing.boxes.forEach(visit);
  }

  graph(): ElkNode {
    return {
      id: '::page',
      children: this.#drawing.boxes.map((box) => this.#node(box)),
      edges: this.#edges(this.#drawing.boxes),
      layoutOptions: {
        ...this.#layered,
        'elk.randomSeed': '2',
        'elk.direction': this.#direction,
        'elk.padding': '[top=12,left=12,bottom=12,right=12]',
      },
    };
  }

  #holds(box: Box, id: string): boolean {
    return this.#within.get(box.id)?.has(id) ?? false;
  }

  /** True if an arrow leads to a state that is written before its own. */
  isUpwards({ from, to }: Arrow): boolean {
    const order = [...this.#within.keys()];
    const isNested = this.#within.get(from)?.has(to) || this.#within.get(to)?.has(from);
    return from !== to && !isNested && order.indexOf(to) < order.indexOf(from);
  }

  /** The arrows between these boxes or their contents, and not within a single one of them. */
  #edges(boxes: readonly Box[], parent?: Box): ElkExtendedEdge[] {
    const isHere = (id: string): boolean => parent?.id === id || boxes.some((box) => this.#holds(box, id));
    return this.#drawing.arrows
      .filter(({ from, to }) => isHere(from) && isHere(to))
      .filter(({ from, to }) => !(parent?.id === from && parent.id === to))
      .filter(
        ({ from, to }) =>
          !boxes.some(
            (box) =>
              box.children.length > 0 &&
              this.#holds(box, from) &&
              this.#holds(box, to) &&
              !(from === box.id && to === box.id),
          ),
      )
      .map((arrow) => edge(arrow, this.isUpwards(arrow)));
  }

  /**
   * True if the children of a box can be placed side by side: no arrow leads from one child to another, or out of the
   * box.
   */
  #isPacked(box: Box): boolean {
    return this.#drawing.arrows.every(({ from, to }) => {
      const touched = [from, to].map((id) =>
        id === box.id ? null : (box.children.find((child) => this.#holds(child, id)) ?? null),
      );
      return touched.every((child) => child === null) || (touched[0] !== null && touched[0] === touched[1]);
    });
  }

  #node(box: Box): ElkNode {
    const { width, height } = boxSize(box);
    if (box.children.length === 0) {
      const first: Record<string, string> =
        box.kind === 'initial' ? { 'elk.layered.layering.layerConstraint': 'FIRST' } : {};
      return { id: box.id, width, height, layoutOptions: first };
    }
    return {
      id: box.id,
      children: box.children.map((child) => this.#node(child)),
      edges: this.#edges(box.children, box),
      layoutOptions: {
        ...(this.#isPacked(box) ? PACKED : this.#layered),
        'elk.direction': this.#direction,
        'elk.padding': `[top=${height + 8},left=18,bottom=18,right=${18 + (this.#more.get(box.id) ?? 0)}]`,
      },
    };
  }
}

/**
 * An arrow for the layout. One that leads upwards is passed reversed, so that states are placed in the order in which
 * they are written.
 */
function edge({ id, from, to, labels }: Arrow, isUpwards: boolean): ElkExtendedEdge {
  const inline = { 'elk.edgeLabels.inline': 'true' };
  return {
    id,
    sources: [isUpwards ? to : from],
    targets: [isUpwards ? from : to],
    labels:
      labels.length === 0 ? [] : [{ id: `${id} label`, text: 'label', layoutOptions: inline, ...labelSize(labels) }],
  };
}

function placedBox(box: Box, found: ReadonlyMap<string, ElkNode>): PlacedBox {
  const { x = 0, y = 0, width = 0, height = 0 } = found.get(box.id) ?? {};
  return { ...box, x, y, width, height, children: box.children.map((child) => placedBox(child, found)) };
}

/** The width that boxes with inner boxes lack for their own text. */
function lacking(boxes: readonly PlacedBox[]): Map<string, number> {
  const found = new Map<string, number>();
  const visit = (box: PlacedBox): void => {
    const lack = boxSize(box).width - box.width;
    if (box.children.length > 0 && lack > 0) found.set(box.id, Math.ceil(lack));
    box.children.forEach(visit);
  };
  boxes.forEach(visit);
  return found;
}

async function attempt(
  engine: ELK,
  drawing: Drawing,
  direction: Direction,
  more: ReadonlyMap<string, number> = new Map(),
): Promise<Placed> {
  const plan = new Plan(drawing, direction, more);
  const result: ElkNode = await engine.layout(plan.graph());
  const found = new Map<string, ElkNode>();
  const edges = new Map<string, ElkExtendedEdge>();
  const visit = (one: ElkNode): void => {
    found.set(one.id, one);
    for (const routed of one.edges ?? []) edges.set(routed.id, routed);
    one.children?.forEach(visit);
  };
  visit(result);
  const arrows = drawing.arrows.map((arrow): PlacedArrow => {
    const { id, labels, from, to, about } = arrow;
    const routed = edges.get(id);
    const points = (routed?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
      startPoint,
      ...bendPoints,
      endPoint,
    ]);
    if (plan.isUpwards(arrow)) points.reverse();
    const { x = 0, y = 0, width = 0, height = 0 } = routed?.labels?.[0] ?? {};
    return { id, from, to, about, points, label: labels.length === 0 ? null : { lines: labels, x, y, width, height } };
  });
  const boxes = drawing.boxes.map((box) => placedBox(box, found));
  const lack = lacking(boxes);
  if (lack.size > 0 && more.size === 0) return attempt(engine, drawing, direction, lack);
  return { drawing, width: Math.ceil(result.width ?? 0), height: Math.ceil(result.height ?? 0), boxes, arrows };
}

/** How much a drawing has to be reduced to be seen whole; height counts less, since a page scrolls. */
const reduction = ({ width, height }: Placed): number =>
  Math.max(width / PAGE.width, height / PAGE.height / 1.6) + (width * height) / 4e6;

/**
 * Computes the layout of a drawing.
 * @param drawing boxes and arrows
 * @returns the same with coordinates, downwards or to the right, whichever is easier to read
 */
export async function placed(drawing: Drawing): Promise<Placed> {
  const engine = new Elk.default();
  const down = await attempt(engine, drawing, 'DOWN');
  const right = await attempt(engine, drawing, 'RIGHT');
  return reduction(right) < reduction(down) ? right : down;
}
