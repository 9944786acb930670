import { isDeepStrictEqual } from 'node:util';
import type { EventObject } from 'xstate';
import { ApiError, type ApiFailure } from '#api/failure.ts';
import type { Answer } from '#tests/support/hosts/fake-answers.ts';
import { type Outcome, PathError, isHalfLabel } from 'chart-walks';
import { type Hands, plain, type Shown, shownAfter } from '../oracles/page.ts';
import type { OutOfReach } from '../oracles/reach.ts';
import { endOf } from './held-calls.ts';

/** Values that a step's label leaves open: the text that was typed, the output that was answered. */
export type Given = Readonly<Record<string, unknown>>;

/** Notes of the walk: answers that do not show yet. */
export type Memory = Map<string, string>;

/** Returns what shows after a step. `given`: the event that the model sent, or the output that it answered. */
export type After = (before: Shown, memory: Memory, given: Given) => Partial<Shown>;

/** Facts about a screen that the generated paths do not know: written by hand from the specification, never from the machine. */
export type ScreenSpec = {
  /** User who is signed in when the screen opens. */
  user: object | null;
  /** True if the check of the session waits for an answer as any other request does, but for the first check. */
  holdsSession?: boolean;
  /** True for the whole application: the first check of the session waits too, and messages of other tabs arrive. */
  isWhole?: boolean;
  /** Time for which the built application waits for the screen's first facts before it draws the screen (`main.tsx`), in milliseconds. */
  awaitsFacts?: number;
  /** `Shown` has the navigation bar. */
  showsNavigation?: boolean;
  /** `Shown` has the event streams. */
  showsStreams?: boolean;
  /** True if the document sends `ready` and `snapshot` only when the walk lets it. */
  holdsDocument?: boolean;
  /** The address of each start. */
  address: Readonly<Record<string, string>>;
  /** Width of the window at a start, in pixels, if it is not a desktop's. */
  width?: Readonly<Record<string, number>>;
  /** Preparation of a start. */
  before?: Readonly<Record<string, (page: Hands, memory: Memory) => Promise<void>>>;
  /** Edges that no user can take on the screen, with the reason. */
  outOfReach?: OutOfReach;
  /** Screen at each start, before any answer. */
  begin: Readonly<Record<string, Shown>>;
  /** Actions of a user, by the step's label. `given`: the event that the model sends. */
  does: Readonly<Record<string, (page: Hands, memory: Memory, given: Given) => Promise<void>>>;
  /**
   * Calls by their id: the beginning of the request, and the reply's body for an output. `failure`: the failure in an output, for calls made by a child
   * chart.
   */
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
  /** Actions without a user after a step, by its label: a request of another part of the page is answered. */
  settles?: Readonly<Record<string, (page: Hands, memory: Memory) => Promise<void>>>;
  /** Screen after a step, by its label. */
  after: Readonly<Record<string, After>>;
};

/** A screen's description with its file, which is named where a line is missing. */
export type WalkedScreen = ScreenSpec & { file: string };

/** Returns a line of a screen's description. @throws PathError that names the line to write */
export function lineOf<Part extends 'address' | 'begin' | 'does' | 'calls' | 'after'>(
  screen: WalkedScreen,
  part: Part,
  label: string,
): ScreenSpec[Part][string] {
  const line = (screen[part] as Readonly<Record<string, ScreenSpec[Part][string]>>)[label];
  if (line !== undefined) return line;
  throw new PathError(`${screen.file} does not know '${label}': write ${part}: { '${label}': … }.`);
}

/** A walk through a screen, in jsdom or in a browser: the walk's notes, and the content that has to show now. */
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

  /** Prepares the start. */
  async prepare(hands: Hands): Promise<void> {
    await this.#screen.before?.[this.#begin]?.(hands, this.#memory);
  }

  /** Performs the user's action of a step. */
  async act(hands: Hands, label: string, [event]: readonly EventObject[]): Promise<void> {
    this.#given = { ...event };
    await lineOf(this.#screen, 'does', label)(hands, this.#memory, this.#given);
  }

  /** Lets time pass. */
  wait(): void {
    this.#given = {};
  }

  /**
   * Ends a call.
   * @returns its request, the answer to it (`endOf`), and the user whom it signs in
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

  /** Expects the screen after the step from now on, and then performs what happens by itself. */
  async goOn(hands: Hands, label: string): Promise<void> {
    // Half of a wait changes nothing that shows.
    if (isHalfLabel(label)) return;
    const after = lineOf(this.#screen, 'after', label);
    this.wanted = shownAfter(this.wanted, after(this.wanted, this.#memory, this.#given));
    await this.#screen.settles?.[label]?.(hands, this.#memory);
  }
}

/** Compares the screen. @throws with the difference if it shows something else, or if one id has two event streams */
export function checkShown(found: Shown, wanted: Shown, streams: readonly string[]): void {
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(found)])] as (keyof Shown)[];
  const differences = keys
    .filter((key) => !isDeepStrictEqual(wanted[key], found[key]))
    .map((key) => `${key}\n    should be ${JSON.stringify(wanted[key])}\n    but is    ${JSON.stringify(found[key])}`);
  if (differences.length > 0) throw new Error(differences.join('\n'));
  if (new Set(streams).size < streams.length) throw new Error(`One id has two event streams: ${streams.join(', ')}.`);
}
