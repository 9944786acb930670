import { colours, lookColours } from './colours.ts';
import type { Label, Look } from './drawing.ts';
import { type Element, round } from './element.ts';
import {
  LINE,
  type Placed,
  type PlacedArrow,
  type PlacedBox,
  type PlacedLabel,
  type Point,
  TEXT,
  TITLE,
} from './layout.ts';
import { textWidth } from './text-width.ts';

/** A drawing's place: a file, with links in it, or the page of the living charts, which marks what can light up. */
export type Place = 'file' | 'live';

/** Facts of a chart's other drawings that its shapes need. `anchors`: states that are drawn with all they have, which links lead to. */
export type Scene = { at: Place; anchors: ReadonlySet<string> };

const placeOf = ({ x, y, width, height }: Omit<PlacedLabel, 'lines'>): Record<string, string> => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});

const stateOf = (id: string): string => id.split('::')[0] ?? id;

type Style = { size?: number; fill: string; anchor?: 'middle'; isBold?: boolean };

/** A line of text. It is stretched to the width that the layout assumed, whatever font the reader has. */
export function text(
  words: string,
  x: number,
  y: number,
  { size = TEXT, fill, anchor, isBold = false }: Style,
): Element {
  const look = { ...(isBold && { 'font-weight': 600 }), ...(anchor && { 'text-anchor': anchor }) };
  const length = { textLength: textWidth(words, size, isBold), lengthAdjust: 'spacingAndGlyphs' };
  return ['text', { x: round(x), y: round(y), 'font-size': size, fill, ...look, ...length }, words];
}

/** Shapes that belong together: with a title that a pointer shows, and a link to the drawing of a state if that has one. */
function group(
  shapes: Element[],
  { at, anchors }: Scene,
  marks: Record<string, string>,
  about: string,
  to?: string,
): Element {
  const title: Element[] = about === '' ? [] : [['title', {}, about]];
  if (at === 'live') {
    const data = Object.fromEntries(Object.entries(marks).map(([name, value]) => [`data-${name}`, value]));
    return ['g', to !== undefined && anchors.has(to) ? { ...data, 'data-to': to } : data, ...title, ...shapes];
  }
  if (to !== undefined && anchors.has(to)) return ['a', { href: `#${encodeURIComponent(to)}` }, ...title, ...shapes];
  return title.length === 0 && shapes.length === 1 && shapes[0] ? shapes[0] : ['g', {}, ...title, ...shapes];
}

const inkOf = ({ looks = [], tone }: Label): string => {
  const [look] = looks;
  return look && looks.every((one) => one === look)
    ? lookColours[look]
    : looks.some((one) => one !== null)
      ? colours.time
      : colours[tone];
};

/** A label's text, marked with its subject if it has one. */
function spoken(label: Label, words: Element, scene: Scene): Element {
  const { keys = [], state } = label;
  if (scene.at === 'file') return words;
  if (state !== undefined) return group([words], scene, { state }, '');
  return keys.length > 0 ? group([words], scene, { taken: keys.join('|') }, '') : words;
}

/** A box with those inside. @param depth of the box in its drawing */
export function box(placed: PlacedBox, depth: number, scene: Scene): Element[] {
  const inner = placed.children.flatMap((child) => box(child, depth + 1, scene));
  const state = stateOf(placed.id);
  const mark = placed.id === state ? '' : placed.id.split('::')[1];
  const shapes = shapesOf(placed, depth, scene);
  if (mark === 'elsewhere')
    return [
      group(shapes, scene, { state, kind: placed.kind }, `Go to the drawing of ${placed.title}`, state),
      ...inner,
    ];
  if (mark !== '') return [...shapes, ...inner];
  if (placed.isFolded)
    return [
      group(shapes, scene, { state, kind: placed.kind }, `Go to the drawing of ${placed.title}`, state),
      ...inner,
    ];
  const own: Element =
    scene.at === 'live' ? group(shapes, scene, { state, kind: placed.kind }, '') : ['g', { id: state }, ...shapes];
  return [own, ...inner];
}

/** A box without those inside. */
function shapesOf(placed: PlacedBox, depth: number, scene: Scene): Element[] {
  const { x, y, width, height, kind, title, rows, children, look } = placed;
  const at = placeOf(placed);
  const centre = { x: x + width / 2, y: y + height / 2 };
  const circle = { cx: round(centre.x), cy: round(centre.y) };
  if (kind === 'initial') return [['circle', { ...circle, r: 6, fill: colours.text }]];
  if (kind === 'history') {
    return [
      ['circle', { ...circle, r: 12, fill: colours.state, stroke: look ? lookColours[look] : colours.boundary }],
      text(title, centre.x, centre.y + 4, { fill: colours.text, anchor: 'middle', isBold: true }),
    ];
  }
  if (kind === 'anywhere' || kind === 'elsewhere') {
    const dash = kind === 'elsewhere' ? { 'stroke-dasharray': '4 3' } : {};
    return [
      ['rect', { ...at, rx: 12, fill: colours.page, stroke: colours.accent, ...dash }],
      text(title, centre.x, centre.y + 4, { fill: colours.accent, anchor: 'middle' }),
    ];
  }
  const isNest = children.length > 0;
  const isLit = look === 'active' && !isNest;
  const dash = look === 'bad' ? '2 3' : kind === 'region' ? '6 4' : null;
  const fill = isLit
    ? colours.accent
    : isNest && depth % 2 === 0
      ? colours.nest
      : isNest
        ? colours.page
        : colours.state;
  const line = look
    ? { stroke: lookColours[look], 'stroke-width': 2.4 }
    : { stroke: colours.boundary, 'stroke-width': isNest ? 1 : 1.4 };
  const shapes: Element[] = [
    ['rect', { ...at, rx: 8, fill, ...line, ...(dash !== null && { 'stroke-dasharray': dash }) }],
  ];
  if (kind === 'final') {
    const inner = placeOf({ x: x + 3, y: y + 3, width: width - 6, height: height - 6 });
    shapes.push(['rect', { ...inner, rx: 6, fill: 'none', stroke: colours.boundary }]);
  }
  if (isNest) return shapes;
  const ink = isLit ? colours['on-accent'] : look ? lookColours[look] : placed.isFolded ? colours.accent : colours.text;
  if (rows.length === 0) {
    return [...shapes, text(title, centre.x, centre.y + 5, { size: TITLE, fill: ink, anchor: 'middle', isBold: true })];
  }
  const rule: Element = [
    'path',
    {
      d: `M${round(x)} ${round(y + 27)}h${round(width)}`,
      stroke: isLit ? ink : colours.boundary,
      'stroke-opacity': 0.4,
    },
  ];
  return [...shapes, rule, ...boxWords(placed, scene, ink, isLit)];
}

/** A box's name and lines of text. @param isLit true on a filled box, where every line has the ink of the name */
function boxWords({ x, y, title, rows }: PlacedBox, scene: Scene, ink: string, isLit = false): Element[] {
  return [
    text(title, x + 12, y + 21, { size: TITLE, fill: ink, isBold: true }),
    ...rows.map((row, index) =>
      spoken(row, text(row.text, x + 12, y + 38 + index * LINE, { fill: isLit ? ink : inkOf(row) }), scene),
    ),
  ];
}

/** Pixels around text. */
const CLEAR = 6;

/** Pixels to the right by which a box's text must be moved so that no arrow crosses it; 0 if there is no such place. */
function aside({ x, y, width, title, rows }: PlacedBox, arrows: readonly PlacedArrow[]): number {
  const wide = Math.max(textWidth(title, TITLE, true), ...rows.map((row) => textWidth(row.text, TEXT)));
  // An arrow that ends at the border crosses nothing.
  const [top, foot] = [y + CLEAR, y + 26 + rows.length * LINE];
  const taken = arrows.flatMap(({ points }) =>
    points.slice(1).flatMap((to, index) => {
      const from = points[index] ?? to;
      if (Math.max(from.y, to.y) < top || Math.min(from.y, to.y) > foot) return [];
      return [{ from: Math.min(from.x, to.x) - CLEAR, to: Math.max(from.x, to.x) + CLEAR }];
    }),
  );
  const first = x + 12;
  const starts = [first, ...taken.map(({ to }) => to)].filter((at) => at >= first && at + wide <= x + width - 12);
  const free = starts.filter((at) => taken.every((one) => at >= one.to || at + wide <= one.from));
  return free.length === 0 ? 0 : Math.min(...free) - first;
}

/** The words of boxes with inner boxes: where arrows leave room, else above the arrows on a background of their own. */
export function headings(placed: PlacedBox, depth: number, scene: Scene, arrows: readonly PlacedArrow[]): Element[] {
  if (placed.children.length === 0) return [];
  const ground = depth % 2 === 0 ? colours.nest : colours.page;
  const ink = placed.look ? lookColours[placed.look] : colours.accent;
  const own = boxWords({ ...placed, x: placed.x + aside(placed, arrows) }, scene, ink);
  return [
    ['g', { 'paint-order': 'stroke', stroke: ground, 'stroke-width': 4 }, ...own],
    ...placed.children.flatMap((child) => headings(child, depth + 1, scene, arrows)),
  ];
}

/** The line through the points, its corners rounded. */
function path(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let drawn = `M${round(first.x)} ${round(first.y)}`;
  rest.forEach((point, index) => {
    const before = points[index] ?? point;
    const after = points[index + 2];
    if (!after) {
      drawn += `L${round(point.x)} ${round(point.y)}`;
      return;
    }
    const radius = Math.min(6, distance(before, point) / 2, distance(point, after) / 2);
    const a = towards(point, before, radius);
    const b = towards(point, after, radius);
    drawn += `L${round(a.x)} ${round(a.y)}Q${round(point.x)} ${round(point.y)} ${round(b.x)} ${round(b.y)}`;
  });
  return drawn;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const towards = (from: Point, to: Point, by: number): Point => {
  const length = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
};

/** The id of an arrow's tip. */
export const tipOf = (look: Look | null): string => `chart-tip${look ? `-${look}` : ''}`;

const DASHES: Readonly<Partial<Record<Look, string>>> = { bad: '2 4', partly: '9 3' };

/** The look of an arrow: that of its labels, `partly` where they differ; null for one that is not painted. */
export function lookOf({ label }: PlacedArrow): Look | null {
  const looks = label?.lines.flatMap((line) => line.looks ?? []) ?? [];
  const [first = null] = looks;
  return looks.every((look) => look === first) ? first : 'partly';
}

/** An arrow's line: wide enough to be pointed at, with its transitions as its title, and a link to its target. */
export function arrow(placed: PlacedArrow, scene: Scene): Element {
  const { points, label, to, about } = placed;
  const look = lookOf(placed);
  const dash = look ? DASHES[look] : undefined;
  const line = path(points);
  const stroke = look ? lookColours[look] : colours.edge;
  const shape: Element = [
    'path',
    {
      d: line,
      fill: 'none',
      stroke,
      'stroke-width': look ? 2 : 1.3,
      ...(dash && { 'stroke-dasharray': dash }),
      'marker-end': `url(#${tipOf(look)})`,
    },
  ];
  const wide: Element = ['path', { d: line, fill: 'none', stroke: 'transparent', 'stroke-width': 9 }];
  const keys = label?.lines.flatMap((one) => one.keys ?? []) ?? [];
  const marks: Record<string, string> = keys.length === 0 ? {} : { taken: keys.join('|'), part: 'arrow' };
  return group(scene.at === 'file' ? [wide, shape] : [shape], scene, marks, about.join('\n'), stateOf(to));
}

/** The words on an arrow. */
export function arrowWords({ label: placed, about, to }: PlacedArrow, scene: Scene): Element[] {
  if (!placed) return [];
  const { x, y, width, lines } = placed;
  const shapes: Element[] = [
    ['rect', { ...placeOf(placed), rx: 4, fill: colours.page, 'fill-opacity': 0.94 }],
    ...lines.map((one, index) =>
      spoken(one, text(one.text, x + width / 2, y + 13 + index * LINE, { fill: inkOf(one), anchor: 'middle' }), scene),
    ),
  ];
  return scene.at === 'file' ? [group(shapes, scene, {}, about.join('\n'), stateOf(to))] : shapes;
}

/** States that a list of drawings shows with all they have. */
export function anchorsOf(all: readonly Placed[]): Set<string> {
  const visit = (one: PlacedBox): string[] =>
    one.id.includes('::') || one.isFolded ? [] : [one.id, ...one.children.flatMap(visit)];
  return new Set(all.flatMap(({ boxes }) => boxes.flatMap(visit)));
}
