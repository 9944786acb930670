import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '#common/calls/call.ts';
import { ofDisplay } from '#common/calls/displays.ts';
import { type Answer, type Answerer, held, raw, type Seen, usual } from './fake-answers.ts';

/** The addresses that the specification names (clause s7.host and those after it), and no other. */
const ROUTES = [
  'GET /auth/verify',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/refresh-token',
  'GET /v1/templates',
  'GET /v1/templates/:id',
  'GET /v1/templates/:id/wips',
  'POST /v1/templates/:id/wips/save',
  'GET /v1/templates/:id/archives/recent',
  'GET /v1/wips/:id',
  'POST /v1/wips/:id/update',
  'POST /v1/wips/:id/submit',
  'GET /v1/wips/:id/delete',
  'GET /v1/wips/:id/archives',
  'GET /v1/archives/:id',
  'GET /v1/roles',
  'GET /v1/users',
  'POST /v1/users/roles/create',
  'POST /v1/users/:id/update',
  'GET /events/wips/:id',
] as const;

/** A route of the contract, such as `GET /v1/wips/:id`, or one concrete address of it. */
export type Route = `${'GET' | 'POST'} /${string}`;

const isCall = (one: unknown): one is Call =>
  typeof one === 'object' && one !== null && 'method' in one && 'path' in one;

/** The calls in a file, or in an object of several. */
const callsIn = (values: object): Call[] =>
  Object.values(values).flatMap((one: unknown) =>
    isCall(one) ? one : typeof one === 'object' && one !== null ? Object.values(one).filter(isCall) : [],
  );

const files = readdirSync(join(import.meta.dirname, '../../../common/calls')).filter(
  (name) => !name.includes('.test.'),
);
const modules = await Promise.all(
  files.map((name) => import(`../../../common/calls/${name.slice(0, -'.ts'.length)}.ts`) as Promise<object>),
);
const calls = modules.flatMap(callsIn);

/** The routes of all calls, those of displays too. */
const routes = new Set(
  [...calls, ...calls.filter(({ method }) => method === 'GET').map(ofDisplay)].map(
    ({ method, path }): Route => `${method} /${path.slice(1).replaceAll(/:\w+/g, ':id')}`,
  ),
);

const matchers = [...routes]
  .map((route) => ({
    route,
    pattern: new RegExp(`^${route.replaceAll(':id', '([^/]+)')}$`),
    // The address with more fixed words wins: `/v1/users/roles/create` is not a user.
    fixed: route.split('/').filter((word) => !word.startsWith(':')).length,
  }))
  .toSorted((a, b) => b.fixed - a.fixed);

type Waiting = { seen: Seen; resolve: (answer: Answer) => void };

const addressOf = ({ method, path }: Seen): string => `${method} ${path}`;
/** A request in one line: method, path, query and body. */
const lineOf = (seen: Seen): string => `${addressOf(seen)}${seen.query}${seen.text === '' ? '' : ` ${seen.text}`}`;

/** @param start start of a request's line, or all of it with a `$` at the end */
export const isLine = (line: string, start: string): boolean =>
  start.endsWith('$') ? line === start.slice(0, -1) : line.startsWith(start);

/**
 * The one host of all tests without the reference server: it answers, fails or holds each call on a test's instruction. Other files connect it:
 * `fake-browser.ts` for jsdom, `served-host.ts` for a browser, `chromium-host.ts` for the walks.
 */
export class FakeHost {
  /** Every call in the order of arrival. */
  requests: Seen[] = [];
  /** Calls to addresses that the specification does not name (clause d2.no-other-address). */
  strangers: string[] = [];
  #waiting: Waiting[] = [];
  #offered = new Set<string>(ROUTES);
  readonly #programmes = new Map<string, Answerer[]>();

  /** Resets everything for a new test. */
  reset(): void {
    this.requests = [];
    this.strangers = [];
    this.#waiting = [];
    this.#programmes.clear();
    this.#offered = new Set<string>(ROUTES);
  }

  /** Enables addresses beside those of the specification. @throws for one that is of no call */
  offer(...further: readonly Route[]): void {
    for (const route of further) {
      if (!routes.has(route)) throw new Error(`No file of common/calls has ${route}.`);
      this.#offered.add(route);
    }
  }

  /**
   * Programmes an address: each call takes the next answer, the last one stays.
   * @param route a route for all its addresses, one address, or '*' for all addresses without a programme
   */
  on(route: Route | '*', ...answers: readonly [Answerer, ...Answerer[]]): void {
    this.#programmes.set(route, [...answers]);
  }

  /** The calls of one route or address so far. */
  seen(route: Route): Seen[] {
    return this.requests.filter((seen) => this.#isOf(seen, route));
  }

  /** Number of held calls of a route or address that were not aborted. */
  waiting(route: Route): number {
    return this.#waiting.filter(({ seen }) => this.#isOf(seen, route)).length;
  }

  /** The held calls, in order, each in one line. */
  lines(): string[] {
    return this.#waiting.map(({ seen }) => lineOf(seen));
  }

  /** True if a call is held whose line begins so. */
  isHolding(start: string): boolean {
    return this.lines().some((line) => isLine(line, start));
  }

  /**
   * Answers all held calls of a route or address, and all later ones.
   * @throws when none is
   */
  release(route: Route, answer: Answer = usual): void {
    const programme = this.#programmes.get(route);
    if (programme?.at(-1) === held) programme.splice(-1, 1, answer);
    const released = this.#waiting.filter(({ seen }) => this.#isOf(seen, route));
    if (released.length === 0) throw new Error(`Nothing waits for '${route}'. Held: ${this.lines().join(', ')}`);
    this.#waiting = this.#waiting.filter((one) => !released.includes(one));
    for (const { resolve } of released) resolve(answer);
  }

  /**
   * Answers the one held call whose line begins so, and leaves all others.
   * @param start start of its line, or all of it with a `$` at the end
   * @param answerOf receives the line; null leaves the call without an answer
   * @returns the call, or null
   * @throws when none waits, or more than one
   */
  answerOne(start: string, answerOf: (line: string) => Answer | null): Seen | null {
    const found = this.#waiting.filter(({ seen }) => isLine(lineOf(seen), start));
    const [one] = found;
    if (!one || found.length > 1) {
      const lines = this.lines().join(', ') || 'none';
      throw new Error(`${found.length} requests wait for '${start}'; these do: ${lines}.`);
    }
    const answer = answerOf(lineOf(one.seen));
    if (answer === null) return null;
    this.#waiting = this.#waiting.filter((other) => other !== one);
    one.resolve(answer);
    return one.seen;
  }

  /**
   * Handles a call.
   * @param givenUp aborted when the caller no longer waits; the promise then stays open
   * @returns the final answer: never 'held' or 'usual'
   */
  async take(seen: Seen, givenUp?: AbortSignal | null): Promise<Answer> {
    const address = addressOf(seen);
    const found = matchers.find(({ route, pattern }) => this.#offered.has(route) && pattern.test(address));
    if (!found) {
      this.strangers.push(address);
      return raw('', 404);
    }
    this.requests.push(seen);
    const programme = [address, found.route, '*'].map((key) => this.#programmes.get(key)).find((one) => one);
    const answerer = (programme && programme.length > 1 ? programme.shift() : programme?.[0]) ?? usual;
    let answer = typeof answerer === 'function' ? answerer(seen) : answerer;
    if (answer.kind === 'held') answer = await this.#hold(seen, givenUp);
    if (answer.kind !== 'usual') return answer;
    return this.usual(found.route, decodeURIComponent(found.pattern.exec(address)?.[1] ?? ''), seen);
  }

  /** The host's own answer. @param id the address's identifier, if it has one */
  protected usual(route: Route, _id: string, _seen: Seen): Answer {
    throw new Error(`Nothing was said of ${route}.`);
  }

  #hold(seen: Seen, givenUp?: AbortSignal | null): Promise<Answer> {
    return new Promise((resolve) => {
      const one: Waiting = { seen, resolve };
      this.#waiting.push(one);
      givenUp?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((other) => other !== one);
      });
    });
  }

  #isOf(seen: Seen, route: Route): boolean {
    const address = addressOf(seen);
    return address === route || matchers.find(({ pattern }) => pattern.test(address))?.route === route;
  }
}
