import { fileURLToPath } from 'node:url';

import type { ESTree, Plugin } from 'vite';

type Node = ESTree.Node;

/** Functions of `realm.ts` that the rewritten code calls. */
const HELPERS = ['get', 'set', 'call', 'bound', 'maybe', 'walk', 'rest', 'isA'];

/** Collections, which go through the list that they are made of. */
const COLLECTION = /^(Map|Set|WeakMap|WeakSet)$/;

/** Objects that the build has already copied: their members cannot be replaced. */
const COPIED = /^(Array|Intl|JSON|Math|Object|Reflect|console|FRAME_LIMITS)$/;

/**
 * Rewrites every use of a member, of iteration and of `instanceof` in the bridge's code into a call of `frame/realm.ts`, which uses the members that
 * the realm had before the document's first script. So no code of the bridge, written now or later, can depend on one that a document replaces.
 */
export function ownRealm(): Plugin {
  const realm = fileURLToPath(new URL('../../src/document/frame/realm.ts', import.meta.url));
  const names = HELPERS.map((name) => `${name} as $${name}`).join(',');
  return {
    name: 'ready-own-realm',
    enforce: 'post',
    transform(code, id) {
      if (id === realm || !id.endsWith('.ts')) return null;
      const text = new Rewriting(code).text(this.parse(code));
      return { code: `import{${names}}from${JSON.stringify(realm)};${text}`, map: null };
    },
  };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'start' in value;

/** The nodes directly in a node, in the order of the text. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter(isNode)

    .toSorted((one, other) => one.start - other.start);

/** One module: `text` returns the new text of a node. */
class Rewriting {
  readonly #code: string;
  #temps = 0;
  /** True in an optional chain: a value that is missing ends it. */
  #isChain = false;

  constructor(code: string) {
    this.#code = code;
  }

  text(node: Node): string {
    return this.#special(node) ?? this.#within(node);
  }

  /** The node's own text with that of its parts. */
  #within(node: Node, changed: (child: Node) => string = (child) => this.text(child)): string {
    let [text, at] = ['', node.start];
    for (const child of childrenOf(node)) {
      // A shorthand property has one node twice.
      if (child.start < at) continue;
      text += this.#code.slice(at, child.start) + changed(child);
      at = child.end;
    }
    return text + this.#code.slice(at, node.end);
  }

  #alone(node: Node): string {
    const before = this.#isChain;
    this.#isChain = false;
    const text = this.text(node);
    this.#isChain = before;
    return text;
  }

  #special(node: Node): string | null {
    switch (node.type) {
      case 'ChainExpression':
        return this.#chain(node.expression);
      case 'MemberExpression':
        return this.#member(node, this.#isChain ? '$maybe' : '$get');
      case 'CallExpression':
        return this.#call(node);
      case 'AssignmentExpression':
        return this.#assignment(node);
      case 'UpdateExpression':
        if (node.argument.type === 'MemberExpression') this.#keep(node.argument);
        return null;
      case 'UnaryExpression':
        return node.operator === 'delete' ? this.#within(node, (child) => this.#target(child)) : null;
      case 'BinaryExpression':
        return node.operator === 'instanceof' ? `$isA(${this.#alone(node.left)},${this.#alone(node.right)})` : null;
      case 'SpreadElement':
        return `...$walk(${this.#alone(node.argument)})`;
      case 'ObjectExpression':
        // The spread of an object copies its own properties, without a call of anything.
        return this.#within(node, (child) =>
          child.type === 'SpreadElement' ? `...${this.#alone(child.argument)}` : this.#property(child),
        );
      case 'YieldExpression':
        if (node.delegate) throw new Error('The bridge must not delegate to another generator.');
        return null;
      case 'NewExpression':
        return this.#within(node, (child) => {
          if (child === node.callee) return `(${this.#alone(child)})`;
          const isList = node.callee.type === 'Identifier' && COLLECTION.test(node.callee.name);
          return isList ? `$walk(${this.#alone(child)})` : this.#alone(child);
        });
      case 'VariableDeclaration':
        return this.#declaration(node);
      case 'ForOfStatement':
        return this.#loop(node);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return this.#function(node);
      default:
        return null;
    }
  }

  #source(node: Node): string {
    return this.#code.slice(node.start, node.end);
  }

  /** A property of an object, whose name is no use of a variable. */
  #property(node: Node): string {
    if (node.type !== 'Property' || !node.shorthand) return this.text(node);
    return this.#source(node);
  }

  #chain(node: Node): string {
    const before = this.#isChain;
    this.#isChain = true;
    const text = this.text(node);
    this.#isChain = before;
    return text;
  }

  /** True if a member can only be the bridge's own. */
  #isOwn({ object, property }: ESTree.MemberExpression): boolean {
    return (
      /^(ThisExpression|Super|MetaProperty)$/.test(object.type) ||
      property.type === 'PrivateIdentifier' ||
      (object.type === 'Identifier' && COPIED.test(object.name))
    );
  }

  #key(node: ESTree.MemberExpression): string {
    return node.computed ? this.#alone(node.property) : JSON.stringify(this.#source(node.property));
  }

  #member(node: ESTree.MemberExpression, helper: string): string | null {
    return this.#isOwn(node) ? null : `${helper}(${this.text(node.object)},${this.#key(node)})`;
  }

  /** A member that stays as it is, as a target of an assignment. */
  #target(node: Node): string {
    return node.type === 'MemberExpression' ? this.#within(node) : this.text(node);
  }

  #keep(node: ESTree.MemberExpression): void {
    if (!this.#isOwn(node)) throw new Error(`Write out in the bridge: ${this.#source(node)}`);
  }

  #call(node: ESTree.CallExpression): string | null {
    const { callee, arguments: given } = node;
    const all = (): string => given.map((one) => this.#alone(one)).join();
    if (callee.type !== 'MemberExpression' || this.#isOwn(callee)) {
      if (this.#source(callee) === 'Array.from')
        return `$call([...$walk(${this.#alone(given[0] as Node)})],"map",${given[1] ? this.#alone(given[1]) : '(one)=>one'})`;
      return this.#within(node, (child) => (child === callee ? this.text(child) : this.#alone(child)));
    }
    if (this.#isChain) return `${this.#member(callee, '$bound')}?.(${all()})`;
    return `$call(${this.text(callee.object)},${this.#key(callee)}${given.length > 0 ? ',' : ''}${all()})`;
  }

  #assignment(node: ESTree.AssignmentExpression): string | null {
    const { left, right, operator } = node;
    if (left.type.endsWith('Pattern')) throw new Error(`Write out in the bridge: ${this.#source(left)}`);
    if (left.type !== 'MemberExpression') return null;
    if (operator !== '=') this.#keep(left);
    if (this.#isOwn(left)) return null;
    return `$set(${this.text(left.object)},${this.#key(left)},${this.#alone(right)})`;
  }

  #temp(): string {
    this.#temps += 1;
    return `$${this.#temps}`;
  }

  /** The declarations that a pattern makes of a value. */
  #taken(pattern: Node, value: string): string {
    if (pattern.type === 'Identifier') return `${pattern.name}=${value}`;
    const from = this.#temp();
    const begun = `${from}=${value}`;
    if (pattern.type === 'AssignmentPattern')
      return `${begun},${this.#taken(pattern.left, `${from}===undefined?${this.#alone(pattern.right)}:${from}`)}`;
    if (pattern.type === 'ArrayPattern')
      return [begun, ...pattern.elements.flatMap((one, at) => (one ? [this.#element(one, from, at)] : []))].join();
    if (pattern.type !== 'ObjectPattern') throw new Error(`Write out in the bridge: ${this.#source(pattern)}`);
    if (pattern.properties.some(({ type }) => type === 'RestElement')) return `${this.#source(pattern)}=${value}`;
    const parts = pattern.properties.map((one) =>
      one.type === 'Property'
        ? this.#taken(
            one.value,
            `$get(${from},${one.computed ? this.text(one.key) : JSON.stringify(this.#source(one.key))})`,
          )
        : '',
    );
    return [begun, ...parts].join();
  }

  #element(one: Node, from: string, at: number): string {
    return one.type === 'RestElement'
      ? this.#taken(one.argument, `$rest(${from},${at})`)
      : this.#taken(one, `$get(${from},${at})`);
  }

  #declaration(node: ESTree.VariableDeclaration): string | null {
    if (!node.declarations.some(({ id }) => id.type.endsWith('Pattern'))) return null;
    return this.#within(node, (one) =>
      one.type === 'VariableDeclarator' && one.init ? this.#taken(one.id, this.#alone(one.init)) : this.text(one),
    );
  }

  #loop(node: ESTree.ForOfStatement): string {
    const [declared] = node.left.type === 'VariableDeclaration' ? node.left.declarations : [];
    if (node.await || !declared) throw new Error(`Write out in the bridge: ${this.#source(node.left)}`);
    const list = `$walk(${this.#alone(node.right)})`;
    if (declared.id.type === 'Identifier') return `for(const ${declared.id.name} of ${list})${this.#alone(node.body)}`;
    const one = this.#temp();
    return `for(const ${one} of ${list}){const ${this.#taken(declared.id, one)};${this.#alone(node.body)}}`;
  }

  #function(node: ESTree.Function | ESTree.ArrowFunctionExpression): string | null {
    const { params, body } = node;
    const list: readonly Node[] = params;
    const patterns = list.filter(isPattern);
    if (patterns.length === 0 || !body) return null;
    const names = new Map(patterns.map((one) => [one, this.#temp()]));
    const taken = `const ${patterns.map((one) => this.#taken(one, names.get(one) ?? '')).join()};`;
    const isBlock = body.type === 'BlockStatement';
    const before = this.#isChain;
    this.#isChain = false;
    const text = this.#within(node, (child) => {
      const name = names.get(child);
      if (name !== undefined) return name;
      return child === body && isBlock ? this.text(child).replace('{', () => `{${taken}`) : this.text(child);
    });
    this.#isChain = before;
    if (isBlock) return text;
    // The head of an arrow function has only names now.
    const arrow = text.indexOf('=>') + 2;
    return `${text.slice(0, arrow)}{${taken}return ${text.slice(arrow).trim()}}`;
  }
}

const isPattern = (node: Node): boolean =>
  /^(Object|Array)Pattern$/.test(node.type) || (node.type === 'AssignmentPattern' && isPattern(node.left));
