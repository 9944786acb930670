import type { BrowserContext, Request, Route } from 'playwright-core';
import { ApiError, type ApiFailure } from '#api/failure.ts';
import type { Outcome } from '../engine/model.ts';
import type { ChromiumStreams } from './chromium-streams.ts';
import { isLine, type SessionAnswers } from './held-host.ts';

type Held = { line: string; route: Route; request: Request };

const isApi = (url: URL): boolean => /^\/(auth|v1|events)\//.test(url.pathname);

const lineOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  const body = request.postData();
  return `${request.method()} ${pathname}${search}${body === null ? '' : ` ${body}`}`;
};

const json = (route: Route, status: number, body: unknown): Promise<void> =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

/** A browser's host that holds every request until the walk answers it: `HeldHost`, with a network in between. */
export class ChromiumHost {
  readonly #session: SessionAnswers;
  readonly #streams: ChromiumStreams;
  #held: Held[] = [];
  /** The addresses that would have taken the page's place. */
  leaves: string[] = [];
  #looks = 0;
  /** Everything that the page has asked for and not received, its own files too. */
  readonly #loading = new Set<Request>();

  /**
   * @param context whose requests are held
   * @param session who is signed in, or nobody
   * @param streams where event streams are held
   */
  static async of(context: BrowserContext, session: SessionAnswers, streams: ChromiumStreams): Promise<ChromiumHost> {
    const host = new ChromiumHost(session, streams);
    await context.route(
      ({ hostname }) => hostname !== '127.0.0.1',
      (route) => host.#stay(route),
    );
    await context.route(isApi, (route) => host.#hold(route));
    context.on('request', (request) => {
      if (!request.url().includes('/events/')) host.#loading.add(request);
    });
    context.on('requestfinished', (request) => void host.#loading.delete(request));
    context.on('requestfailed', (request) => host.#fail(request));
    return host;
  }

  private constructor(session: SessionAnswers, streams: ChromiumStreams) {
    this.#session = session;
    this.#streams = streams;
  }

  /** The requests that wait, in order. */
  waiting(): string[] {
    return this.#held.map(({ line }) => line);
  }

  /** Waits until the page has everything that it asked for, but for what is held. */
  async quiet(): Promise<void> {
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
    for (let rests = 0; rests < 3; rests += 1) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one thing that comes asks for the next
      await turn();
      if (this.#loading.size > this.#held.length) rests = 0;
    }
  }

  /** From now on this person is signed in. */
  signIn(user: object): void {
    this.#session.user = user;
  }

  /**
   * Answers the one request that waits for a path, and waits until the browser has all of the answer.
   * @param start how its line begins, or all of it with a `$` at the end
   * @param outcome what the model says comes of it
   * @param bodyOf the reply's body for an output
   * @returns milliseconds that have to pass before the outcome is there: a request that is never answered is given up
   * @throws when none waits, or more than one
   */
  async answer(start: string, outcome: Outcome, bodyOf: (output: unknown, line: string) => unknown): Promise<number> {
    const found = this.#held.filter(({ line }) => isLine(line, start));
    const [one] = found;
    if (!one || found.length > 1) {
      throw new Error(
        `${found.length} requests wait for '${start}'; these do: ${this.waiting().join(', ') || 'none'}.`,
      );
    }
    const failure: ApiFailure | null =
      'output' in outcome ? null : outcome.error instanceof ApiError ? outcome.error.failure : { kind: 'malformed' };
    if (failure?.kind === 'timeout') return 10_000;
    this.#drop(one.request);
    if (failure?.kind === 'network') {
      await one.route.abort('connectionreset');
      return 0;
    }
    if (failure === null) await json(one.route, 200, bodyOf('output' in outcome ? outcome.output : null, one.line));
    else if (failure.kind === 'malformed') await one.route.fulfill({ status: 200, body: '<!doctype html>' });
    else await json(one.route, failure.status, failure.message === null ? {} : { message: failure.message });
    await one.request.response().then((response) => response?.finished());
    return 0;
  }

  async #hold(route: Route): Promise<void> {
    const request = route.request();
    const line = lineOf(request);
    if (line === 'GET /auth/verify') {
      const { user, isHeld = false, isFirstHeld = false } = this.#session;
      this.#looks += 1;
      if (!isHeld || (this.#looks === 1 && !isFirstHeld))
        return user === null ? json(route, 403, {}) : json(route, 200, user);
    }
    if (line.startsWith('GET /events/')) return this.#streams.hold(route);
    this.#held.push({ line, route, request });
    return undefined;
  }

  /** The page would have gone to another site: it stays where it is. */
  #stay(route: Route): Promise<void> {
    this.leaves.push(route.request().url());
    return route.fulfill({ status: 204 });
  }

  #fail(request: Request): void {
    this.#loading.delete(request);
    this.#drop(request);
    this.#streams.drop(request);
  }

  #drop(request: Request): void {
    this.#held = this.#held.filter((one) => one.request !== request);
  }
}
