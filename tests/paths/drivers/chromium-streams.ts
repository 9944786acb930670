import type { ServerResponse } from 'node:http';
import type { Page, Request, Route } from 'playwright-core';
import { until } from './chromium-wait.ts';
import type { Watched } from './chromium-page.ts';

/** Event streams that the test's own server holds open, by the walk's number and the stream's id. */
export type OpenStreams = Map<string, ServerResponse>;
/** Header by which the server knows the walk of a stream. */
export const WALK_HEADER = 'x-walk';

/** States of an `EventSource`. */
const [CONNECTING, OPEN] = [0, 1];
let walks = 0;

const stateOf = (page: Page, id: string): Promise<number | null> =>
  page.evaluate((which) => (window as Watched).watched?.streamState(which) ?? null, id);

/** A walk's event streams: real ones, from the test's own server. Each waits on its way there until the walk lets it through or refuses it. */
export class ChromiumStreams {
  readonly #walk = String((walks += 1));
  readonly #open: OpenStreams;
  #waiting: Route[] = [];

  /** @param open the server's streams */
  constructor(open: OpenStreams) {
    this.#open = open;
  }

  hold(route: Route): void {
    this.#waiting.push(route);
  }

  drop(request: Request): void {
    this.#waiting = this.#waiting.filter((route) => route.request() !== request);
  }

  /** Lets the stream of an id through. */
  async opens(page: Page, id: string): Promise<void> {
    await until(`An event stream of '${id}'`, async () => (await stateOf(page, id)) !== null);
    if ((await stateOf(page, id)) === OPEN) {
      await page.evaluate((which) => (window as Watched).watched?.openStreamAgain(which), id);
      return;
    }
    const route = await this.#take(id);
    await route.continue({ headers: { ...route.request().headers(), [WALK_HEADER]: this.#nameOf(id) } });
    await route.request().response();
  }

  /** Interrupts the open stream, as the network does; the browser tries by itself to restore it. */
  breaks(id: string): void {
    this.#stream(id).destroy();
  }

  /** Lets the browser give the stream up, as when a host refuses it or ends it. */
  async closes(page: Page, id: string): Promise<void> {
    if ((await stateOf(page, id)) === CONNECTING) return (await this.#take(id)).fulfill({ status: 503, body: '' });
    await page.evaluate((which) => (window as Watched).watched?.giveStreamUp(which), id);
    return undefined;
  }

  /** @param archive the uuid of the submission */
  submits(id: string, archive: string): void {
    const data = JSON.stringify({ type: 'submission_complete', archive_uuid: archive });
    this.#stream(id).write(`event: submission\ndata: ${data}\n\n`);
  }

  beats(id: string): void {
    this.#stream(id).write('event: heartbeat\ndata: {}\n\n');
  }

  end(): void {
    for (const [name, stream] of this.#open) {
      if (!name.startsWith(`${this.#walk}/`)) continue;
      stream.destroy();
      this.#open.delete(name);
    }
  }

  #nameOf(id: string): string {
    return `${this.#walk}/${id}`;
  }

  /** Returns the stream of an id that waits, or is on its way here. */
  async #take(id: string): Promise<Route> {
    const isOfId = (route: Route): boolean => new URL(route.request().url()).pathname.endsWith(`/${id}`);
    await until(`An event stream of '${id}' that is to be opened`, () => this.#waiting.some(isOfId));
    const route = this.#waiting.find(isOfId);
    if (!route) throw new Error('The event stream went away.');
    this.#waiting = this.#waiting.filter((one) => one !== route);
    return route;
  }

  #stream(id: string): ServerResponse {
    const stream = this.#open.get(this.#nameOf(id));
    if (!stream) throw new Error(`No event stream of '${id}' is open.`);
    return stream;
  }
}
