import type { BrowserContext, Request, Route } from 'playwright-core';
import type { Answer } from '#tests/support/hosts/fake-answers.ts';
import { FakeHost } from '#tests/support/hosts/fake-host.ts';
import type { ChromiumStreams } from './chromium-streams.ts';
import { type HeldSession, holdCalls } from './held-calls.ts';

const isApi = (url: URL): boolean => /^\/(auth|v1|events)\//.test(url.pathname);

/** Sends an answer to the browser, and waits until it has all of it. */
async function fulfill(route: Route, answer: Answer): Promise<void> {
  if (answer.kind === 'drop') return route.abort('connectionreset');
  if (answer.kind !== 'reply') throw new Error(`A walk does not answer with '${answer.kind}'.`);
  const { status, headers, body } = answer;
  await route.fulfill({ status, headers: { ...headers }, body });
  await route
    .request()
    .response()
    .then((response) => response?.finished());
  return undefined;
}

/** The walk's host with a browser in front of it: each request waits on its way to the network until the walk answers it. */
export class ChromiumHost {
  /** Holds the requests that wait. */
  readonly held = new FakeHost();
  readonly #streams: ChromiumStreams;
  /** Signs a person in from now on. */
  readonly signIn: (user: object) => void;
  /** Addresses that would have replaced the page. */
  leaves: string[] = [];
  /** Requests of the page that are not answered yet, those for its own files too; each controller is aborted when the page gives its request up. */
  readonly #loading = new Map<Request, AbortController>();
  /** Answers on their way to the browser. */
  readonly #leaving = new Set<Promise<void>>();

  /**
   * @param context whose requests are held
   * @param session the signed-in user, and the checks that the walk answers
   * @param streams holds the event streams
   */
  static async of(context: BrowserContext, session: HeldSession, streams: ChromiumStreams): Promise<ChromiumHost> {
    const host = new ChromiumHost(session, streams);
    await context.route(
      ({ hostname }) => hostname !== '127.0.0.1',
      (route) => host.#stay(route),
    );
    await context.route(isApi, (route) => host.#take(route));
    context.on('request', (request) => {
      if (!request.url().includes('/events/')) host.#loading.set(request, new AbortController());
    });
    context.on('requestfinished', (request) => void host.#loading.delete(request));
    context.on('requestfailed', (request) => host.#fail(request));
    return host;
  }

  private constructor(session: HeldSession, streams: ChromiumStreams) {
    this.signIn = holdCalls(this.held, session);
    this.#streams = streams;
  }

  /** Waits until the page has received every answer, except those that are held. */
  async quiet(): Promise<void> {
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
    for (let rests = 0; rests < 3; rests += 1) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one thing that comes asks for the next
      await turn();
      if (this.#loading.size > this.held.lines().length) rests = 0;
    }
  }

  /**
   * Answers the one request that waits for a path, and waits until the browser has all of the answer.
   * @param start beginning of the request's line, or all of it with a `$` at the end
   * @param answerOf receives the line; null leaves it without an answer
   * @returns true if there is an answer
   * @throws when none waits, or more than one
   */
  async answer(start: string, answerOf: (line: string) => Answer | null): Promise<boolean> {
    const isAnswered = this.held.answerOne(start, answerOf) !== null;
    // The held call goes on in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(this.#leaving);
    return isAnswered;
  }

  async #take(route: Route): Promise<void> {
    const request = route.request();
    const { pathname: path, search: query } = new URL(request.url());
    if (path.startsWith('/events/')) return this.#streams.hold(route);
    const text = request.postData() ?? '';
    const seen = { method: request.method(), path, query, headers: {}, text, body: undefined };
    const answer = await this.held.take(seen, this.#loading.get(request)?.signal);
    const leaving = fulfill(route, answer).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
    return leaving;
  }

  /** Refuses to leave for another site: the page stays where it is. */
  #stay(route: Route): Promise<void> {
    this.leaves.push(route.request().url());
    return route.fulfill({ status: 204 });
  }

  #fail(request: Request): void {
    this.#loading.get(request)?.abort();
    this.#loading.delete(request);
    this.#streams.drop(request);
  }
}
