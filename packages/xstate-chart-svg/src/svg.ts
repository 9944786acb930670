import { colours, lookColours, STYLE } from './colours.ts';
import { type Element, written } from './element.ts';
import { LINE, type Placed, type Point, TEXT, TITLE } from './layout.ts';
import { anchorsOf, arrow, arrowWords, box, headings, lookOf, type Place, type Scene, text, tipOf } from './shapes.ts';
import { textWidth } from './text-width.ts';

/** Room around a drawing's title, around the key below it, and the least width that a key gets, in pixels. */
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
  const widest = Math.max(0, ...texts.map((one) => textWidth(one, TEXT))) + 2 * MARGIN;
  const columns = Math.max(1, Math.floor(width / widest));
  const rows = Math.ceil(texts.length / columns);
  const lines = texts.map((one, at) => ({
    text: one,
    x: MARGIN + Math.floor(at / rows) * widest,
    y: MARGIN + LINE * (1 + (at % rows)),
  }));
  return { lines, width: Math.min(columns, texts.length) * widest, height: rows === 0 ? 0 : rows * LINE + 2 * MARGIN };
}

/** One drawing of a chart: title, boxes, arrows, key; and its size. */
function sheet(placed: Placed, scene: Scene): { parts: Element[]; width: number; height: number } {
  const { drawing, boxes, arrows } = placed;
  const { title, note } = drawing;
  const key = keyOf(drawing.key, placed.width);
  const head = note === '' ? HEAD : HEAD + LINE;
  const titleWidth = textWidth(title, TITLE + 2, true);
  const parts: Element[] = [
    text(title, MARGIN, 22, { size: TITLE + 2, fill: colours.text, isBold: true }),
    ...(note === '' ? [] : [text(note, MARGIN, 22 + LINE + 2, { fill: colours.quiet })]),
    [
      'g',
      { transform: `translate(0 ${head})` },
      ...boxes.flatMap((one) => box(one, 0, scene)),
      ...arrows.map((one) => arrow(one, scene)),
      ...boxes.flatMap((one) => headings(one, 0, scene, arrows)),
      ...arrows.flatMap((one) => arrowWords(one, scene)),
    ],
  ];
  if (key.lines.length > 0) {
    const lines = key.lines.map(({ text: one, x, y }) => text(one, x, y, { fill: colours.quiet }));
    parts.push(['g', { transform: `translate(0 ${head + placed.height})` }, ...lines]);
  }
  const width = Math.max(placed.width, titleWidth + 2 * MARGIN, textWidth(note, TEXT) + 2 * MARGIN, key.width);
  return { parts, width: Math.ceil(width), height: head + placed.height + key.height };
}

/** The tips of arrows, one for each colour; in the living page a tip has the colour of its line, and its size where the line gets wider. */
function tips(all: readonly Placed[], at: Place): Element[] {
  const looks = new Set(all.flatMap(({ arrows }) => arrows.map(lookOf)));
  const size = at === 'live' ? 10 : 7;
  const units = at === 'live' ? { markerUnits: 'userSpaceOnUse' } : {};
  return [null, ...(['good', 'partly', 'bad', 'active'] as const)]
    .filter((look) => look === null || looks.has(look))
    .map((look) => [
      'marker',
      {
        id: tipOf(look),
        viewBox: '0 0 8 8',
        refX: 7,
        refY: 4,
        markerWidth: size,
        markerHeight: size,
        ...units,
        orient: 'auto-start-reverse',
      },
      [
        'path',
        { d: 'M0 0L8 4L0 8z', fill: at === 'live' ? 'context-stroke' : look ? lookColours[look] : colours.edge },
      ],
    ]);
}

/** A picture of a chart, with its size in pixels. */
export type Picture = { width: number; height: number; element: Element };

/**
 * Puts all drawings of a chart below each other.
 * @param all drawings with their places, the whole first
 * @param at where the picture is shown
 * @returns an `svg` element, the same for the same input
 */
export function picture(all: readonly Placed[], at: Place): Picture {
  const scene: Scene = { at, anchors: anchorsOf(all) };
  const sheets = all.map((placed) => sheet(placed, scene));
  const width = Math.max(...sheets.map((one) => one.width));
  const height = sheets.reduce((sum, one) => sum + one.height, 0);
  let y = 0;
  const placedSheets = sheets.map((one): Element => {
    const found: Element = ['g', { transform: `translate(0 ${y})` }, ...one.parts];
    y += one.height;
    return found;
  });
  const element: Element = [
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      'font-family': "Helvetica, Arial, 'Liberation Sans', sans-serif",
      role: 'img',
      'aria-label': `Statechart: ${all[0]?.drawing.title.replace(/, the whole$/, '')}`,
    },
    ...(at === 'live' ? [] : [['style', {}, STYLE] satisfies Element]),
    ['defs', {}, ...tips(all, at)],
    ['rect', { width, height, fill: colours.page }],
    ...placedSheets,
  ];
  return { width, height, element };
}

/** A picture as the text of a file. */
export const fileOf = ({ element }: Picture): string => `${written(element)}\n`;
