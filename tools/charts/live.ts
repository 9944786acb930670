import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

import { stateNodes, transitionsOf } from 'xstate-chart-svg/chart';
import { entries } from '../../tests/paths/registry.ts';
import { keyOf, drawingsOf, flatSource, sizeOf, svg } from 'xstate-chart-svg';
import { aboutOf } from './page.ts';

/** A piece of a drawing as data: the page's policy allows no markup from strings, so the page builds elements. */
type Piece = [tag: string, attributes: Record<string, string>, ...inside: (Piece | string)[]];

/** Attribute names as React writes them; `data-` and `aria-` stay. */
const nameOf = (attribute: string): string =>
  /^(data|aria)-/.test(attribute)
    ? attribute
    : attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Elements and text, without the line ends between elements. */
function pieceOf(node: DefaultTreeAdapterTypes.ChildNode): Piece | string {
  if ('value' in node) return node.value.trim();
  if (!('tagName' in node)) return '';
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [nameOf(name), value]));
  return [node.tagName, attributes, ...node.childNodes.map(pieceOf).filter((piece) => piece !== '')];
}

/** The charts for the living page. @returns data for `src/inspect/page`, the same for the same charts */
export async function liveCharts(): Promise<unknown> {
  const machines = [];
  for (const { machine, name, stem, file } of await entries()) {
    const all = transitionsOf(machine);
    const drawings = [];
    // oxlint-disable-next-line eslint/no-await-in-loop -- the layout is a single worker
    for (const placed of await drawingsOf(machine, stem)) {
      const { title } = placed.drawing;
      drawings.push({
        title,
        ...sizeOf(placed, 'live'),
        picture: parseFragment(svg(placed, 'live')).childNodes.map(pieceOf)[0],
      });
    }
    machines.push({
      id: name,
      feature: file.split('/').at(-2),
      about: aboutOf(file).split(/(?<=\.)\s/)[0],
      states: stateNodes(machine).length - 1,
      transitions: all.map((transition) => ({ key: keyOf(transition, all), text: transition.id })),
      drawings,
      source: flatSource(machine),
    });
  }
  return machines;
}

if (import.meta.main) process.stdout.write(JSON.stringify(await liveCharts()));
