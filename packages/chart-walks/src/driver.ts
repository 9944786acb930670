import type { EventObject } from 'xstate';
import type { Edge, Explored, Start } from './explore.ts';
import type { Outcome } from './model.ts';
import type { Choice, Moment } from './moment.ts';
import { failureText } from './report.ts';
import { type Path, startOf } from './walks.ts';

/** A machine by itself, or its screens in jsdom or in a browser, on which a walk can be taken. */
export type Walker = {
  /** Performs what a person, or another source outside of the machine, does. */
  act(label: string, events: readonly EventObject[]): Promise<void>;
  /** Answers the waiting call as the host would. */
  answer(invoke: string, outcome: Outcome, label: string): Promise<void>;
  /** Lets time pass. */
  wait(milliseconds: number): Promise<void>;
  /** Returns what shows now, as data that can be compared: for a screen, what a person sees and what the host received. */
  look(): Promise<unknown>;
  /** Compares what shows with what has to show after the step of this label; null at the start. Throws with the difference. */
  expect(moment: Moment, label: string | null): Promise<void>;
  end(): Promise<void>;
};

/** Begins a walk at one of the model's starts. */
export type Driver = (start: Pick<Start, 'label' | 'input' | 'moment'>) => Promise<Walker>;

/**
 * Takes one step of a path. Time advances to one millisecond before the end, where nothing may have changed yet, and then by one more.
 * @param walker the machine or screen that is walked
 * @param step the edge to take
 * @throws if what shows then is not what has to show
 */
export async function takeStep(walker: Walker, step: Edge): Promise<void> {
  const { choice, moment } = step;
  await perform(walker, choice);
  await walker.expect(moment, choice.label);
}

async function perform(walker: Walker, choice: Choice): Promise<void> {
  if (choice.kind === 'user') return walker.act(choice.label, choice.events);
  if (choice.kind === 'outcome') {
    if (choice.invoke === null || choice.outcome === null) throw new Error(`'${choice.label}' answers no call.`);
    return walker.answer(choice.invoke, choice.outcome, choice.label);
  }
  const before = JSON.stringify(await walker.look());
  await walker.wait(choice.wait - 1);
  const late = JSON.stringify(await walker.look());
  if (late !== before) {
    throw new Error(`Something changed before ${choice.wait} ms were over.\n  before: ${before}\n  after:  ${late}`);
  }
  return walker.wait(1);
}

/** Draws the chart as Mermaid. The printer is loaded only here: it brings a library of layouts. */
async function drawn({ model }: Explored, taken: readonly string[]): Promise<string> {
  const { mermaid } = await import('xstate-chart-svg');
  return mermaid(model.machine, taken);
}

/** Options of a walk. */
export type WalkOptions = {
  /** Test file that walks. */
  file: string;
  /** Command that prints a path, with the path's id after it. */
  list?: string | undefined;
  /** True if a failure shows the chart; called only after a failure. */
  isDrawn: () => boolean;
  /** Called at the start, and after each step. */
  arrive?: (at: Start | Edge) => Promise<void> | void;
};

/**
 * Walks a path from its start to its end.
 * @throws with the steps up to there if what shows is not what has to show
 */
export async function walkPath(
  explored: Explored,
  path: Path,
  driver: Driver,
  { file, list, isDrawn, arrive }: WalkOptions,
): Promise<void> {
  const start = startOf(explored, path);
  const walker = await driver(start);
  let at = -1;
  try {
    await walker.expect(start.moment, null);
    await arrive?.(start);
    for (const [index, step] of path.steps.entries()) {
      at = index;
      // oxlint-disable eslint/no-await-in-loop -- the steps of a walk come one after the other
      await takeStep(walker, step);
      await arrive?.(step);
      // oxlint-enable eslint/no-await-in-loop
    }
  } catch (error) {
    const chart = isDrawn() ? await drawn(explored, path.steps[at]?.transitions ?? []) : null;
    const text = failureText(explored, path, at, error, { file, list, chart });
    throw new Error(text, { cause: error });
  } finally {
    await walker.end();
  }
}
