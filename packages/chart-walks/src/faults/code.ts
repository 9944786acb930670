import { type Change, replace, short } from './fault.ts';
import { calledOf, nameOf, type Node, nodesOf, ownerOf } from './syntax.ts';

/** Calls that undo something: without one a listener, a timer, a call or a note outlives its time. */
const CLEARING = /\b(?:abort|cancel|clear\w*|close|delete|disconnect|dispose|drop|end\w*|remove\w*|stop|unsubscribe)\(/;

/** Calls that start to listen: without one an event is never received. */
const LISTENING = /^(?:on[A-Z]?\w*|subscribe|addEventListener)$/;

/** Comparisons that an off-by-one mistake turns into one another. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};

const change = (kind: string, what: string, at: Pick<Node, 'start' | 'end'>, into: string): Change[] => [
  { kind, what, ...replace(at, into) },
];

/**
 * Returns the possible faults in code around charts: conditions, cleanups, listeners, addresses, signals, lists, blanks, ends of promises.
 * @param path of the file
 * @param source its text
 * @param labels fields by which a user knows an entry of a list, the first that an entry has
 */
export function codeChanges(
  path: string,
  source: string,
  labels: readonly string[] = ['name', 'title', 'label'],
): Change[] {
  return nodesOf(path, source).flatMap(({ node, around }): Change[] => {
    const wordsOf = ({ start, end }: Node): string => source.slice(start, end);
    const words = wordsOf(node);
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
        // `some` finds the wanted entry by its name, too, if the list has it.
        const isSome = around[0]?.type === 'CallExpression' && calledOf(around[0]) === 'some';
        if (id === '' || (isSome && sign === '===')) return [];
        const label = `((one) => ${labels.map((field) => `one?.${field}`).join(' ?? ')})`;
        const into = `(one, _, all) => ${label}(one) ${sign} ${label}(all.find((other) => other.${id} === ${wanted}))`;
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
 * Returns the possible faults in the bodies of guards, of `assign` and of other functions: a comparison with its neighbour, one side of a condition, a list
 * that loses its former entries, an object that loses a field.
 * @param path of the file
 * @param source its text
 */
export function bodyChanges(path: string, source: string): Change[] {
  return nodesOf(path, source).flatMap(({ node, around }): Change[] => {
    const words = source.slice(node.start, node.end);
    const isWithin = around.some(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression');
    if (!isWithin) return [];
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
      const [left, right] = [node['left'] as Node, node['right'] as Node];
      const sign = String(node['operator']);
      const other = NEIGHBOURS[sign];
      if (other !== undefined) {
        const between = source.slice(left.end, right.start).replace(sign, other);
        return change('body', `${other} in ${short(words)}`, { start: left.end, end: right.start }, between);
      }
      return sign === '&&' || sign === '||'
        ? change('body', `only the first part of ${short(words)}`, node, source.slice(left.start, left.end))
        : [];
    }
    if (node.type === 'ArrayExpression') {
      const [first, second] = node['elements'] as (Node | null)[];
      return first?.type === 'SpreadElement' && second
        ? change('body', `only the new entries of ${short(words)}`, { start: first.start, end: second.start }, '')
        : [];
    }
    // Only the object that a function returns: `({ context }) => ({ … })`.
    if (node.type !== 'ObjectExpression' || around[0]?.type !== 'ParenthesizedExpression') return [];
    return (node['properties'] as Node[]).flatMap((property, at, all) => {
      const end = all[at + 1]?.start ?? property.end;
      const said = short(source.slice(property.start, property.end));
      return change('body', `without ${said}`, { start: property.start, end }, '');
    });
  });
}
