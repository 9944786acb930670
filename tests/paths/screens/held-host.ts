import { ApiError, type ApiFailure } from '#api/failure.ts';
import type { Outcome } from '../engine/model.ts';

/** A request that waits for its answer. */
type Held = { line: string; url: URL; resolve: (response: Response) => void; reject: (error: unknown) => void };

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/**
 * What the session's own calls answer: they are not what a screen's walk is about.
 * `isHeld`: the look at the session waits for the walk's answer too, but for the first one; `isFirstHeld`: that one too.
 */
export type SessionAnswers = { user: object | null; isHeld?: boolean; isFirstHeld?: boolean };

/** A call that is not a read: it runs to its end though its screen was left. */
export const isWrite = (line: string): boolean => line.startsWith('POST ') || line.endsWith('/delete');

/** @param start how a request's line begins, or all of it with a `$` at the end */
export const isLine = (line: string, start: string): boolean =>
  start.endsWith('$') ? line === start.slice(0, -1) : line.startsWith(start);

/** A host that holds every request until the walk answers it. Without a network: a walk takes thousands of steps. */
export class HeldHost {
  #held: Held[] = [];
  readonly #session: SessionAnswers;
  #looks = 0;
  /** How many requests there were, answered or not. */
  asked = 0;

  /** @param session who is signed in, or nobody */
  constructor(session: SessionAnswers) {
    this.#session = session;
  }

  /** The page's `fetch`. */
  readonly fetch: typeof fetch = (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, 'https://host.example');
    const method = init.method ?? 'GET';
    this.asked += 1;
    if (url.pathname === '/auth/verify') {
      const { user, isHeld = false, isFirstHeld = false } = this.#session;
      this.#looks += 1;
      if (!isHeld || (this.#looks === 1 && !isFirstHeld))
        return Promise.resolve(user === null ? json({}, 403) : json(user));
    }
    const body = typeof init.body === 'string' ? ` ${init.body}` : '';
    const line = `${method} ${url.pathname}${url.search}${body}`;
    return new Promise((resolve, reject) => {
      const one: Held = { line, url, resolve, reject };
      this.#held.push(one);
      init.signal?.addEventListener('abort', () => {
        this.#held = this.#held.filter((other) => other !== one);
        const reason: unknown = init.signal?.reason;
        reject(reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError'));
      });
    });
  };

  /** The requests that wait, in order. */
  waiting(): string[] {
    return this.#held.map(({ line }) => line);
  }

  /** From now on this person is signed in. */
  signIn(user: object): void {
    this.#session.user = user;
  }

  /**
   * Answers the one request that waits for a path.
   * @param start how its line begins, or all of it with a `$` at the end
   * @param outcome what the model says comes of it
   * @param bodyOf the reply's body for an output
   * @returns milliseconds that have to pass before the outcome is there: a request that is never answered is given up
   * @throws when none waits, or more than one
   */
  answer(start: string, outcome: Outcome, bodyOf: (output: unknown, line: string) => unknown): number {
    const found = this.#held.filter(({ line }) => isLine(line, start));
    const [one] = found;
    if (!one || found.length > 1) {
      throw new Error(
        `${found.length} requests wait for '${start}'; these do: ${this.waiting().join(', ') || 'none'}.`,
      );
    }
    if ('output' in outcome) this.#settle(one, () => one.resolve(json(bodyOf(outcome.output, one.line))));
    else return this.#fail(one, outcome.error instanceof ApiError ? outcome.error.failure : { kind: 'malformed' });
    return 0;
  }

  #fail(one: Held, failure: ApiFailure): number {
    if (failure.kind === 'timeout') return 10_000;
    if (failure.kind === 'network') this.#settle(one, () => one.reject(new TypeError('fetch failed')));
    if (failure.kind === 'malformed')
      this.#settle(one, () => one.resolve(new Response('<!doctype html>', { status: 200 })));
    if (failure.kind === 'http') {
      const { status, message } = failure;
      this.#settle(one, () => one.resolve(json(message === null ? {} : { message }, status)));
    }
    return 0;
  }

  #settle(one: Held, settle: () => void): void {
    this.#held = this.#held.filter((other) => other !== one);
    settle();
  }
}
