import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { stateNodes, transitionsOf } from '../../tests/paths/engine/chart.ts';
import { entries } from '../../tests/paths/registry.ts';
import { drawingsOf, keyOf } from './drawing.ts';
import { placed } from './layout.ts';
import { aboutOf } from './page.ts';
import { svg } from './svg.ts';

/** A piece of a drawing as data: the page's policy lets no string become markup, so the page builds elements. */
type Piece = [tag: string, attributes: Record<string, string>, ...inside: (Piece | string)[]];

const root = resolve(import.meta.dirname, '..', '..');
const plain = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
/** As React writes them; `data-` and `aria-` stay. */
const nameOf = (attribute: string): string =>
  /^(data|aria)-/.test(attribute)
    ? attribute
    : attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Reads what `svg.ts` printed.
 * @param text well-formed, as the printer writes it
 */
export function piecesOf(text: string): Piece {
  const top: Piece = ['', {}];
  const open: Piece[] = [top];
  for (const [, end, tag = '', attributes = '', isEmpty, words] of text.matchAll(
    /<(\/?)([\w]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g,
  )) {
    const inner = open.at(-1) ?? top;
    if (words !== undefined) {
      if (words.trim() !== '') inner.push(plain(words));
    } else if (end) open.pop();
    else {
      const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)];
      const piece: Piece = [
        tag,
        Object.fromEntries(pairs.map(([, name = '', value = '']) => [nameOf(name), plain(value)])),
      ];
      inner.push(piece);
      if (!isEmpty) open.push(piece);
    }
  }
  const [, , first] = top;
  if (typeof first !== 'object') throw new Error('The drawing is empty.');
  return first;
}

/** Everything that the living page shows of the charts. @returns data for `src/inspect/page`, the same for the same charts */
export async function liveCharts(): Promise<unknown> {
  const machines = [];
  for (const { machine, name, stem } of await entries()) {
    const all = transitionsOf(machine);
    const drawings = [];
    for (const drawing of drawingsOf(machine, stem)) {
      // One after the other: the layout is a single worker.
      // oxlint-disable-next-line eslint/no-await-in-loop
      const laid = await placed(drawing);
      const { title } = drawing;
      drawings.push({ title, width: laid.width, height: laid.height, picture: piecesOf(svg(laid, 'live')) });
    }
    machines.push({
      id: name,
      about: aboutOf(readFileSync(join(root, 'src', 'machines', `${stem}.machine.ts`), 'utf8')).split(/(?<=\.)\s/)[0],
      states: stateNodes(machine).length - 1,
      transitions: all.map((transition) => ({ key: keyOf(transition, all), text: transition.id })),
      drawings,
    });
  }
  return machines;
}

if (import.meta.main) process.stdout.write(JSON.stringify(await liveCharts()));
