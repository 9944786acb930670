import * as vite from 'vite';

/** A node of a parsed file, with the fields that are read here. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** A property of an object, with its name. */
export type Named = Node & { name: string; value: Node };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/**
 * @param source a file's text
 * @returns every node with its ancestors, innermost first
 */
export function nodesOf(path: string, source: string): { node: Node; around: readonly Node[] }[] {
  const found: { node: Node; around: readonly Node[] }[] = [];
  const visit = (node: Node, around: readonly Node[]): void => {
    found.push({ node, around });
    for (const value of Object.values(node)) {
      for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) visit(inner, [node, ...around]);
    }
  };
  visit(parsed(path, source), []);
  return found;
}

/** The statements of a file, in order. */
export const topLevelOf = (path: string, source: string): readonly Node[] => parsed(path, source)['body'] as Node[];

function parsed(path: string, source: string): Node {
  // Vite 7 and older parse no TypeScript.
  if (!('parseSync' in vite)) throw new Error('Planted faults need Vite 8 or newer: npm i -D vite@8.');
  return vite.parseSync(path, source).program as unknown as Node;
}

/** The name of a property or of an identifier; null for anything else. */
export function nameOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Identifier') return String(value['name']);
  return value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : null;
}

/** @returns the node as a property with a name, or null */
export function named(node: Node | undefined): Named | null {
  const name = node?.type === 'Property' ? nameOf(node['key']) : null;
  return node && name !== null && isNode(node['value']) ? Object.assign(node, { name, value: node['value'] }) : null;
}

/** @returns the text of a literal, or null */
export const textOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;

/** The name of a called function: `setup`, `createMachine`, `provide`. */
export function calledOf(node: Node): string | null {
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return null;
  const callee = node['callee'];
  return callee.type === 'MemberExpression' ? nameOf(callee['property']) : nameOf(callee);
}

/** The name of the object whose method is called: `loginMachine` of `loginMachine.provide(…)`. */
export function ownerOf(node: Node): string | null {
  const callee = node['callee'];
  return isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['object']) : null;
}
