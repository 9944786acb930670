import type { Look, Tone } from './drawing.ts';

const PARTS = ['page', 'state', 'nest', 'edge', 'boundary', 'text', 'accent', 'on-accent'] as const;
const TONES = ['event', 'done', 'failed', 'time', 'always', 'quiet'] as const satisfies readonly Tone[];

type Palette = Record<Tone | (typeof PARTS)[number], string>;

/** Every colour is a custom property: of the file's own style, or of the page around a living drawing. */
export const colours = Object.fromEntries(
  [...PARTS, ...TONES].map((part) => [part, `var(--chart-${part})`]),
) as Palette;

/** The colour of what is painted. */
export const lookColours: Readonly<Record<Look, string>> = {
  good: colours.done,
  partly: colours.time,
  bad: colours.failed,
  active: colours.accent,
};

const palettes: Record<'light' | 'dark', Palette> = {
  light: {
    page: '#ffffff',
    state: '#ffffff',
    nest: '#f3f5f1',
    edge: '#6f7d78',
    boundary: '#6f7d78',
    text: '#14211e',
    accent: '#065a60',
    'on-accent': '#ffffff',
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
    'on-accent': '#0d1413',
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

/** The style of a file: it follows the reader's light or dark system. */
export const STYLE = `${propertiesOf(palettes.light)}@media(prefers-color-scheme:dark){${propertiesOf(palettes.dark)}}`;
