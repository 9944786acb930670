import type { EventObject } from 'xstate';
import type { Edge, Explored, Start } from './explore.ts';
import type { Outcome } from './model.ts';
import type { Choice, Moment } from './moment.ts';
import { failureText } from './report.ts';
import { type Path, startOf } from './walks.ts';

/** Something that can be walked: a machine by itself, its screens in jsdom, or in a browser. */
export type Walker = {
  /** A person, or another source outside of the machine, does something. */
  act(label: string, events: readonly EventObject[]): Promise<void>;
  /** The host answers the call that waits. */
  answer(invoke: string, outcome: Outcome, label: string): Promise<void>;
  /** Time passes. */
  wait(milliseconds: number): Promise<void>;
  /** What shows now, as data that can be compared: for a screen, what a person sees and what the host received. */
  look(): Promise<unknown>;
  /** Compares what shows with what has to, after the step of this label; null at the start. Throws with the difference. */
  expect(moment: Moment, label: string | null): Promise<void>;
  end(): Promise<void>;
};

/** Begins a walk at one of the model's starts. */
export type Driver = (start: Pick<Start, 'label' | 'input' | 'moment'>) => Promise<Walker>;

/**
 * Takes one step of a path. Time goes to the last millisecond before, where nothing may have changed, and then one further.
 * @param walker what walks
 * @param step the edge to take
 * @throws when what shows then is not what has to
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

/** How a walk is told of, and what is done on it. */
export type WalkOptions = {
  /** The test file that walks. */
  file: string;
  /** Whether a failure shows the chart, asked when there is one. */
  isDrawn: () => boolean;
  /** Told of the start, and of the end of each step. */
  arrive?: (at: Start | Edge) => Promise<void> | void;
};

/**
 * Walks a path from its start to its end.
 * @throws with the way up to there when what shows is not what has to
 */
export async function walkPath(
  explored: Explored,
  path: Path,
  driver: Driver,
  { file, isDrawn, arrive }: WalkOptions,
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
    const text = failureText(explored, path, at, error, { file, isDrawn: isDrawn() });
    throw new Error(text, { cause: error });
  } finally {
    await walker.end();
  }
}
