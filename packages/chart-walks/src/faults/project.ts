import type { AnyStateMachine } from 'xstate';

import type { Model } from '../model.ts';
import type { Fault } from './fault.ts';

/** A machine of a project. */
export type FaultyMachine = {
  name: string;
  /** Another name by which it can be asked for. */
  alias?: string;
  machine: AnyStateMachine;
  model: Model;
};

/**
 * Tests of one kind. `files` and `pattern`: files of Vitest, and the names of their tests; the model's own `rules` and `walks` have no files. `command`: a
 * command for other tests, run in the copy; its exit code counts.
 */
export type Stage = {
  layer: string;
  files: readonly string[];
  pattern: string | null;
  command?: readonly string[];
};

/** A project in which faults are planted. */
export type Project = {
  /** Its folder, absolute. */
  root: string;
  /** Files and folders that its tests need, from its folder; the rest is not copied. */
  parts: readonly string[];
  /** Layers of code around the charts that can be asked for by name, as machines can. */
  code: readonly string[];
  /** Kinds of tests in the order in which they run, and those that run unless others are asked for. `rules` and `walks` are those of the model. */
  layers: readonly string[];
  usual: readonly string[];
  /** Loads the machines; called in the process of the command and in those that plant. */
  machines: () => Promise<readonly FaultyMachine[]>;
  /** The faults of these machines and layers, the same each time. `most`: of one kind in one machine. */
  faults: (machines: readonly FaultyMachine[], code: readonly string[], most: number) => Promise<readonly Fault[]>;
  /** The tests that may detect a fault, the quick ones first. */
  stagesOf: (fault: Fault) => readonly Stage[];
  /** The reason why a fault makes no difference; null where none is known. */
  whyOf: (fault: Fault) => string | null;
  /** Faults of one kind in one machine, unless another number is asked for. */
  most: number;
  /** Milliseconds after which a fault counts as one that makes the program loop forever. */
  limit: number;
};

/** The kinds of tests that detected a fault, with the sentence or the test of each. */
export type Seen = readonly { layer: string; by: string }[];

/** A planted fault, and what detected it. */
export type Result = { fault: Fault; seen: Seen; seconds: number };
