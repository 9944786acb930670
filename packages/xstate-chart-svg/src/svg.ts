import type { Label, Tone } from './drawing.ts';
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

/** A drawing's place: a file, which follows the reader's light or dark system, or the page of the living charts, which has the colours. */
export type Place = 'file' | 'live';

const PARTS = ['page', 'state', 'nest', 'edge', 'boundary', 'text', 'accent'] as const;
const TONES = ['event', 'done', 'failed', 'time', 'always', 'quiet'] as const satisfies readonly Tone[];

type Palette = Record<Tone | (typeof PARTS)[number], string>;

/** Every colour is a custom property: of the file's own style, or of the page around a living drawing. */
const colours = Object.fromEntries([...PARTS, ...TONES].map((part) => [part, `var(--chart-${part})`])) as Palette;

/** The application's colours (`src/ui/primitives/tokens.css`). */
const palettes: Record<'light' | 'dark', Palette> = {
  light: {
    page: '#ffffff',
    state: '#ffffff',
    nest: '#f3f5f1',
    edge: '#6f7d78',
    boundary: '#6f7d78',
    text: '#14211e',
    accent: '#065a60',
    event: '#14211e',
    done: '#125a30',
    failed: '#97172a',
    time: '#6d4100',
    always: '#42504c',
    quiet: '#42504c',
  },
  dark: {
    page: '#0d1413',
    state: '#1c2927',
    nest: '#15201e',
    edge: '#788a85',
    boundary: '#788a85',
    text: '#e9f0ed',
    accent: '#62cbc6',
    event: '#e9f0ed',
    done: '#84dca0',
    failed: '#ffa9a4',
    time: '#f2c471',
    always: '#b4c2bd',
    quiet: '#b4c2bd',
  },
};

const propertiesOf = (palette: Palette): string =>
  `:root{${Object.entries(palette)
    .map(([part, colour]) => `--chart-${part}:${colour}`)
    .join(';')}}`;
const STYLE = `<style>${propertiesOf(palettes.light)}@media(prefers-color-scheme:dark){${propertiesOf(palettes.dark)}}</style>`;

/** Shapes that light up together, with `data-` marks for the living page; the committed files have none. */
function marked(shapes: string[], at: Place, marks: Readonly<Record<string, string>>): string[] {
  if (at !== 'live') return shapes;
  const written = Object.entries(marks).map(([name, value]) => ` data-${name}="${escape(value)}"`);
  return [`<g${written.join('')}>`, ...shapes, '</g>'];
}

/** A label's text, marked with its subject if it has one. */
function spoken({ keys = [], state }: Label, text: string, at: Place): string[] {
  if (state !== undefined) return marked([text], at, { state });
  return keys.length > 0 ? marked([text], at, { taken: keys.join('|') }) : [text];
}

const round = (value: number): string => String(Math.round(value * 10) / 10);
const place = ({ x, y, width, height }: Omit<PlacedLabel, 'lines'>): string =>
  `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function line(
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  anchor: 'start' | 'middle',
  isBold = false,
): string {
  const weight = isBold ? ' font-weight="600"' : '';
  const middle = anchor === 'middle' ? ' text-anchor="middle"' : '';
  // Every text is stretched to the width that the layout assumed, whatever font the reader has.
  const width = textWidth(text, size, isBold);
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${fill}"${weight}${middle} textLength="${width}" lengthAdjust="spacingAndGlyphs">${escape(text)}</text>`;
}

function box(placed: PlacedBox, depth: number, at: Place): string[] {
  const inner = placed.children.flatMap((child) => box(child, depth + 1, at));
  const [state = '', mark] = placed.id.split('::');
  const isState = mark === undefined || mark === 'elsewhere';
  const shapes = shapesOf(placed, depth, at);
  return [...(isState ? marked(shapes, at, { state, kind: placed.kind }) : shapes), ...inner];
}

/** A box without those inside. */
function shapesOf(placed: PlacedBox, depth: number, where: Place): string[] {
  const { x, y, width, height, kind, title, rows, children } = placed;
  const at = place(placed);
  const centre = { x: x + width / 2, y: y + height / 2 };
  if (kind === 'initial')
    return [`<circle cx="${round(centre.x)}" cy="${round(centre.y)}" r="6" fill="${colours.text}"/>`];
  if (kind === 'history') {
    return [
      `<circle cx="${round(centre.x)}" cy="${round(centre.y)}" r="12" fill="${colours.state}" stroke="${colours.boundary}"/>`,
      line(title, centre.x, centre.y + 4, TEXT, colours.text, 'middle', true),
    ];
  }
  if (kind === 'anywhere' || kind === 'elsewhere') {
    const dash = kind === 'elsewhere' ? ' stroke-dasharray="4 3"' : '';
    return [
      `<rect ${at} rx="12" fill="${colours.page}" stroke="${colours.accent}"${dash}/>`,
      line(title, centre.x, centre.y + 4, TEXT, colours.accent, 'middle'),
    ];
  }
  const isNest = children.length > 0;
  const dash = kind === 'region' ? ' stroke-dasharray="6 4"' : '';
  const fill = isNest && depth % 2 === 0 ? colours.nest : isNest ? colours.page : colours.state;
  const shapes = [
    `<rect ${at} rx="8" fill="${fill}" stroke="${colours.boundary}" stroke-width="${isNest ? 1 : 1.4}"${dash}/>`,
  ];
  if (kind === 'final') {
    const inner = place({ x: x + 3, y: y + 3, width: width - 6, height: height - 6 });
    shapes.push(`<rect ${inner} rx="6" fill="none" stroke="${colours.boundary}"/>`);
  }
  if (isNest) return shapes;
  if (rows.length === 0) return [...shapes, line(title, centre.x, centre.y + 5, TITLE, colours.text, 'middle', true)];
  const rule = `<path d="M${round(x)} ${round(y + 27)}h${round(width)}" stroke="${colours.boundary}" stroke-opacity="0.4"/>`;
  return [...shapes, rule, ...words(placed, where, colours.text)];
}

/** A box's name and lines of text. */
function words({ x, y, title, rows }: PlacedBox, at: Place, ink: string): string[] {
  return [
    line(title, x + 12, y + 21, TITLE, ink, 'start', true),
    ...rows.flatMap((row, index) =>
      spoken(row, line(row.text, x + 12, y + 38 + index * LINE, TEXT, colours[row.tone], 'start'), at),
    ),
  ];
}

/** Pixels around text. */
const CLEAR = 6;

/** Pixels to the right by which a box's text must be moved so that no arrow crosses it; 0 if there is no such place. */
function aside({ x, y, width, title, rows }: PlacedBox, arrows: readonly PlacedArrow[]): number {
  const wide = Math.max(textWidth(title, TITLE, true), ...rows.map(({ text }) => textWidth(text, TEXT)));
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
function headings(placed: PlacedBox, depth: number, at: Place, arrows: readonly PlacedArrow[]): string[] {
  if (placed.children.length === 0) return [];
  const ground = depth % 2 === 0 ? colours.nest : colours.page;
  const own = words({ ...placed, x: placed.x + aside(placed, arrows) }, at, colours.accent).map((text) =>
    text.replace('<text ', `<text paint-order="stroke" stroke="${ground}" stroke-width="4" `),
  );
  return [...own, ...placed.children.flatMap((child) => headings(child, depth + 1, at, arrows))];
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

function arrow({ points, label: placed }: PlacedArrow, at: Place): string[] {
  const shape = `<path d="${path(points)}" fill="none" stroke="${colours.edge}" stroke-width="1.3" marker-end="url(#tip)"/>`;
  const keys = placed?.lines.flatMap((one) => one.keys ?? []) ?? [];
  return keys.length === 0 ? [shape] : marked([shape], at, { taken: keys.join('|'), part: 'arrow' });
}

function label({ label: placed }: PlacedArrow, at: Place): string[] {
  if (!placed) return [];
  const { x, y, width, lines } = placed;
  const back = `<rect ${place(placed)} rx="4" fill="${colours.page}" fill-opacity="0.94"/>`;
  return [
    back,
    ...lines.flatMap((one, index) =>
      spoken(one, line(one.text, x + width / 2, y + 13 + index * LINE, TEXT, colours[one.tone], 'middle'), at),
    ),
  ];
}

/** Room above a drawing for its title, around the key below it, and the least width that a key gets, in pixels. */
const HEAD = 34;
const MARGIN = 14;
const KEY = 420;

/** The lines of one list of actions, none of them wider than a width where one action is not. */
function wrapped(actions: string, number: number, width: number): string[] {
  const lines = [`▸${number}`];
  for (const name of actions.split(/(?<=,) /)) {
    const longer = `${lines.at(-1)} ${name}`;
    if (textWidth(longer, TEXT) <= width || lines.at(-1) === '   ') lines[lines.length - 1] = longer;
    else lines.push(`    ${name}`);
  }
  return lines;
}

type PlacedText = { text: string } & Point;

/** The key's lists of actions in as many columns as fit, with its size. */
function keyOf(key: readonly string[], least: number): { lines: PlacedText[]; width: number; height: number } {
  const width = Math.max(least, KEY);
  const texts = key.flatMap((actions, at) => wrapped(actions, at + 1, width - 2 * MARGIN));
  const widest = Math.max(0, ...texts.map((text) => textWidth(text, TEXT))) + 2 * MARGIN;
  const columns = Math.max(1, Math.floor(width / widest));
  const rows = Math.ceil(texts.length / columns);
  const lines = texts.map((text, at) => ({
    text,
    x: MARGIN + Math.floor(at / rows) * widest,
    y: MARGIN + LINE * (1 + (at % rows)),
  }));
  return { lines, width: Math.min(columns, texts.length) * widest, height: rows === 0 ? 0 : rows * LINE + 2 * MARGIN };
}

/** The size of a drawing with its title and its key, in pixels. @param at where it is shown */
export function sizeOf({ drawing, width, height }: Placed, at: Place): { width: number; height: number } {
  const key = keyOf(drawing.key, width);
  const title = textWidth(drawing.title, TITLE + 2, true) + 2 * MARGIN;
  return {
    width: Math.ceil(Math.max(width, title, key.width)),
    height: height + key.height + (at === 'live' ? 0 : HEAD),
  };
}

/**
 * Prints a drawing.
 * @param placed boxes and arrows with their places
 * @param at where it is shown
 * @returns an SVG document, the same for the same input
 */
export function svg(placed: Placed, at: Place): string {
  const { boxes, arrows, drawing } = placed;
  const title = at === 'live' ? '' : line(drawing.title, MARGIN, 22, TITLE + 2, colours.text, 'start', true);
  const head = at === 'live' ? 0 : HEAD;
  const key = keyOf(drawing.key, placed.width);
  const { width, height } = sizeOf(placed, at);
  // A line that lights up gets wider; its tip must not.
  const [units, ink] = at === 'live' ? [' markerUnits="userSpaceOnUse"', 'context-stroke'] : ['', colours.edge];
  const size = at === 'live' ? 10 : 7;
  const tip = `<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="${size}" markerHeight="${size}"${units} orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="${ink}"/></marker>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, 'Liberation Sans', sans-serif" role="img" aria-label="Statechart: ${escape(drawing.title)}">`,
    ...(at === 'live' ? [] : [STYLE]),
    `<defs>${tip}</defs>`,
    `<rect width="${width}" height="${height}" fill="${colours.page}"/>`,
    ...(title === '' ? [] : [title]),
    `<g transform="translate(0 ${head})">`,
    ...boxes.flatMap((one) => box(one, 0, at)),
    ...arrows.flatMap((one) => arrow(one, at)),
    ...boxes.flatMap((one) => headings(one, 0, at, arrows)),
    ...arrows.flatMap((one) => label(one, at)),
    '</g>',
    `<g transform="translate(0 ${head + placed.height})">`,
    ...key.lines.map(({ text, x, y }) => line(text, x, y, TEXT, colours.quiet, 'start')),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
