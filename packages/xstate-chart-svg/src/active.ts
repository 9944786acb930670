import type { AnyStateMachine } from 'xstate';

import { shortName, stateNodes } from './chart.ts';
import type { Paint } from './drawing.ts';

/**
 * The paint of the states that a test ended in, with those around them.
 * @param names each the id of a state or its name within the machine
 * @throws if there is no such state, with those that there are
 */
export function activePaint(machine: AnyStateMachine, names: readonly string[]): Paint {
  const nodes = stateNodes(machine);
  const lit = new Set<string>();
  for (const name of names) {
    const found = nodes.find(({ id }) => id === name || shortName(machine, id) === name);
    if (!found) {
      const known = nodes.slice(1).map(({ id }) => shortName(machine, id));
      throw new Error(`'${machine.id}' has no state '${name}': write one of ${known.join(', ')}.`);
    }
    for (let node: typeof found | undefined = found; node; node = node.parent) if (node.parent) lit.add(node.id);
  }
  return {
    state: (id) => (lit.has(id) ? { look: 'active', sign: '●' } : undefined),
    note: `● active: ${names.join(', ')}`,
  };
}
