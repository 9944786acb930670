import { createMachine } from 'xstate';
import { getShortestPaths, getSimplePaths } from 'xstate/graph';

const lightMachine = createMachine({
  id: 'light',
  initial: 'green',
  states: {
    green: { on: { next: 'yellow' } },
    yellow: { on: { next: 'red' } },
    red: { on: { next: 'green', fault: 'blinking' } },
    blinking: { on: { next: 'red' } },
  },
});

const textOf = ({ state, steps }: ReturnType<typeof getShortestPaths<typeof lightMachine>>[number]): string =>
  `${String(state.value)}: ${steps
    .map(({ event }) => event.type)
    .filter((type) => type !== 'xstate.init')
    .join(', ')}`;

export const shortest = getShortestPaths(lightMachine).map(textOf);
export const simple = getSimplePaths(lightMachine).map(textOf);
