import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  calledOf,
  type Change,
  codeChanges,
  type Fault,
  type Node,
  nodesOf,
  planted,
  replace,
  short,
  spreadKinds,
  textOf,
} from 'chart-walks/faults';

/** Code around the charts, by layer. */
const LAYERS: Readonly<Record<string, string>> = {
  api: 'src/api/{*,resources/*,streams/*}.ts',
  hooks: 'src/ui/**/use-*.{ts,tsx}',
  root: 'src/{app*.ts,routes/{*,!(unsaved)/*}.{ts,tsx}}',
  // Actions and guards of the charts, and their computations.
  setup: 'src/machines/**/!(*messages|*.test).ts',
  views: 'src/ui/!(primitives)/**/*.tsx',
  // Unsaved text: in the page's memory, and on the disk.
  unsaved: 'src/routes/unsaved/*.ts',
};

/** The layers, with the names for `npm run plant-faults -- <layer>`. */
export const layers = Object.keys(LAYERS);

/** The kinds that are planted in every layer; the machines' own code and the views have only these. */
const EVERYWHERE = ['namesake', 'settle', 'untrimmed'];
/** The fields by which a user knows an entry of a list. */
const LABELS = ['name', 'save_name', 'username', 'archive_name'];

/** Factor by which the maximum of a kind is larger than in a machine: a layer has many files. */
const FILES = 5;

/** Reads that are not sent again, and writes that are. */
function retriesOf(path: string, source: string): Change[] {
  return nodesOf(path, source).flatMap(({ node }): Change[] => {
    const [first] = node.type === 'CallExpression' ? (node['arguments'] as Node[]) : [];
    if (!first) return [];
    const words = source.slice(node.start, node.end);
    const change = (what: string, into: string): Change[] => [{ kind: 'retry', what, ...replace(node, into) }];
    if (calledOf(node) === 'retryRead')
      return change('a read is not sent again', `(${source.slice(first.start, first.end)})()`);
    return textOf(first) === 'POST' ? change(`sent again: ${short(words)}`, `retryRead(() => ${words})`) : [];
  });
}

/**
 * The faults of the code around the charts, the same every time.
 * @param root the project's folder
 * @param names of layers
 * @param most of one kind, times five
 */
export async function codeFaultsOf(root: string, names: readonly string[], most: number): Promise<Fault[]> {
  const perLayer = names.map(async (layer) => {
    const files = globSync(LAYERS[layer] ?? '', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
    const faults = files.toSorted().map(async (file) => {
      const source = await readFile(join(root, file), 'utf8');
      const changes = [...codeChanges(file, source, LABELS), ...retriesOf(file, source)];
      const isOwn = layer !== 'setup' && layer !== 'views';
      return planted(
        file,
        source,
        layer,
        changes.filter(({ kind }) => isOwn || EVERYWHERE.includes(kind)),
      );
    });
    return spreadKinds((await Promise.all(faults)).flat(), most * FILES);
  });
  return (await Promise.all(perLayer)).flat();
}
