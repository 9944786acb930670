import type { AnyStateMachine } from 'xstate';

import { stateNodes, transitionsOf } from '../chart.ts';
import { keyOf } from '../drawing.ts';

/** A machine of the page. */
export type ChartEntry = {
  machine: AnyStateMachine;
  /** A heading above machines that belong together; none by default. */
  group?: string;
};

/** A machine with what the page says of it before it is drawn. */
export type Chart = {
  machine: AnyStateMachine;
  id: string;
  group: string;
  about: string;
  states: number;
  transitions: { key: string; text: string }[];
};

/** @param entry a machine as the application gives it */
export function chartOf({ machine, group = '' }: ChartEntry): Chart {
  const all = transitionsOf(machine);
  return {
    machine,
    id: machine.id,
    group,
    about: machine.root.description ?? '',
    states: stateNodes(machine).length - 1,
    transitions: all.map((transition) => ({ key: keyOf(transition, all), text: transition.id })),
  };
}
