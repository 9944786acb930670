import { Visitor } from 'vite';
import type { ESTree } from 'vite';

import type { Source } from './source.ts';

type Written = ESTree.Expression | ESTree.SpreadElement;

/** Of an object in a chart, the fields that have a rule of their own. Others hold no state and no transition. */
type Fields = Readonly<Record<string, (value: Written, at: string) => string[]>>;

const kinds: Readonly<Record<string, string>> = {
  SpreadElement: 'a spread',
  CallExpression: 'a call',
  Identifier: 'a name',
  MemberExpression: 'a name',
};

const notLiteral = (value: Written, at: string, wanted: string): string[] => [
  `${at}: ${kinds[value.type] ?? 'an expression'} stands where ${wanted} is to be written`,
];

/** A name of a state, of a kind or of an id, in quotation marks. */
const text = (value: Written, at: string): string[] => {
  if (value.type === 'ArrayExpression') return value.elements.flatMap((one) => (one ? text(one, at) : []));
  return value.type === 'Literal' && typeof value.value === 'string' ? [] : notLiteral(value, at, 'a text');
};

/** An object that is written out, its fields by their rules. */
function object(value: Written, at: string, wanted: string, fields: Fields | Fields[string]): string[] {
  if (value.type !== 'ObjectExpression') return notLiteral(value, at, wanted);
  return value.properties.flatMap((property) => {
    if (property.type === 'SpreadElement') return notLiteral(property, at, wanted);
    const { key, computed } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
    if (computed) return notLiteral(key as ESTree.Expression, `${at}[…]`, 'a key');
    const rule = typeof fields === 'function' ? fields : fields[name];
    return rule?.(property.value, `${at}.${name}`) ?? [];
  });
}

/** One of something, or a list of several. */
const oneOrMore =
  (each: Fields[string]) =>
  (value: Written, at: string): string[] =>
    value.type === 'ArrayExpression' ? value.elements.flatMap((one) => (one ? each(one, at) : [])) : each(value, at);

const transition = (value: Written, at: string): string[] =>
  value.type === 'Literal' ? [] : object(value, at, 'a transition', { target: text });

const transitions = oneOrMore(transition);
const byEvent = (value: Written, at: string): string[] => object(value, at, 'a transition', transitions);

const invoke = (value: Written, at: string): string[] =>
  object(value, at, 'an invoke', {
    id: text,
    src: text,
    onDone: transitions,
    onError: transitions,
    onSnapshot: transitions,
  });

const state = (value: Written, at: string): string[] =>
  object(value, at, 'a state', {
    id: text,
    type: text,
    history: text,
    initial: transition,
    target: text,
    on: byEvent,
    after: byEvent,
    always: transitions,
    onDone: transitions,
    invoke: oneOrMore(invoke),
    states: (inner, below) => object(inner, below, 'a state', state),
  });

/**
 * Finds the places that keep a chart from being one literal object: its file alone shows every state and every transition, to a person and to a program.
 * @param source the file of a machine
 * @returns a sentence for each place where a state or a transition is not written out
 */
export function literalProblems({ program }: Source): string[] {
  const charts: ESTree.CallExpression[] = [];
  new Visitor({
    CallExpression(call) {
      const { callee } = call;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name === 'createMachine') charts.push(call);
    },
  }).visit(program);
  const [chart] = charts;
  if (charts.length !== 1 || chart?.arguments.length !== 1)
    return [`${charts.length} calls of createMachine(): exactly one, of one chart`];
  return chart.arguments.flatMap((argument) => state(argument, 'the chart'));
}
