import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Change, type Fault, planted, replace, short, spreadKinds } from './mutations.ts';
import { calledOf, nameOf, type Node, nodesOf, ownerOf, textOf } from './syntax.ts';

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
/** The name by which a user knows an entry of a list. */
const LABEL = '((one) => one?.name ?? one?.save_name ?? one?.username ?? one?.archive_name)';

/** Factor by which the maximum of a kind is larger than in a machine: a layer has many files. */
const FILES = 5;

/** Calls that undo something: without one a listener, a timer, a call or a note outlives its time. */
const CLEARING = /\b(?:abort|cancel|clear\w*|close|delete|disconnect|dispose|drop|end\w*|remove\w*|stop|unsubscribe)\(/;

/** Calls that start to listen: without one an event is never received. */
const LISTENING = /^(?:on[A-Z]?\w*|subscribe|addEventListener)$/;

/** Possible faults in code that is not a chart. */
function changesOf(path: string, source: string): Change[] {
  return nodesOf(path, source).flatMap(({ node, around }): Change[] => {
    const wordsOf = ({ start, end }: Node): string => source.slice(start, end);
    const words = wordsOf(node);
    const change = (kind: string, what: string, at: Node, into: string): Change[] => [
      { kind, what, ...replace(at, into) },
    ];
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression': {
        const test = node['test'] as Node;
        return change('condition', `if not ${short(wordsOf(test))}`, test, `!(${wordsOf(test)})`);
      }
      case 'ReturnStatement': {
        const isCleanup = words.startsWith('return () =>') && (CLEARING.test(words) || / = \w/.test(words));
        return isCleanup ? change('cleanup', `no ${short(words)}`, node, ';') : [];
      }
      case 'ExpressionStatement': {
        const whole = node['expression'] as Node;
        const called = calledOf(whole.type === 'ChainExpression' ? (whole['expression'] as Node) : whole);
        const kind = CLEARING.test(`${called ?? ''}(`) ? 'clearing' : LISTENING.test(called ?? '') ? 'hearing' : null;
        return kind ? change(kind, `no ${short(words)}`, node, ';') : [];
      }
      case 'JSXAttribute':
        return (node['name'] as Node)['name'] === 'replace' ? change('address', 'pushed, not replaced', node, '') : [];
      case 'Property': {
        const value = node['value'] as Node;
        const name = nameOf(node['key']);
        const [object, call] = around;
        if (name === 'signal' && object?.type === 'ObjectExpression' && call)
          return change('abort', `no signal in ${short(wordsOf(call))}`, node, 'signal: undefined');
        if (name !== 'replace' || typeof value['value'] !== 'boolean') return [];
        return change('address', `${short(words)} the other way round`, value, String(!value['value']));
      }
      case 'ArrowFunctionExpression': {
        // In a list `({ uuid }) => uuid === wanted` becomes a comparison with the wanted entry's name.
        const [, id = '', sign = '', wanted = ''] = /^\(\{ (uuid|id) \}\) => \1 ([!=]==) ([^;']+)$/.exec(words) ?? [];
        if (id === '') return [];
        const into = `(one, _, all) => ${LABEL}(one) ${sign} ${LABEL}(all.find((other) => other.${id} === ${wanted}))`;
        return change('namesake', `by name: ${short(words)}`, node, into);
      }
      case 'CallExpression': {
        const given = node['arguments'] as Node[];
        const callee = node['callee'] as Node;
        const name = calledOf(node);
        if (name === 'trim')
          return change('untrimmed', `untrimmed: ${short(words)}`, node, wordsOf(callee['object'] as Node));
        if (name === 'finally')
          return change('settle', `.then for .finally in ${short(words)}`, callee['property'] as Node, 'then');
        if (name === 'retryRead' && given[0])
          return change('retry', 'a read is not sent again', node, `(${wordsOf(given[0])})()`);
        if (textOf(given[0]) === 'POST')
          return change('retry', `sent again: ${short(words)}`, node, `retryRead(() => ${words})`);
        const other = { pushState: 'replaceState', replaceState: 'pushState', push: 'replace', replace: 'push' }[
          name ?? ''
        ];
        if (other !== undefined && ownerOf(node) === 'history')
          return change('address', `${other} for ${name ?? ''}`, callee['property'] as Node, other);
        const signal = given.find((one) => nameOf(one) === 'signal');
        return signal ? change('abort', `no signal for ${short(words)}`, signal, 'undefined') : [];
      }
      default:
        return [];
    }
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
      const changes = changesOf(file, source);
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
