import { isDeepStrictEqual } from 'node:util';
import type { EventObject } from 'xstate';
import { ApiError, type ApiFailure } from '#api/failure.ts';
import type { Answer } from '#tests/support/fake-answers.ts';
import { type Outcome, PathError } from '../engine/model.ts';
import { isHalfLabel } from '../engine/moment.ts';
import { type Hands, plain, type Shown, shownAfter } from '../oracles/page.ts';
import type { OutOfReach } from '../oracles/reach.ts';
import { endOf } from './held-calls.ts';

/** What a step's label leaves open: what was typed, what was answered. */
export type Given = Readonly<Record<string, unknown>>;

/** The walk's own notes: what was answered and does not show yet. */
export type Memory = Map<string, string>;

/** What shows after a step. `given`: the event that the model sent, or the output that it answered. */
export type After = (before: Shown, memory: Memory, given: Given) => Partial<Shown>;

/** What the generated paths do not know of a screen: written by hand from the specification, never from the machine. */
export type ScreenSpec = {
  /** Who is signed in when it opens. */
  user: object | null;
  /** The look at the session waits for an answer as any other request does, but for the first one. */
  holdsSession?: boolean;
  /** It is the whole application: the first look at the session waits too, and other tabs can be heard. */
  isWhole?: boolean;
  /** The built application waits for so many milliseconds for the screen's first facts before it draws it (`main.tsx`). */
  awaitsFacts?: number;
  /** `Shown` has the navigation bar. */
  showsNavigation?: boolean;
  /** `Shown` has the event streams. */
  showsStreams?: boolean;
  /** The document says `ready` and `snapshot` only when the walk lets it. */
  holdsDocument?: boolean;
  /** The address of each start. */
  address: Readonly<Record<string, string>>;
  /** How wide the window is at a start, in pixels, where it is not a desktop's. */
  width?: Readonly<Record<string, number>>;
  /** What has to happen before a start. */
  before?: Readonly<Record<string, (page: Hands, memory: Memory) => Promise<void>>>;
  /** Edges that nobody can take on the screen, with the reason. */
  outOfReach?: OutOfReach;
  /** What shows at each start, when nothing was answered yet. */
  begin: Readonly<Record<string, Shown>>;
  /** What a person does, by the step's label. `given`: the event that the model sends. */
  does: Readonly<Record<string, (page: Hands, memory: Memory, given: Given) => Promise<void>>>;
  /** Each call: how its request begins, and the reply's body for an output. `failure`: what an output says went wrong, where a chart makes the call. */
  calls: Readonly<
    Record<
      string,
      {
        request: string;
        body: (output: unknown, line: string) => unknown;
        failure?: (output: unknown) => ApiFailure | null;
        signsIn?: boolean;
      }
    >
  >;
  /** What happens by itself after a step, by its label: a request of another part of the page is answered. */
  settles?: Readonly<Record<string, (page: Hands, memory: Memory) => Promise<void>>>;
  /** What shows after a step, by its label. */
  after: Readonly<Record<string, After>>;
};

/** A screen's description with its file, which is named where a line is missing. */
export type WalkedScreen = ScreenSpec & { file: string };

/** A line of a screen's description. @throws PathError that says what to write */
export function lineOf<Part extends 'address' | 'begin' | 'does' | 'calls' | 'after'>(
  screen: WalkedScreen,
  part: Part,
  label: string,
): ScreenSpec[Part][string] {
  const line = (screen[part] as Readonly<Record<string, ScreenSpec[Part][string]>>)[label];
  if (line !== undefined) return line;
  throw new PathError(`${screen.file} does not know '${label}': write ${part}: { '${label}': … }.`);
}

/** A walk through a screen, wherever it is shown: what the walk has noted, and what has to show now. */
export class ScreenWalk {
  readonly #screen: WalkedScreen;
  readonly #begin: string;
  readonly #memory: Memory = new Map();
  readonly address: string;
  wanted: Shown;
  #given: Given = {};

  /**
   * @param screen its description
   * @param begin the label of the start
   */
  constructor(screen: WalkedScreen, begin: string) {
    this.#screen = screen;
    this.#begin = begin;
    this.address = lineOf(screen, 'address', begin);
    this.wanted = plain(lineOf(screen, 'begin', begin));
  }

  /** What has to happen before the start. */
  async prepare(hands: Hands): Promise<void> {
    await this.#screen.before?.[this.#begin]?.(hands, this.#memory);
  }

  /** A person does what the step says. */
  async act(hands: Hands, label: string, [event]: readonly EventObject[]): Promise<void> {
    this.#given = { ...event };
    await lineOf(this.#screen, 'does', label)(hands, this.#memory, this.#given);
  }

  /** Time passes. */
  wait(): void {
    this.#given = {};
  }

  /**
   * A call ends.
   * @returns its request, how that is answered (`endOf`), and who is signed in by it
   */
  end(invoke: string, outcome: Outcome) {
    const { request, body, failure, signsIn = false } = lineOf(this.#screen, 'calls', invoke);
    const output = 'output' in outcome ? outcome.output : null;
    const wrong = output === null ? null : (failure?.(output) ?? null);
    const ended: Outcome = wrong === null ? outcome : { error: new ApiError(wrong) };
    this.#given = { output };
    return {
      request,
      ended,
      signsIn,
      body: (line: string): unknown => body(output, line),
      answerOf: (line: string): Answer | null => endOf(ended, () => body(output, line)),
      user: signsIn && 'output' in ended ? (body(output, request) as object) : null,
    };
  }

  /** From now on has to show what does after the step; what then happens by itself happens. */
  async goOn(hands: Hands, label: string): Promise<void> {
    // Half of a wait changes nothing that shows.
    if (isHalfLabel(label)) return;
    const after = lineOf(this.#screen, 'after', label);
    this.wanted = shownAfter(this.wanted, after(this.wanted, this.#memory, this.#given));
    await this.#screen.settles?.[label]?.(hands, this.#memory);
  }
}

/** @throws with the difference when something else shows than has to, or when one id has two event streams */
export function checkShown(found: Shown, wanted: Shown, streams: readonly string[]): void {
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(found)])] as (keyof Shown)[];
  const differences = keys
    .filter((key) => !isDeepStrictEqual(wanted[key], found[key]))
    .map((key) => `${key}\n    should be ${JSON.stringify(wanted[key])}\n    but is    ${JSON.stringify(found[key])}`);
  if (differences.length > 0) throw new Error(differences.join('\n'));
  if (new Set(streams).size < streams.length) throw new Error(`One id has two event streams: ${streams.join(', ')}.`);
}
