import type { AnyStateMachine } from 'xstate';

import { type Coverage, coveragePaint } from './coverage.ts';
import { activePaint } from './active.ts';
import { type Change, compare } from './diff.ts';
import type { Paint } from './drawing.ts';
import { drawingsOf } from './drawings.ts';
import { fileOf, picture } from './svg.ts';

/** Beside the chart: at most one of coverage and an active state. */
export type ChartOptions = {
  /** Transitions that were taken, to be painted on the arrows. */
  coverage?: Coverage;
  /** Active states, each by its id or its name within the machine: `form.editing`. */
  active?: readonly string[];
};

/**
 * Draws a chart as one SVG file: light and dark, with links between its drawings where it has several.
 * @param machine of XState 5, from `createMachine` or `setup`
 * @param options what to paint on it
 * @returns the file's text, the same for the same chart on every computer
 * @throws if the machine has no state of the name that is to be active
 */
export async function chartSvg(machine: AnyStateMachine, { coverage, active }: ChartOptions = {}): Promise<string> {
  const paint: Paint = coverage ? coveragePaint(machine, coverage) : active ? activePaint(machine, active) : {};
  return fileOf(picture(await drawingsOf(machine, paint), 'file'));
}

/**
 * Draws two versions of a chart as one SVG file: `+` added, `−` removed, `~` changed.
 * @param before the older machine
 * @param after the newer one
 * @returns the file's text and the changes in words; null where the charts are the same
 */
export async function diffSvg(
  before: AnyStateMachine,
  after: AnyStateMachine,
): Promise<{ svg: string; changes: Change[] } | null> {
  const { machine, paint, changes } = compare(before, after);
  if (changes.length === 0) return null;
  return { svg: fileOf(picture(await drawingsOf(machine, paint), 'file')), changes };
}
